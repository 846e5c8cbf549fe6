import { Form, Link } from 'react-router';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { Passkey, RemovePasskeyOutcome } from '#server/people/staff/passkeys.ts';
import { BothFactors } from './second-factor-forms.tsx';

/** The passkeys of the account, to add one or to remove one. */
export function Passkeys({
  passkeys,
  outcome,
}: {
  passkeys: Passkey[];
  outcome: (RemovePasskeyOutcome & { id: string }) | undefined;
}) {
  const refusedAt = (id: string) => (outcome?.kind === 'refused' && outcome.field && outcome.id === id ? outcome : undefined);
  return (
    <section className="card stack" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>
        A passkey signs you in by the fingerprint, face or PIN of your device, without your password and a code. Those go on
        working.
      </p>
      {outcome?.kind === 'removed' && (
        <p className="callout callout-good" role="status">
          “{outcome.name}” was removed. Sessions that began with it go on: end them below.
        </p>
      )}
      {outcome?.kind === 'refused' && !outcome.field && <Problem message={outcome.message} />}
      {passkeys.length > 0 && (
        <ul className="list">
          {passkeys.map(({ id, name, created_at, last_used_at }) => (
            <li key={id} className="stack">
              <div>
                <p>
                  <strong>{name}</strong>
                </p>
                <p className="muted">
                  Added {shortLondonMoment(created_at)},{' '}
                  {last_used_at === null ? 'not used yet' : `last used ${shortLondonMoment(last_used_at)}`}.
                </p>
              </div>
              <details open={refusedAt(id) !== undefined}>
                <summary>
                  Remove<span className="sr-only"> “{name}”</span>
                </summary>
                <Form method="post" className="stack narrow">
                  <input type="hidden" name="act" value="remove passkey" />
                  <input type="hidden" name="passkey" value={id} />
                  <BothFactors refused={refusedAt(id)} />
                  <div>
                    <SubmitButton className="button button-quiet">Remove this passkey</SubmitButton>
                  </div>
                </Form>
              </details>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link to="/desk/account/passkey">Add a passkey</Link>
      </p>
    </section>
  );
}
