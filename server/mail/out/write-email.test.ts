// Protects: each email arrives with its headers and answers, and nothing typed becomes a header.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { overviewEmails, submissionEmails } from '#server/claims/submission-emails.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { accountEmails } from '#server/people/staff/account-emails.ts';
import { hostile } from '#testing/fixtures/enquirers.ts';
import { aoife, xiaoming } from '#testing/fixtures/people.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { type EmailKind, isAboutSubmission } from './define-email.ts';
import { createDetailsCipher } from './email-details.ts';
import { createFolderMailer } from './folder-mailer.ts';
import { mailboxOf } from './mailer.ts';
import { senderOf } from './open-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { type Email, type EmailSubject, writeEmail } from './write-email.ts';

const kinds: readonly EmailKind[] = [...submissionEmails, ...overviewEmails, ...accountEmails];

const kindOf = (template: string): EmailKind => {
  const kind = kinds.find((one) => one.template === template);
  if (!kind) throw new Error(`There is no ${template}.`);
  return kind;
};

const addresses = {
  from: { name: 'Website', address: 'website@kerbside.example' },
  to: [mailboxOf('claims@kerbside.example')],
  siteUrl: 'https://kerbside.example',
};
const cipher = createDetailsCipher('a secret of thirty-two characters');
const submittedAt = Date.UTC(2026, 10, 20, 22, 5);
const submission: EmailSubject = {
  id: '0b7f8e1c-5a53-4df8-8a53-3f6ad1a0c1aa',
  reference: '7F4M-9TQX',
  formName: 'Make a Claim',
  submittedAt,
  sentBy: null,
  dueAt: submittedAt + 24 * 3_600_000,
  ownTargetAt: submittedAt + 2 * 3_600_000,
  isContacted: false,
  isQuarantined: false,
  data: aoife,
  reading: null,
  hasNews: true,
  hasConsent: true,
  linkGeneration: 0,
};
const email: Email = {
  id: '3f0c8a52-6d0e-4a0e-9df0-0f6a4a4f9b11',
  kind: kindOf('notification'),
  recipient: null,
  payload: null,
  createdAt: submittedAt,
  submission,
};

/** The same email about another submission. */
const about = (more: Partial<EmailSubject>): Email => ({ ...email, submission: { ...submission, ...more } });

test('an email arrives by SMTP with its sender, its recipient, the visitor to reply to, and every answer', async () => {
  const [received] = await receive(email);
  expect(received?.envelope).toEqual({ from: 'website@kerbside.example', to: ['claims@kerbside.example'] });
  expect(received?.from).toEqual({ name: 'Website', address: 'website@kerbside.example' });
  expect(received?.replyTo).toEqual([{ name: '', address: "aoife.o'neil@example.com" }]);
  expect(received?.subject).toBe("[Website] Make a Claim: Aoife O'Neil");
  expect(received?.messageId).toBe('<3f0c8a52-6d0e-4a0e-9df0-0f6a4a4f9b11@kerbside.example>');
  expect(received?.date).toBe('2026-11-20T22:05:00.000Z');
  for (const value of Object.values(aoife).filter((value) => value.length > 12)) expect(received?.text).toContain(value);
});

test('every script arrives as typed, also five thousand characters', async () => {
  const long = `${'停车时被撞。🚗 '.repeat(600)}\n\n.\n..\nFrom the kerb`;
  const [received] = await receive(about({ data: { ...xiaoming, descriptionOfAccident: long } }));
  expect(received?.subject).toBe('[Website] Make a Claim: 小明 欧阳');
  for (const value of [long, xiaoming.additionalInfo, xiaoming.insuranceCompany, xiaoming.phone]) {
    expect(received?.text).toContain(value);
    expect(received?.html?.replaceAll('<br/>', '\n')).toContain(value);
  }
});

