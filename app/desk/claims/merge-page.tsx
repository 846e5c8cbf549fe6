import { data, Form, Link, redirect } from 'react-router';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, type Context, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/merge-page.ts';
import { lastActionCookie } from './last-action.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Merge');

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const staff = staffOf(context);
  const query = new URL(request.url).searchParams;
  const { desk } = deskServices(context);
  const view = await allow(desk.submission(staff, params.id));
  if (!view) throw data(null, { status: 404 });
  const typed = query.get('search')?.trim() ?? '';
  const found = typed === '' ? null : (await allow(desk.inbox(staff, { search: typed }))).rows.filter(({ id }) => id !== view.id);
  const suggested = view.others.filter(({ maybeSame }) => maybeSame);
  const only = found ?? suggested;
  const otherId = query.get('with') ?? (only.length === 1 ? only[0]?.id : null);
  const other = otherId ? await readSide(context, staff, otherId) : null;
  return {
    own: await sideOf(context, staff, view),
    other: other?.id === view.id ? null : other,
    typed,
    choices: (found ?? view.others)
      .filter(({ id }) => id !== other?.id)
      .map(({ id, reference, name, form, createdAt, status }) => ({
        id,
        reference,
        name,
        text: `${form}, ${shortLondonMoment(createdAt)}, ${status}`,
        maybeSame: suggested.some((one) => one.id === id),
      })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const keep = text('keep');
  const { desk } = deskServices(context);
  const outcome = await allow(desk.runAction(staffOf(context), keep, { type: 'merged', other: text('other') }));
  if (outcome.kind === 'not found') throw data(null, { status: 404 });
  if (outcome.kind === 'refused') return data({ message: outcome.message }, { status: 422 });
  const lastAction = { type: 'merged' as const, undo: outcome.undo };
  throw redirect(`/desk/submissions/${keep}`, { headers: { 'Set-Cookie': lastActionCookie(request, keep, lastAction) } });
}

/** One of the two claims: who sent it, how it stands, and how much belongs to it. */
type Side = { id: string; reference: string; name: string; createdAt: number; isOpen: boolean; facts: [string, string][] };

async function readSide(context: Context, staff: StaffMember, id: string): Promise<Side | null> {
  const view = await allow(deskServices(context).desk.submission(staff, id));
  return view && sideOf(context, staff, view);
}

async function sideOf(context: Context, staff: StaffMember, view: SubmissionView): Promise<Side> {
  const { id, reference, name, createdAt, sender, status, assignedTo, isWithdrawn, isConsentTakenBack } = view;
  const standing = [status, assignedTo?.name, isWithdrawn && 'withdrawn', isConsentTakenBack && 'consent taken back'];
  const files = await allow(deskServices(context).desk.evidence.list(staff, id));
  const { messages, notes, attempts, emails, corrections } = view;
  const parts = { messages, notes, files, attempts, emails, corrections };
  return {
    id,
    reference,
    name,
    createdAt,
    isOpen: status !== 'closed',
    facts: [
      ['Name', name],
      ['Came', `${view.form}, ${shortLondonMoment(createdAt)}`],
      ['Status', standing.filter(Boolean).join(', ')],
      ['Phone', sender.phone],
      ['Email', sender.email],
      ['Registration', sender.registration],
      ['What happened', view.summary],
      ...Object.entries(parts).map(([part, { length }]): [string, string] => [capital(part), String(length)]),
    ],
  };
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Two claims about one accident beside each other: which of them stays, and what is then on it. */
export default function MergePage({ loaderData, actionData }: Route.ComponentProps) {
  const { own, other, typed, choices } = loaderData;
  return (
    <>
      <p>
        <Link to={`/desk/submissions/${own.id}`}>Back to {own.reference}</Link>
      </p>
      <h1>
        Merge: <bdi>{own.name || own.reference}</bdi>
      </h1>
      <Problem message={actionData?.message} result={actionData} />
      {other && <Comparison own={own} other={other} />}
      <section className="card stack narrow" aria-labelledby="which">
        <h2 id="which">{other ? 'Another claim instead' : 'With which claim?'}</h2>
        {choices.length > 0 && (
          <ul aria-label="Claims to choose from">
            {choices.map(({ id, reference, name, text, maybeSame }) => (
              <li key={id}>
                <Link to={`?with=${id}`}>{reference}</Link> <bdi>{name}</bdi>, {text}
                {maybeSame && ': same phone or car'}
              </li>
            ))}
          </ul>
        )}
        {typed && choices.length === 0 && <p>No other claim is found by “{typed}”.</p>}
        <Form className="field" role="search" aria-label="The other claim">
          <label htmlFor="search">Reference, name, phone or registration</label>
          <div className="input-row">
            <input id="search" name="search" className="input" defaultValue={typed} autoComplete="off" />
            <SubmitButton className="button button-quiet">Find</SubmitButton>
          </div>
        </Form>
      </section>
    </>
  );
}

function Comparison({ own, other }: { own: Side; other: Side }) {
  const [keep, goes] = firstToKeep(own, other);
  const pairs = keep.facts.map(([label, value], index): [string, string, string] => [label, value, goes.facts[index]?.[1] ?? '']);
  // What neither of them has says nothing.
  const rows = pairs.filter(([, ...values]) => values.some((value) => value !== '' && value !== '0'));
  return (
    <div className="card stack">
      <h2 id="both">The two claims</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard */}
      <section className="table-scroll" aria-labelledby="both" tabIndex={0}>
        <table className="table table-of-words" aria-labelledby="both">
          <thead>
            <tr>
              <td />
              <th scope="col">{keep.reference}</th>
              <th scope="col">{goes.reference}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, ...values]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {values.map((value, index) => (
                  <td key={index === 0 ? keep.id : goes.id} dir="auto">
                    {value || '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>
        The claim that stays has everything of both from then on: messages, notes, files, attempts, emails, corrections and
        history, and answers that it lacks. Consent that was taken back is taken back for both, and a withdrawal counts for both
        where neither was sent after it. Both references and both private links lead to it, so anybody with either link sees what
        both claimants sent. You can undo it for thirty days.
      </p>
      <div className="cluster">
        <Keep keep={keep} goes={goes} className="button button-primary" />
        <Keep keep={goes} goes={keep} className="button button-quiet" />
      </div>
    </div>
  );
}

function Keep({ keep, goes, className }: { keep: Side; goes: Side; className: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="keep" value={keep.id} />
      <input type="hidden" name="other" value={goes.id} />
      <SubmitButton className={className}>Merge, and keep {keep.reference}</SubmitButton>
    </Form>
  );
}

/** The open one of the two, or else the one that came first, whose reference its sender has known for longest. */
function firstToKeep(own: Side, other: Side): [Side, Side] {
  const isOwn = own.isOpen === other.isOpen ? own.createdAt <= other.createdAt : own.isOpen;
  return isOwn ? [own, other] : [other, own];
}
