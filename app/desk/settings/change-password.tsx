import { Form } from 'react-router';
import { Problem } from '#app/desk/problem.tsx';
import { PasswordField } from '#app/desk/text-field.tsx';
import type { PasswordChange } from '#server/staff/passwords.ts';

/** With the old password, so that an unattended browser is not enough. */
export function ChangePassword({ outcome }: { outcome: PasswordChange | undefined }) {
  const errorAt = (field: 'old' | 'new') =>
    outcome?.kind === 'refused' && outcome.field === field ? outcome.message : undefined;
  return (
    <section className="card stack" aria-labelledby="change-password">
      <h2 id="change-password">Change your password</h2>
      {outcome?.kind === 'changed' && (
        <p className="callout callout-good" role="status">
          Changed. Your other sessions have ended.
        </p>
      )}
      {outcome?.kind === 'refused' && outcome.field === null && <Problem message={outcome.message} />}
      <Form method="post" className="stack narrow" key={outcome?.kind}>
        <input type="hidden" name="act" value="password" />
        <PasswordField label="Password now" name="old" autoComplete="current-password" required error={errorAt('old')} />
        <PasswordField
          label="New password"
          hint="At least 12 characters. A few words that do not belong together are good."
          name="new"
          autoComplete="new-password"
          required
          minLength={12}
          error={errorAt('new')}
        />
        <div>
          <button type="submit" className="button button-quiet">
            Change it
          </button>
        </div>
      </Form>
    </section>
  );
}
