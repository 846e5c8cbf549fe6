import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createFolderMailer } from '#server/mail/folder.ts';
import { createSmtpMailer } from '#server/mail/smtp.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { aoife, hostile, ouyang } from '#testing/people.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { type ClaimedLetter, writeLetter } from './letter.ts';

const addresses = { from: 'Website <website@kerbside.example>', to: 'claims@kerbside.example', domain: 'kerbside.example' };
const submittedAt = Date.UTC(2026, 10, 20, 22, 5);
const letter: ClaimedLetter = {
  id: '3f0c8a52-6d0e-4a0e-9df0-0f6a4a4f9b11',
  kind: 'notification',
  tries: 1,
  fence: 1,
  createdAt: submittedAt,
  firstTriedAt: submittedAt,
  leaseUntil: submittedAt + 120_000,
  reference: '7F4M-9TQX',
  formName: 'Make a Claim',
  submittedAt,
  data: aoife,
};

test('a letter arrives by SMTP with its sender, its recipient, the visitor to reply to, and every answer', async () => {
  const [received] = await receive(letter);
  expect(received?.envelope).toEqual({ from: 'website@kerbside.example', to: ['claims@kerbside.example'] });
  expect(received?.from).toEqual({ name: 'Website', address: 'website@kerbside.example' });
  expect(received?.replyTo).toEqual([{ name: '', address: "aoife.o'neil@example.com" }]);
  expect(received?.subject).toBe("[Website] Make a Claim: Aoife O'Neil");
  expect(received?.messageId).toBe('<3f0c8a52-6d0e-4a0e-9df0-0f6a4a4f9b11@kerbside.example>');
  expect(received?.date).toBe('2026-11-20T22:05:00.000Z');
  for (const value of Object.values(aoife).filter((value) => value.length > 12)) expect(received?.text).toContain(value);
});

test('every script arrives as it was typed, five thousand characters of it too', async () => {
  const long = `${'停车时被撞。🚗 '.repeat(600)}\n\n.\n..\nFrom the kerb`;
  const [received] = await receive({ ...letter, data: { ...ouyang, descriptionOfAccident: long } });
  expect(received?.subject).toBe('[Website] Make a Claim: 小明 欧阳');
  for (const value of [long, ouyang.additionalInfo, ouyang.insuranceCompany, ouyang.phone]) {
    expect(received?.text).toContain(value);
    expect(received?.html).toContain(value);
  }
});

test('nothing that was typed becomes a header or a recipient', async () => {
  const typed = { ...hostile, email: 'qa@example.com\u2028Bcc:victim@example.com', name: 'QA\r\nBcc: victim@example.com' };
  const [received] = await receive({ ...letter, formName: 'Contact Us', data: typed });
  expect(received?.envelope.to).toEqual(['claims@kerbside.example']);
  expect(received?.headers.map(({ key }) => key).toSorted()).toEqual(
    ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].toSorted(),
  );
  expect(received?.subject).toBe('[Website] Contact Us: Hello Bcc: victim@example.com <b>bold</b>');
});

test('a second try has the same Message-ID', async () => {
  const [first, second] = await receive(letter, { ...letter, tries: 2, fence: 2 });
  expect(second?.messageId).toBe(first?.messageId);
});

test('a letter about a form that is gone still carries every answer', async () => {
  const [received] = await receive({ ...letter, formName: 'Newsletter', data: { email: 'kim@recovery.example', topic: 'Hire' } });
  expect(received?.subject).toBe('[Website] Newsletter:');
  expect(received?.text).toContain('topic: Hire');
});

test('where no mail server is set the same letter is a file, and trying twice leaves one', async () => {
  const folder = temporaryFolder();
  const mailer = createFolderMailer(folder);
  const message = await writeLetter(letter, addresses);
  expect(await mailer.send(message)).toEqual({ kind: 'sent', answer: `written to ${message.fileName}` });
  await mailer.send(message);
  expect(readdirSync(folder)).toEqual(['2026-11-20T22-05-00-000Z-7F4M-9TQX-3f0c8a52-6d0e-4a0e-9df0-0f6a4a4f9b11.eml']);
});

async function receive(...letters: ClaimedLetter[]) {
  const server = await startMailServer();
  const mailer = createSmtpMailer(server.url);
  for (const one of letters) expect((await mailer.send(await writeLetter(one, addresses))).kind).toBe('sent');
  mailer.close();
  await server.close();
  return server.letters;
}