test('nothing that was typed becomes a header or a recipient', async () => {
  const typed = { ...hostile, email: 'qa@example.com\u2028Bcc:victim@example.com', name: 'QA\r\nBcc: victim@example.com' };
  const [received] = await receive(about({ formName: 'Contact Us', data: typed }));
  expect(received?.envelope.to).toEqual(['claims@kerbside.example']);
  expect(received?.headers.map(({ key }) => key).toSorted()).toEqual(
    [
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'kerbside-message-id',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ].toSorted(),
  );
  expect(received?.subject).toBe('[Website] Contact Us: Hello Bcc: victim@example.com <b>bold</b>');
});

test.each(kinds.map((kind) => [kind.template, kind] as const))(
  '%s: the email says whether a program sent it',
  (template, kind) => {
    const written = { subject: 'Your claim', text: 'Please call us.', references: [] };
    const reading = {
      title: 'We have been in touch',
      sentences: [],
      actions: [],
      messages: [],
      callPreference: null,
      ...written,
    };
    const about = isAboutSubmission(kind) ? { ...submission, reading } : null;
    const overview = { subject: 'Two wait', title: 'Two wait' };
    const sent = { ...email, kind, submission: about, overview };
    const byProgram = template === 'acknowledgement' ? 'auto-replied' : 'auto-generated';
    expect(writeEmail(sent, addresses, cipher.decrypt).autoSubmitted).toBe(template === 'reply' ? null : byProgram);
  },
);

test('an email arrives with the brand as the name of its sender, and with what it says of itself', async () => {
  const server = await startMailServer();
  const mailer = createSmtpMailer(server.url);
  const from = senderOf(readEnv({ MAIL_FROM: 'website@kerbside.example' }));
  await mailer.send(writeEmail(email, { ...addresses, from }, cipher.decrypt));
  mailer.close();
  await server.close();
  expect(server.emails[0]?.from).toEqual({ name: site.brand, address: 'website@kerbside.example' });
  expect(server.emails[0]?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
});

test('a second attempt has the same Message-ID', async () => {
  const [first, second] = await receive(email, email);
  expect(second?.messageId).toBe(first?.messageId);
});

test('an email about a form that no longer exists contains every answer', async () => {
  const [received] = await receive(about({ formName: 'Newsletter', data: { email: 'kim@recovery.example', topic: 'Hire' } }));
  expect(received?.subject).toBe('[Website] Newsletter:');
  expect(received?.text).toContain('topic: Hire');
});

test('where no mail server is set the same email is a file, and a second attempt leaves one', async () => {
  const folder = temporaryFolder();
  const mailer = createFolderMailer(folder);
  const message = writeEmail(email, addresses, cipher.decrypt);
  expect(await mailer.send(message)).toEqual({ kind: 'sent', reply: `written to ${message.fileName}` });
  await mailer.send(message);
  expect(readdirSync(folder)).toEqual(['2026-11-20T22-05-00-000Z-7F4M-9TQX-3f0c8a52-6d0e-4a0e-9df0-0f6a4a4f9b11.eml']);
});

test('an email to a member of staff goes to them alone, with its link', async () => {
  const url = 'https://kerbside.example/desk/join?invitation=abc';
  const invitation = { ...email, kind: kindOf('invitation'), recipient: 'hana@kerbside.example', submission: null };
  const [received] = await receive({
    ...invitation,
    payload: cipher.encrypt({ url, invitedBy: 'Grace Boateng', validFor: 'two days' }),
  });
  expect(received?.envelope.to).toEqual(['hana@kerbside.example']);
  expect(received?.text).toContain(url);
  expect(received?.text).toContain('Grace Boateng has invited you.');
});

async function receive(...emails: Email[]) {
  const server = await startMailServer();
  const mailer = createSmtpMailer(server.url);
  for (const one of emails) expect((await mailer.send(writeEmail(one, addresses, cipher.decrypt))).kind).toBe('sent');
  mailer.close();
  await server.close();
  return server.emails;
}
