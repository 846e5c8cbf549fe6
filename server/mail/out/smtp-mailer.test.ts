// Protects: each answer of an SMTP server is read as what it is.
import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#server/core/settings/env.ts';
import { freePort } from '#testing/free-port.ts';
import { longLimits, type MailServer, startMailServer } from '#testing/mail-server.ts';
import { startSocketServer } from '#testing/socket-server.ts';
import { type Delivery, type Message, mailboxOf } from './mailer.ts';
import { openMailer } from './open-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const message: Message = {
  id: '<1@kerbside.example>',
  fileName: '1.eml',
  from: mailboxOf('website@kerbside.example'),
  to: [mailboxOf('claims@kerbside.example')],
  replyTo: null,
  autoSubmitted: 'auto-generated',
  subject: 'A claim',
  html: '<p>A claim</p>',
  text: 'A claim',
  sentAt: 0,
};

type Step = keyof MailServer['refuse'];

/** What mail servers answer, by the step at which they do: the lines of the answer, and what it is. */
const answers: Record<Step, [string, Delivery['kind']][]> = {
  login: [
    ['535 5.7.8 Authentication failed', 'misconfigured'],
    ['454 4.7.0 Temporary authentication failure', 'unreachable'],
  ],
  sender: [
    ['530 5.7.0 Authentication required', 'misconfigured'],
    ['553 5.7.1 Sender address rejected: not owned by user', 'misconfigured'],
    ['550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'misconfigured'],
    ['554 5.3.4 Message too big', 'refused'],
    ['450 4.1.8 Sender domain not found just now', 'deferred'],
    ['421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints', 'deferred'],
    ['421 4.3.2 Shutting down', 'deferred'],
    ['550 5.4.5 Daily sending quota exceeded', 'deferred'],
  ],
  recipient: [
    ['550 5.1.1 No such user', 'refused'],
    ['550 5.1.1 <a@firm.example>: Recipient address rejected: User unknown in relay recipient table', 'refused'],
    ['550 5.1.10 Recipient not found. 5.7.1 is no reason; relay.example', 'refused'],
    ['550 5.2.1 The account is disabled: relay-7 said 5.7.1', 'refused'],
    ['550 Unknown in relay recipient table', 'refused'],
    ['550 5.1.8 Sender domain does not exist', 'denied'],
    ['550 relay not permitted', 'denied'],
    ['550 5.0.0 We do not relay', 'denied'],
    ['554 5.7.1 Relay access denied', 'denied'],
    ['550 5.7.1 Blocked by the policy of this organisation', 'denied'],
    ["553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", 'denied'],
    ['451 4.7.1 Greylisted, come back', 'deferred'],
    ['452 4.2.2 Mailbox full', 'deferred'],
    // Exchange Online: no such mailbox; another domain.
    ['550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'refused'],
    ['550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain', 'denied'],
    // Google, on each line.
    [
      '550-5.1.1 The email account that you tried to reach does not exist. Please\n550 5.1.1 try double-checking it - gsmtp',
      'refused',
    ],
    ['550-5.7.1 [192.0.2.1] The IP that you use does not relay here. Please\n550 5.7.1 visit the help - gsmtp', 'denied'],
    // Cisco IronPort.
    ['550 #5.1.0 Address rejected.', 'refused'],
    ['550 #5.7.1 Your access to submit messages to this email system has been rejected.', 'denied'],
    // Exim 4.96, whose sender check failed: the status is what another server said of the sender.
    ['550-Verification failed for <a@firm.example>\n550-Response: 550 5.1.1 No such user\n550 Sender verify failed', 'denied'],
    // A mark of the server before the status, and marks that are none.
    ['550 [XX01] 5.7.1 Not for you', 'denied'],
    ['550 Invalid Recipient - see the guide 1369#550 [abc.5.7.1]', 'refused'],
  ],
  message: [
    ['451 4.3.0 Out of disk', 'deferred'],
    ['554 5.6.0 Message rejected as spam', 'refused'],
    ['554 5.2.252 SendAsDenied; not allowed', 'misconfigured'],
    ['554 5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied; it failed', 'misconfigured'],
    ['550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'misconfigured'],
    ['554 5.2.2 mailbox full; STOREDRV.Submission.Exception:QuotaExceededException.MapiExceptionQuotaExceeded', 'misconfigured'],
    // What we may send in a day, at Google and at Exchange Online.
    ['550-5.4.5 Daily user sending limit exceeded. For more information\n550 5.4.5 visit the help - gsmtp', 'deferred'],
    ['554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; it failed', 'deferred'],
    ['550 5.7.233 The tenant exceeded its daily limit for external recipients', 'deferred'],
    // Yahoo.
    ["554 delivery error: dd This user doesn't have an account (a@firm.example) [0] - mta1.firm.example", 'refused'],
    ['554 5.7.9 Message not accepted for policy reasons.', 'refused'],
    ['550-5.7.26 Unauthenticated email is not accepted due to the DMARC\n550 5.7.26 policy of the domain - gsmtp', 'refused'],
  ],
};

const rows = Object.entries(answers).flatMap(([step, list]) => list.map(([text, kind]) => [text, step as Step, kind] as const));

test.each(rows)('"%s" to the %s: %s', async (answer, step, kind) => {
  const server = await mailServer();
  server.refuse[step] = { code: Number(answer.slice(0, 3)), text: answer.replaceAll(/^\d{3}[ -]/gm, '') };
  const mailer = createSmtpMailer(`smtp://website:secret@127.0.0.1:${server.port}`, longLimits);
  const delivery = await mailer.send(message);
  expect(delivery).toMatchObject({ kind, reply: expect.stringContaining(answer) });
  server.refuse[step] = undefined;
  expect((await mailer.send(message)).kind).toBe('sent');
  mailer.close();
});

test.each([
  ['the host of SITE_URL', { SITE_URL: 'https://www.kerbside.example' }, 'www.kerbside.example'],
  ['the domain of MAIL_FROM', { SITE_URL: 'http://intranet', MAIL_FROM: 'Web <web@kerbside.example>' }, 'kerbside.example'],
  ['SMTP_HELO_NAME', { SITE_URL: 'https://www.kerbside.example', SMTP_HELO_NAME: 'mx.kerbside.example' }, 'mx.kerbside.example'],
])('a mail server that answers 421 to a greeting without a dot is greeted with %s', async (_, settings, name) => {
  const greetings: unknown[] = [];
  const server = await mailServer({
    onMailFrom: (_address, { hostNameAppearsAs: greeting }, done) => {
      greetings.push(greeting);
      done(`${greeting}`.startsWith('[') ? Object.assign(new Error('4.7.0 Try again later'), { responseCode: 421 }) : null);
    },
  });
  const mailer = openMailer(readEnv({ SMTP_URL: server.url, ...settings }));
  expect((await mailer.send(message)).kind).toBe('sent');
  expect(greetings).toEqual([name]);
  mailer.close();
});

test.each([
  ['a recipient', { to: [mailboxOf('påskägg@kerbside.example')] }, 'refused'],
  ['a sender', { from: mailboxOf('påskägg@kerbside.example') }, 'misconfigured'],
  ['no address of a name', { to: [mailboxOf('office@påskägg.example')] }, 'sent'],
])('%s that needs SMTPUTF8 goes to a server that has it, and another one is not asked', async (_, addresses, kind) => {
  // Postfix without it takes the bytes as they are.
  for (const hideSMTPUTF8 of [true, false]) {
    const server = await mailServer({ hideSMTPUTF8 });
    const mailer = createSmtpMailer(server.url, longLimits);
    const delivery = await mailer.send({ ...message, ...addresses });
    expect(delivery.kind).toBe(hideSMTPUTF8 ? kind : 'sent');
    expect(server.emails).toHaveLength(delivery.kind === 'sent' ? 1 : 0);
    if (kind !== 'sent' && hideSMTPUTF8)
      expect(delivery.reply).toBe('påskägg@kerbside.example needs SMTPUTF8, which the mail server does not have.');
    mailer.close();
  }
});

test('where a recipient needs SMTPUTF8 and the server puts off the other, each is to get an email of its own', async () => {
  const onRcptTo = (_address: object, _session: object, done: (error: Error) => void) =>
    done(Object.assign(new Error('4.2.2 Mailbox full'), { responseCode: 452 }));
  const server = await mailServer({ hideSMTPUTF8: true, onRcptTo });
  const mailer = createSmtpMailer(server.url, longLimits);
  const addresses = ['claims@kerbside.example', 'påskägg@kerbside.example'];
  const { sendSeparately } = await mailer.send({ ...message, to: addresses.map(mailboxOf) });
  expect(sendSeparately?.toSorted()).toEqual(addresses);
  mailer.close();
});

test('a server that refuses connections, hangs, closes them, or sends no SMTP is unreachable', async () => {
  const silent = await startSocketServer();
  const rude = await startSocketServer((socket) => socket.end());
  const odd = await startSocketServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const closed = await startSocketServer((socket) => socket.end('554 5.3.2 No service here\r\n'));
  for (const port of [await freePort(), silent, rude, odd, closed]) {
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, { maxAttemptMs: 400 });
    expect((await mailer.send(message)).kind).toBe('unreachable');
    mailer.close();
  }
});

test('a server whose certificate is invalid, or without encryption where it is required, is unreachable, which is retried', async () => {
  const encrypted = await mailServer({ secure: true, disabledCommands: [] });
  const careful = createSmtpMailer(`smtps://127.0.0.1:${encrypted.port}`, longLimits);
  expect((await careful.send(message)).kind).toBe('unreachable');
  const trusting = createSmtpMailer(`smtps://127.0.0.1:${encrypted.port}?tls=unchecked`, longLimits);
  expect((await trusting.send(message)).kind).toBe('sent');
  const plain = await mailServer();
  const strict = createSmtpMailer(`smtp://127.0.0.1:${plain.port}?tls=required`, longLimits);
  expect((await strict.send(message)).kind).toBe('unreachable');
  for (const mailer of [careful, trusting, strict]) mailer.close();
});

test('one connection that hangs delays no other email, and can be aborted', async () => {
  const held: (() => void)[] = [];
  const server = await mailServer({
    onMailFrom: (address, _session, done) => (address.address.startsWith('slow') ? void held.push(() => done()) : done()),
  });
  const mailer = createSmtpMailer(server.url, longLimits);
  const cut = new AbortController();
  const slow = mailer.send({ ...message, from: mailboxOf('slow@kerbside.example') }, cut.signal);
  for (let i = 0; i < 3; i += 1) expect((await mailer.send(message)).kind).toBe('sent');
  cut.abort();
  expect((await slow).kind).toBe('unreachable');
  mailer.close();
});

test('a check shows whether the server is reachable and accepts our login, without sending an email', async () => {
  const server = await mailServer();
  const mailer = createSmtpMailer(`smtp://website:secret@127.0.0.1:${server.port}`, longLimits);
  expect((await mailer.check()).kind).toBe('ready');
  server.refuse.login = { code: 535, text: '5.7.8 Authentication failed' };
  expect((await mailer.check()).kind).toBe('misconfigured');
  await server.close();
  expect((await mailer.check()).kind).toBe('unreachable');
  expect(server.emails).toEqual([]);
  mailer.close();
});

async function mailServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  return server;
}
