// Protects: after an outage of the mail server every e-mail is sent within two minutes.
import type { SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { createTestMailer, minute } from '#testing/create-test-mailer.ts';
import { emailQueue } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { startSocketServer } from '#testing/socket-server.ts';
import { until } from '#testing/until.ts';
import { createEmailStore } from './email-store.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const wrongLogin = { code: 535, text: '5.7.8 Authentication failed' };

test('a mail server that is reachable again but rejects our login gets every e-mail within two minutes of accepting it', async () => {
  const { server, startWorker, storeClaims, emails, clock, database } = await createTestMailer();
  await server.close();
  await storeClaims(...Array.from({ length: 30 }, () => aoife));
  // Each e-mail waits for about an hour after its next attempt.
  await database.db.updateTable('jobs').set({ attempts: 8 }).execute();
  const outbox = startWorker();
  await until('a first attempt', async () => (await emails()).every((email) => email.last_outcome === 'unreachable'));
  const back = await startMailServer({ port: server.port });
  onTestFinished(() => back.close());
  back.refuse.login = wrongLogin;
  clock.ahead += minute;
  outbox.wake();
  await until('the alarm', () => outbox.alarms().some(({ name }) => name === 'mail_circuit_open'));
  clock.ahead += minute / 2;
  back.refuse.login = undefined;
  for (let passed = 0; passed < 2; passed += 1) {
    clock.ahead += minute;
    outbox.wake();
    await until('a tick', () => back.emails.length > 0);
  }
  await until('all e-mails', () => back.emails.length === 30);
  await until('the store to know', async () => (await emails()).every((email) => email.finished_at !== null));
  expect(new Set(back.emails.map(({ messageId }) => messageId)).size).toBe(30);
  expect(outbox.alarms().filter(({ name }) => name === 'mail_circuit_open')).toEqual([]);
});

/** A mail server that denies every recipient but those whose address it is asked about. */
function denying(isAllowed: (address: string) => boolean): SMTPServerOptions {
  const denial = Object.assign(new Error('5.7.1 Denied by policy'), { responseCode: 550 });
  return { onRcptTo: ({ address }, _session, done) => done(isAllowed(address) ? null : denial) };
}

test('a recipient whose policy denies us opens no circuit, and its e-mail fails after five days', async () => {
  const { server, startWorker, storeClaims, emails, clock, storeAccountEmail } = await createTestMailer(
    denying((address) => address !== 'hana@elsewhere.example'),
  );
  await storeAccountEmail('hana@elsewhere.example');
  const outbox = startWorker();
  const deniedOne = async () => (await emails()).find(({ template }) => template === 'password-changed');
  for (let count = 1; count <= 3; count += 1) {
    await until('an attempt', async () => ((await deniedOne())?.attempts ?? 0) >= count && !(await deniedOne())?.lease_until);
    expect(outbox.alarms().filter(({ name }) => name === 'mail_circuit_open')).toEqual([]);
    await storeClaims(aoife);
    clock.ahead += 3 * minute;
    outbox.wake();
    await until("the team's e-mail", () => server.emails.length === count);
  }
  expect(await deniedOne()).toMatchObject({ last_outcome: 'denied', failed_at: null });
  clock.ahead += 5 * 24 * 60 * minute;
  outbox.wake();
  await until('it to fail', async () => (await deniedOne())?.failed_at);
});

test('a mail server that denies recipients at two domains opens the circuit, and every e-mail is sent once it relays for us', async () => {
  let isRelaying = false;
  const { server, startWorker, storeClaims, emails, clock, storeAccountEmail } = await createTestMailer(
    denying(() => isRelaying),
  );
  await storeClaims(aoife);
  await storeAccountEmail('hana@elsewhere.example');
  const outbox = startWorker();
  await until('the alarm', () => outbox.alarms().some(({ name }) => name === 'mail_circuit_open'));
  isRelaying = true;
  await until('attempts to end', async () => (await emails()).every(({ lease_until }) => lease_until === null));
  for (let passed = 0; passed < 2; passed += 1) {
    clock.ahead += minute;
    outbox.wake();
    await until('a tick', () => server.emails.length > passed);
  }
  expect(outbox.alarms().filter(({ name }) => name === 'mail_circuit_open')).toEqual([]);
});

test('while our login is rejected and no e-mail waits the mail server is only probed, and the alarm is resolved when it accepts the login', async () => {
  const { server, startWorker, storeClaims, clock, database, log } = await createTestMailer();
  server.refuse.login = wrongLogin;
  await storeClaims(aoife);
  const outbox = startWorker();
  await until('the alarm', () => outbox.alarms().some(({ name }) => name === 'mail_circuit_open'));
  await until('nothing on its way', async () =>
    (await database.db.selectFrom('jobs').select('lease_until').execute()).every(({ lease_until }) => lease_until === null),
  );
  await database.db.deleteFrom('form_submissions').execute();
  clock.ahead += 3 * minute;
  let ticks = 0;
  let last = outbox.lastTickAt();
  outbox.wake();
  for (const end = Date.now() + 1_500; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 5))) {
    const tick = outbox.lastTickAt();
    if (tick !== last) ticks += 1;
    last = tick;
  }
  expect(ticks).toBeLessThan(10);
  server.refuse.login = undefined;
  clock.ahead += 3 * minute;
  outbox.wake();
  await until('the end of the alarm', () => outbox.alarms().every(({ name }) => name !== 'mail_circuit_open'));
  expect(log()).not.toContain('worker failed');
});

