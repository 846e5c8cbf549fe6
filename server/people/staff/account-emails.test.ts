// Protects: e-mails to staff say what happened to their account and what to do next.
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import type { EmailDetails } from '#server/mail/out/email-details.ts';
import { renderEmail } from '#server/mail/out/email-layout.tsx';
import { type AccountTemplate, accountEmails } from './account-emails.ts';

const url = 'https://kerbside.example/desk/new-password?token=abc';
function renderAccountEmail(template: AccountTemplate, given: EmailDetails) {
  const kind = accountEmails.find((one) => one.template === template);
  if (!kind) throw new Error(`There is no ${template}.`);
  return renderEmail(kind.render(given));
}

const details = { url, validFor: 'an hour' };

test('who asked for a new password reads that the authenticator app stays as it is', () => {
  const { text } = renderAccountEmail('password-reset', { ...details, authenticator: 'kept' });
  expect(text).toContain('Somebody asked for a new password for your account.');
  expect(text).toContain('You still need your authenticator app, a recovery code or a passkey to sign in');
  expect(text).toContain('If you did not ask, do nothing: your password stays as it is.');
  // These are the details of an e-mail that was stored before an upgrade.
  expect(renderAccountEmail('password-reset', details).text).toBe(text);
});

test('whose factors were reset reads that neither works any more, and that a new app is set up next', () => {
  const { text } = renderAccountEmail('password-reset', { ...details, authenticator: 'none', resetBy: 'Grace Boateng' });
  expect(text).toContain('Grace Boateng has reset your sign-in.');
  expect(text).toContain('your authenticator app, your recovery codes and your passkeys no longer work');
  expect(text).toContain('you set up your authenticator app');
  expect(text).not.toContain('You still need');
  expect(text).not.toContain('your password stays');
});

test('who has no authenticator app yet is not told to use one', () => {
  const { text } = renderAccountEmail('password-reset', { ...details, authenticator: 'none' });
  expect(text).not.toContain('You still need');
  expect(text).toContain('you set up your authenticator app');
});

test('the desk is called by the brand, and nothing is said twice', () => {
  const { subject, text } = renderAccountEmail('invitation', details);
  expect(subject).toBe(`Your invitation to the ${site.brand} desk`);
  expect(text).not.toMatch(/claims claims/i);
});
