import { data, Form, Link, redirect } from 'react-router';
import { Labelled } from '#app/ui/labelled.tsx';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { claim } from '#forms/claim.ts';
import type { Answers } from '#forms/form.ts';
import type { ActionName } from '#server/claims/actions/actions.ts';
import type { EnteredField } from '#server/claims/enter-claim.ts';
import type { EnteredBy } from '#server/claims/stored-submission.ts';
import type { InboxRow } from '#server/claims/view/submission-reader.ts';
import { saveWithDrafts } from '../form-drafts.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import { ago, useNow } from '../times.ts';
import type { Route } from './+types/new-claim-page.ts';
import { useMatches } from './use-matches.ts';

export const meta: Route.MetaFunction = () => deskTitle('New claim');

export function loader({ request, context }: Route.LoaderArgs) {
  const notice = `${new URL(request.url).host}/complaints`;
  // The key keeps a page that is sent twice from becoming two claims.
  return { key: crypto.randomUUID() as string, now: deskServices(context).now(), notice };
}

type NotSaved = { message: string; typed: Answers; consents: string[]; key: string; matches: InboxRow[] };

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const { source = '', consent: _, other, key = '', ...answers } = typed;
  const consents = form.getAll('consent').map(String);
  const entered = { answers, source, key, consents, isOther: other === 'yes' };
  const outcome = await allow(deskServices(context).desk.enterClaim(staffOf(context), entered));
  if (outcome.kind === 'done') throw redirect(`/desk/submissions/${outcome.id}`);
  const kept = { typed, consents, key };
  if (outcome.kind === 'refused') return data<NotSaved>({ message: outcome.message, ...kept, matches: [] }, { status: 422 });
  const message = 'Nothing is saved yet: it may be one of these claims.';
  return data<NotSaved>({ message, ...kept, matches: outcome.matches }, { status: 409 });
}

const sources: Record<EnteredBy, string> = { phone: 'Phone', 'walk-in': 'Walk-in', email: 'Email', whatsapp: 'WhatsApp' };

/** How they agreed. The stylesheet shows the one that goes with how the claim came. */
const consents = [
  { mark: 'consent spoken', className: 'consent-aloud', label: 'I read this out, and they said yes' },
  {
    mark: 'consent written',
    className: 'consent-in-writing',
    label: 'They agreed to this in writing, and I have kept their message',
  },
] satisfies { mark: ActionName; className: string; label: string }[];

const story = 'descriptionOfAccident' satisfies EnteredField;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => saveWithDrafts(serverAction);

/** A claim that staff enter while somebody tells it: a name and a number are enough, and the rest is filled in on its page. */
export default function NewClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  const now = useNow(loaderData.now);
  const { matches: found, onTyped } = useMatches();
  const typed = actionData?.typed ?? {};
  const asked = actionData?.matches ?? [];
  const matches = asked.length > 0 ? asked : (found ?? []);
  return (
    <>
      <h1>New claim</h1>
      <Problem message={actionData?.message} result={actionData} />
      <Form method="post" className="card stack narrow" data-draft="claim">
        <input type="hidden" name="key" value={actionData?.key ?? loaderData.key} />
        <fieldset className="field">
          <legend>How it came</legend>
          <div className="cluster">
            {Object.entries(sources).map(([value, label]) => (
              <label key={value} className="choice">
                <input type="radio" name="source" value={value} defaultChecked={(typed.source ?? 'phone') === value} />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
        <Line name="firstName" label="First name" value={typed.firstName} />
        <Line name="lastName" label="Last name" value={typed.lastName} />
        <Line name="phone" label="Phone number" type="tel" value={typed.phone} onTyped={(phone) => onTyped({ phone })} />
        <Line
          name="vehicleReg"
          label="Registration"
          value={typed.vehicleReg}
          onTyped={(registration) => onTyped({ registration })}
        />
        <div role="status">
          {matches.length > 0 && (
            <div className="callout stack">
              <p>
                <strong>It may be one of these.</strong> Open the claim instead of entering it a second time.
              </p>
              <ul aria-label="Claims with this phone number or registration">
                {matches.map(({ id, reference, name, phone, summary, createdAt, status }) => (
                  <li key={id}>
                    <Link to={`/desk/submissions/${id}`}>{reference}</Link> <bdi>{name}</bdi>, {phone}
                    {summary && `, ${summary}`}, {ago(now - createdAt)}, {status}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
        {matches.length > 0 && (
          <label className="choice">
            <input type="checkbox" name="other" value="yes" />
            It is about another accident: save it as a new claim
          </label>
        )}
        <Line name="email" label="Email" type="email" value={typed.email} />
        <Labelled id={story} label="What happened">
          <textarea
            id={story}
            name={story}
            className="input"
            rows={3}
            dir="auto"
            defaultValue={typed[story]}
            autoComplete="off"
          />
        </Labelled>
        {claim.consent && <blockquote>{claim.consent.label}</blockquote>}
        {consents.map(({ mark, className, label }) => (
          <label key={mark} className={`choice ${className}`}>
            <input type="checkbox" name="consent" value={mark} defaultChecked={actionData?.consents.includes(mark)} />
            {label}
          </label>
        ))}
        {/* Whoever gives us data is told then where the notice is (UK GDPR, article 13). */}
        <p className="consent-aloud">
          Then say: “How we use your details is at {loaderData.notice}, under Privacy. Shall I send it to you?”
        </p>
        <p className="consent-in-writing">Then send them: “How we use your details is at {loaderData.notice}, under Privacy.”</p>
        <div>
          <SubmitButton className="button button-primary">Save the claim</SubmitButton>
        </div>
      </Form>
    </>
  );
}

type LineProps = {
  name: EnteredField;
  label: string;
  type?: 'text' | 'tel' | 'email';
  value: string | undefined;
  onTyped?: (text: string) => void;
};

function Line({ name, label, type = 'text', value, onTyped }: LineProps) {
  return (
    <Labelled id={name} label={label}>
      <input
        id={name}
        name={name}
        type={type}
        className="input"
        defaultValue={value}
        onChange={onTyped && ((event) => onTyped(event.target.value))}
        // A browser would fill in the person at the desk.
        autoComplete="off"
        dir={type === 'text' ? 'auto' : undefined}
      />
    </Labelled>
  );
}