test('a check of a mail server that sends one character at a time ends', async () => {
  const port = await startSocketServer((socket) => {
    socket.write('220 slow.example\r\n');
    const drip = setInterval(() => socket.write('2'), 50);
    socket.on('close', () => clearInterval(drip));
  });
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, { maxAttemptMs: 400 });
  onTestFinished(() => mailer.close());
  expect((await mailer.check()).kind).toBe('unreachable');
});

test('e-mails that found the mail server unreachable before a restart are sent soon after it', async () => {
  const { server, startWorker, storeClaims, emails, database } = await createTestMailer();
  await storeClaims(...Array.from({ length: 60 }, () => aoife));
  const inAnHour = Date.now() + 60 * minute;
  await database.db.updateTable('jobs').set({ attempts: 8, last_outcome: 'unreachable', run_at: inAnHour }).execute();
  startWorker();
  await until('all e-mails', () => server.emails.length === 60);
  await until('the store to know', async () => (await emails()).every((email) => email.finished_at !== null));
});

test('e-mails that were deferred before a restart are sent soon after the mail server accepts e-mails again', async () => {
  const { server, startWorker, storeClaims, emails, clock, database } = await createTestMailer();
  server.refuse.message = { code: 451, text: '4.3.2 Not just now' };
  await storeClaims(...Array.from({ length: 20 }, () => aoife));
  const inAnHour = Date.now() + 60 * minute;
  await database.db.updateTable('jobs').set({ attempts: 8, last_outcome: 'deferred', run_at: inAnHour }).execute();
  const outbox = startWorker();
  const attempts = async () => (await database.db.selectFrom('job_attempts').select('id').execute()).length;
  await until('two attempts', async () => (await attempts()) === 2);
  await until('them to end', async () => (await emails()).every((email) => email.lease_until === null));
  server.refuse.message = undefined;
  clock.ahead += minute;
  outbox.wake();
  await until('all e-mails', () => server.emails.length === 20);
});

test('an e-mail that was being sent when the mail server came back is retried at once where it was unreachable', async () => {
  const { database, storeClaims, clock } = await createTestMailer();
  await storeClaims(aoife);
  await database.db.updateTable('jobs').set({ attempts: 8, last_outcome: 'unreachable' }).execute();
  const [queue, store] = [emailQueue(database), createEmailStore(database)];
  clock.ahead += 1_000;
  const [leased] = await queue.lease(clock.now(), minute, 1);
  clock.ahead += 1_000;
  await store.retryUnreachable(clock.now(), 500);
  const attempt = { outcome: 'unreachable', detail: 'The mail server took too long.' };
  const until = clock.now() + 60 * minute;
  if (!leased) throw new Error('Nothing was leased.');
  await queue.settle(leased, { kind: 'waits', until, isSuccess: false, attempt }, clock.now());
  expect(await queue.nextRunAt(clock.now())).toBeLessThanOrEqual(clock.now());
  const [again] = await queue.lease(clock.now(), minute, 1);
  if (!again) throw new Error('It was not due.');
  await queue.settle(again, { kind: 'waits', until, isSuccess: false, attempt }, clock.now());
  expect(await queue.nextRunAt(clock.now())).toBeGreaterThan(clock.now() + 50 * minute);
});

test('the five days of attempts do not run while our login is rejected', async () => {
  const { server, startWorker, storeClaims, emails, clock } = await createTestMailer();
  server.refuse.login = wrongLogin;
  await storeClaims(aoife);
  const outbox = startWorker();
  await until('the alarm', () => outbox.alarms().some(({ name }) => name === 'mail_circuit_open'));
  await until('it to end', async () => (await emails())[0]?.lease_until === null);
  server.refuse.login = undefined;
  server.refuse.message = { code: 451, text: '4.7.1 Greylisted' };
  clock.ahead += 6 * 24 * 60 * minute;
  outbox.wake();
  await until('an attempt', async () => (await emails())[0]?.last_outcome === 'deferred');
  expect(await emails()).toMatchObject([{ failed_at: null, attempts: 1 }]);
});
