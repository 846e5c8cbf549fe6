import { data, Form, Link, redirect, useLocation } from 'react-router';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { Partner } from '#server/claims/sources/partners.ts';
import { Confirm } from '../confirm.tsx';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import { TextField } from '../text-field.tsx';
import { londonDay } from '../times.ts';
import type { Route } from './+types/partner-links-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Partner links');

export async function loader({ request, context }: Route.LoaderArgs) {
  const partners = await allow(deskServices(context).desk.sources.partners(staffOf(context)));
  // The key keeps a form that is sent twice from becoming two partners.
  return { partners, done: new URL(request.url).searchParams.get('done'), key: crypto.randomUUID() as string };
}

type Refused = { id: string; name: string; message: string };

/** What was done is shown by another request, so that to load the page again adds no second partner. */
export async function action({ request, context }: Route.ActionArgs) {
  const { sources } = deskServices(context).desk;
  const staff = staffOf(context);
  const given = await request.formData();
  const text = (name: string) => String(given.get(name) ?? '');
  const typed = { id: text('id'), name: text('name') };
  const acts: Record<string, () => ReturnType<typeof sources.add>> = {
    add: () => sources.add(staff, typed.name, text('key')),
    rename: () => sources.rename(staff, typed.id, typed.name),
    end: () => sources.end(staff, typed.id),
  };
  const act = text('act');
  const run = Object.hasOwn(acts, act) ? acts[act] : undefined;
  const outcome = run ? await allow(run()) : { kind: 'refused' as const, message: 'Nothing was chosen.' };
  if (outcome.kind === 'done') throw redirect(`/desk/partner-links?done=${act}`, 303);
  return data<Refused>({ ...typed, message: outcome.message }, { status: 422 });
}

const doneMessages = new Map([
  ['add', 'The partner has a link now. Print its card, or send the link.'],
  ['rename', 'The name is changed, also on claims that came by its link.'],
  ['end', 'The link has ended. It still leads to the claim form, and names nobody.'],
]);

export default function PartnersPage({ loaderData: { partners, done, key: newKey }, actionData }: Route.ComponentProps) {
  const refused = actionData ?? null;
  const { key } = useLocation();
  const doneMessage = refused ? undefined : doneMessages.get(done ?? '');
  return (
    <>
      <h1>Partner links</h1>
      <p>
        Garages, taxi operators and others who send people to you. Each has a link of its own, so that a claim that comes by it
        says so, and <Link to="/desk/sources">Sources</Link> counts it. The visitor sees the name above the form, and can leave it
        out.
      </p>
      {doneMessage && (
        <p key={key} className="callout callout-good" role="status">
          {doneMessage}
        </p>
      )}
      {refused && !refused.name && refused.id && <Problem message={refused.message} result={refused} />}
      <section className="card" aria-labelledby="add">
        <h2 id="add">Add a partner</h2>
        <Form method="post" className="stack narrow" key={doneMessage ? key : 'open'}>
          <input type="hidden" name="act" value="add" />
          <input type="hidden" name="key" value={newKey} />
          <TextField
            label="Name"
            name="name"
            required
            maxLength={80}
            autoComplete="off"
            hint="As visitors know it. They see it on your page."
            defaultValue={refused && !refused.id ? refused.name : ''}
            error={refused && !refused.id ? refused.message : undefined}
          />
          <div>
            <SubmitButton className="button button-primary">Make the link</SubmitButton>
          </div>
        </Form>
      </section>
      {partners.length > 0 && (
        <ul className="stack">
          {partners.map((partner) => (
            <PartnerPanel
              key={`${partner.id} ${partner.name}`}
              partner={partner}
              refused={refused?.id === partner.id ? refused : null}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function PartnerPanel({ partner, refused }: { partner: Partner; refused: Refused | null }) {
  const { id, name, code, createdAt, createdBy, ended } = partner;
  return (
    <li className="card stack">
      <div>
        <p className="cluster">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <code>{code}</code>
          {ended && <span className="badge">Ended</span>}
        </p>
        <p className="muted">
          Added {londonDay(createdAt)} by {createdBy}
          {ended && `, ended ${londonDay(ended.at)} by ${ended.by}`}
        </p>
      </div>
      {!ended && (
        <p>
          <Link to={`/desk/partner-links/${id}`}>
            Link, QR code and card<span className="sr-only">: {name}</span>
          </Link>
        </p>
      )}
      <Confirm
        label="Change the name…"
        about={name}
        isHarmless
        isOpen={refused !== null}
        consequence="Code and link stay as they are. Claims that came by it show the new name, too."
        button="Change the name"
      >
        <input type="hidden" name="act" value="rename" />
        <input type="hidden" name="id" value={id} />
        <TextField
          id={`name-${id}`}
          label="Name"
          name="name"
          required
          maxLength={80}
          autoComplete="off"
          defaultValue={refused?.name || name}
          error={refused?.message}
        />
      </Confirm>
      {!ended && (
        <Confirm
          label="End the link…"
          about={name}
          consequence="Cards that were handed out still lead to the claim form, but a claim no longer says who sent it. A link that has ended stays so: for a new one, add the partner again."
          button="End the link"
        >
          <input type="hidden" name="act" value="end" />
          <input type="hidden" name="id" value={id} />
        </Confirm>
      )}
    </li>
  );
}
