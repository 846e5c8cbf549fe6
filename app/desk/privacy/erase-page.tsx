import { data, Form, Link } from 'react-router';
import { TextField } from '#app/desk/text-field.tsx';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { removeFormDrafts } from '../form-drafts.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, type Context, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/erase-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Erase');

export async function loader({ request, context }: Route.LoaderArgs) {
  const staff = await ownerOf(context);
  const query = new URL(request.url).searchParams;
  return { rows: await rowsOf(context, staff, { about: query.get('about'), submission: query.get('submission') }) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await ownerOf(context);
  const form = await request.formData();
  const reason = String(form.get('reason') ?? '');
  const ids = form.getAll('id').map(String);
  // A person is named by the form and by no address, so the page first lists what is held.
  const about = String(form.get('about') ?? '') || null;
  const rows = about === null ? null : await rowsOf(context, staff, { about, submission: null });
  if (about !== null && ids.length === 0) return data({ message: null, reason, erased: null, about, rows });
  const refused = (message: string) => data({ message, reason, erased: null, about, rows }, { status: 422 });
  if (form.get('sure') !== 'yes') return refused('Tick the box: what is erased cannot be brought back.');
  // Exactly the submissions that were listed are erased, without any that arrived since.
  const outcome = await allow(deskServices(context).desk.erase(staff, ids, reason));
  if (outcome.kind === 'refused') return refused(outcome.message);
  const { erased, notFound, beingSent, setAsideUntil } = outcome;
  if (erased.length + notFound.length === 0) return refused('An email about it is being sent just now. Try again in a minute.');
  return data({
    message: null,
    reason: '',
    about: null,
    rows: null,
    erased: { erased: erased.length, notFound: notFound.length, beingSent: beingSent.length, setAsideUntil },
  });
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const result = await serverAction();
  if (result.erased) removeFormDrafts();
  return result;
}

async function ownerOf(context: Context): Promise<StaffMember> {
  const staff = staffOf(context);
  await allow(deskServices(context).desk.requirePermission(staff, 'erase'));
  return staff;
}

/** What is to be erased: one submission, or all of a person. */
async function rowsOf(context: Context, staff: StaffMember, of: { about: string | null; submission: string | null }) {
  const { desk } = deskServices(context);
  if (of.about) return allow(desk.findPerson(staff, of.about));
  const view = await allow(desk.submission(staff, of.submission ?? ''));
  return view ? [view] : [];
}

export default function ErasePage({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const rows = outcome?.rows ?? loaderData.rows;
  if (outcome?.erased) {
    const { erased, notFound, beingSent, setAsideUntil } = outcome.erased;
    return (
      <>
        <h1>Erased</h1>
        <p className="callout callout-good" role="status">
          {count(erased)} erased, with emails, notes and search terms. What stays is a line in the audit trail: when, by whom, and
          why.
        </p>
        {setAsideUntil !== null && (
          <p>
            A restore set a whole store aside in the data folder, which may still have it: that is removed after{' '}
            {shortLondonMoment(setAsideUntil)}.
          </p>
        )}
        {notFound > 0 && <p>{count(notFound)} had been erased, or merged into another claim, before.</p>}
        {beingSent > 0 && (
          <Problem
            message={`${count(beingSent)} could not be erased because an email is being sent just now. Try again in a minute.`}
          />
        )}
        <p>
          <Link to="/desk">To the queue</Link>
        </p>
      </>
    );
  }
  if (rows.length === 0) {
    return (
      <div className="empty-state">
        <h1>Nothing to erase</h1>
        <p>It was erased before, or nothing was sent from this address or number.</p>
      </div>
    );
  }
  return (
    <>
      <h1>Erase {count(rows.length)}?</h1>
      <ul className="card">
        {rows.map(({ id, name, reference, form, createdAt }) => (
          <li key={id}>
            <Link to={`/desk/submissions/${id}`}>{reference}</Link> <bdi>{name}</bdi>, {form}, {shortLondonMoment(createdAt)}
          </li>
        ))}
      </ul>
      <p>
        Everything that was sent, its emails, notes and search terms go for good. Mail that was delivered stays in the mailbox:
        delete it there too. Backups keep it until they are replaced.
      </p>
      <Problem message={outcome?.message} />
      <Form method="post" className="card stack narrow" data-draft={`erasure of ${rows[0]?.id}`}>
        {outcome?.about && <input type="hidden" name="about" value={outcome.about} />}
        {rows.map(({ id }) => (
          <input key={id} type="hidden" name="id" value={id} />
        ))}
        <TextField
          label="Why"
          hint="Stays on record, so do not name anybody. For example: asked for by phone, identity checked."
          name="reason"
          required
          maxLength={500}
          defaultValue={outcome?.reason}
        />
        <label className="choice">
          <input type="checkbox" name="sure" value="yes" required /> I know that this cannot be undone
        </label>
        <div className="cluster">
          <SubmitButton className="button button-danger" busyText="Erasing…">{`Erase ${count(rows.length)}`}</SubmitButton>
          <Link to="/desk">Keep it</Link>
        </div>
      </Form>
    </>
  );
}

function count(number: number): string {
  return number === 1 ? 'one submission' : `${number} submissions`;
}
