import { Form } from 'react-router';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { ProfileChange } from '#server/people/staff/own-account.ts';
import type { PasswordChange } from '#server/people/staff/passwords.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { PasswordField, TextField } from '../text-field.tsx';
import { BothFactors } from './second-factor-forms.tsx';

/** The result of a form: which one it was, and what was typed into it. */
export type ProfileOutcome = ProfileChange & { of: 'name' | 'email'; typed: string };

/** Name, e-mail address and role, and forms to change the first two. */
export function ChangeProfile({ staff, outcome }: { staff: StaffMember; outcome: ProfileOutcome | undefined }) {
  const refused = outcome?.kind === 'refused' ? outcome : undefined;
  const errorAt = (field: string) => (refused?.field === field ? refused.message : undefined);
  const typed = (of: ProfileOutcome['of']) => (refused?.of === of ? refused.typed : undefined);
  return (
    <section className="card stack">
      <dl className="summary-list">
        <div>
          <dt>Name</dt>
          <dd>{staff.name}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{staff.email}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>{staff.role === 'owner' ? 'Owner' : 'Handler'}</dd>
        </div>
      </dl>
      {outcome?.kind === 'changed' && (
        <p className="callout callout-good" role="status">
          {outcome.of === 'name'
            ? 'Your name was changed.'
            : 'Your email was changed. Sign in with it from now on; we have told your old address.'}
        </p>
      )}
      {refused?.field === null && <Problem message={refused.message} />}
      <details open={refused?.of === 'name'} key={`name ${staff.name}`}>
        <summary>Change your name</summary>
        <Form method="post" className="stack narrow">
          <input type="hidden" name="act" value="name" />
          <TextField
            label="Your name"
            name="name"
            autoComplete="name"
            required
            maxLength={100}
            defaultValue={typed('name') ?? staff.name}
            error={errorAt('name')}
          />
          <div>
            <SubmitButton className="button button-quiet">Change the name</SubmitButton>
          </div>
        </Form>
      </details>
      <details open={refused?.of === 'email'} key={`email ${staff.email}`}>
        <summary>Change your email</summary>
        <Form method="post" className="stack narrow">
          <input type="hidden" name="act" value="email" />
          <TextField
            label="New email"
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={typed('email')}
            error={errorAt('email')}
          />
          <BothFactors refused={refused?.of === 'email' ? refused : undefined} />
          <div>
            <SubmitButton className="button button-quiet">Change the email</SubmitButton>
          </div>
        </Form>
      </details>
    </section>
  );
}

/** The form to change the password needs the old one, so that an unattended browser is not enough. */
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
        <PasswordField label="Current password" name="old" autoComplete="current-password" required error={errorAt('old')} />
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
          <SubmitButton className="button button-quiet">Change it</SubmitButton>
        </div>
      </Form>
    </section>
  );
}
