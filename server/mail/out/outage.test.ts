// Protects: after an outage of the mail server every email is sent within two minutes.
import type { SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { startSocketServer } from '#testing/socket-server.ts';
import { until } from '#testing/until.ts';
import { openMail } from '#testing/with-mail.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const wrongLogin = { code: 535, text: '5.7.8 Authentication failed' };

const isUnreachable = (email: { last_outcome: string | null }) => email.last_outcome === 'unreachable';
const isNotOnItsWay = (email: { lease_until: number | null }) => email.lease_until === null;

test('a mail server that is reachable again but rejects our login gets every email within two minutes of accepting it', async () => {
  const { server, startWorker, storeClaims, emails, clock, database } = await openMail();
  await server.close();
  await storeClaims(...Array.from({ length: 30 }, () => aoife));
  // Each email has its longest pause after its next attempt.
  await database.db.updateTable('jobs').set({ attempts: 8 }).execute();
  const outbox = startWorker();
  await until('attempts to end', async () => (await emails()).some(isUnreachable) && (await emails()).every(isNotOnItsWay));
  const back = await startMailServer({ port: server.port });
  onTestFinished(() => back.close());
  back.refuse.login = wrongLogin;
  clock.time += minute;
  outbox.wake();
  await until('the alarm', () => outbox.alarms().some(({ name }) => name === 'mail_circuit_open'));
  clock.time += minute / 2;
  back.refuse.login = undefined;
  for (let passed = 0; passed < 2; passed += 1) {
    clock.time += minute;
    outbox.wake();
    await until('a tick', () => back.emails.length > 0);
  }
  await until('all emails', () => back.emails.length === 30);
  await until('the store to know', async () => (await emails()).every((email) => email.finished_at !== null));
  expect(new Set(back.emails.map(({ messageId }) => messageId)).size).toBe(30);
  expect(outbox.alarms().filter(({ name }) => name === 'mail_circuit_open')).toEqual([]);
});

/** A mail server that denies every recipient but those whose address it is asked about. */
function denying(isAllowed: (address: string) => boolean): SMTPServerOptions {
  const denial = Object.assign(new Error('5.7.1 Denied by policy'), { responseCode: 550 });
  return { onRcptTo: ({ address }, _session, done) => done(isAllowed(address) ? null : denial) };
}

test('a recipient whose policy denies us opens no circuit, and its email fails after five days', async () => {
  const { server, startWorker, storeClaims, emails, clock, storeAccountEmail } = await openMail(
    denying((address) => address !== 'hana@elsewhere.example'),
  );
  await storeAccountEmail('hana@elsewhere.example');
  const outbox = startWorker();
  const deniedOne = async () => (await emails()).find(({ template }) => template === 'password-changed');
  for (let count = 1; count <= 3; count += 1) {
    await until('an attempt', async () => ((await deniedOne())?.attempts ?? 0) >= count && !(await deniedOne())?.lease_until);
    expect(outbox.alarms().filter(({ name }) => name === 'mail_circuit_open')).toEqual([]);
    await storeClaims(aoife);
    clock.time += 3 * minute;
    outbox.wake();
    await until("the team's email", () => server.emails.length === count);
  }
  expect(await deniedOne()).toMatchObject({ last_outcome: 'denied', failed_at: null });
  clock.time += 5 * 24 * 60 * minute;
  outbox.wake();
  await until('it to fail', async () => (await deniedOne())?.failed_at);
});

test('a mail server that denies recipients at two domains opens the circuit, and every email is sent once it relays for us', async () => {
  let isRelaying = false;
  const { server, startWorker, storeClaims, emails, clock, storeAccountEmail } = await openMail(denying(() => isRelaying));
  await storeClaims(aoife);
  await storeAccountEmail('hana@elsewhere.example');
  const outbox = startWorker();
  await until('the alarm', () => outbox.alarms().some(({ name }) => name === 'mail_circuit_open'));
  isRelaying = true;
  await until('attempts to end', async () => (await emails()).every(({ lease_until }) => lease_until === null));
  for (let passed = 0; passed < 2; passed += 1) {
    clock.time += minute;
    outbox.wake();
    await until('a tick', () => server.emails.length > passed);
  }
  expect(outbox.alarms().filter(({ name }) => name === 'mail_circuit_open')).toEqual([]);
});

test('while our login is rejected and no email waits the mail server is only probed, and the alarm is resolved when it accepts the login', async () => {
  const { server, startWorker, storeClaims, clock, database, log } = await openMail();
  server.refuse.login = wrongLogin;
  await storeClaims(aoife);
  const outbox = startWorker();
  await until('the alarm', () => outbox.alarms().some(({ name }) => name === 'mail_circuit_open'));
  await until('nothing on its way', async () =>
    (await database.db.selectFrom('jobs').select('lease_until').execute()).every(({ lease_until }) => lease_until === null),
  );
  await database.db.deleteFrom('form_submissions').execute();
  clock.time += 3 * minute;
  let ticks = 0;
  let last = outbox.lastTickAt();
  outbox.wake();
  for (const end = Date.now() + 500; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 5))) {
    clock.time += 1;
    const tick = outbox.lastTickAt();
    if (tick !== last) ticks += 1;
    last = tick;
  }
  expect(ticks).toBeLessThan(10);
  server.refuse.login = undefined;
  clock.time += 3 * minute;
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

test('the five days of attempts do not run while our login is rejected', async () => {
  const { server, startWorker, storeClaims, emails, clock } = await openMail();
  server.refuse.login = wrongLogin;
  await storeClaims(aoife);
  const outbox = startWorker();
  await until('the alarm', () => outbox.alarms().some(({ name }) => name === 'mail_circuit_open'));
  await until('it to end', async () => (await emails())[0]?.lease_until === null);
  server.refuse.login = undefined;
  server.refuse.message = { code: 451, text: '4.7.1 Greylisted' };
  clock.time += 6 * 24 * 60 * minute;
  outbox.wake();
  await until('an attempt', async () => (await emails())[0]?.last_outcome === 'deferred');
  expect(await emails()).toMatchObject([{ failed_at: null, attempts: 1 }]);
});

/** A mail server that takes so many emails and defers every other one. */
async function createDeferring(claims: number) {
  const accepts = { left: 0, asked: 0 };
  const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
    stream.resume().on('end', () => {
      accepts.asked += 1;
      accepts.left -= 1;
      done(accepts.left >= 0 ? null : Object.assign(new Error('4.3.2 Not just now'), { responseCode: 451 }));
    });
  };
  const testMailer = await openMail({ onData });
  const { startWorker, storeClaims, emails, clock, logged } = testMailer;
  await storeClaims(...Array.from({ length: claims }, () => aoife));
  const start = async () => {
    const outbox = startWorker();
    await until('it to be known', async () => logged('mail server').length > 0 && (await emails()).every(isNotOnItsWay));
    return outbox;
  };
  /** Puts the clock forward by a minute, in which the mail server is asked. */
  const passMinute = async (outbox: { wake: () => void }) => {
    const { asked } = accepts;
    clock.time += minute;
    outbox.wake();
    await until('a probe', async () => accepts.asked > asked && (await emails()).every(isNotOnItsWay));
  };
  const sent = async () => (await emails()).filter((email) => email.finished_at !== null).length;
  return { ...testMailer, accepts, start, passMinute, sent };
}

test('while the mail server defers everything it gets few attempts, and all emails within two minutes of its recovery', async () => {
  const { accepts, start, passMinute, sent } = await createDeferring(60);
  const outbox = await start();
  expect(outbox.alarms()).toEqual([]);
  for (let passed = 0; passed < 10; passed += 1) await passMinute(outbox);
  expect(accepts.asked).toBeLessThanOrEqual(2 * 5 + 10);
  accepts.left = 1_000;
  for (let passed = 0; passed < 2 && (await sent()) < 60; passed += 1) await passMinute(outbox);
  await until('all of them', async () => (await sent()) === 60);
});

test('emails that were deferred before a restart are sent within a minute of it', async () => {
  const { accepts, start, startWorker, clock, sent } = await createDeferring(20);
  const first = await start();
  await first.stop(0);
  accepts.left = 1_000;
  clock.time += minute;
  startWorker();
  await until('all of them', async () => (await sent()) === 20);
});

test('a mail server that accepts ten emails and then defers again gets only a few of those that wait', async () => {
  const { accepts, start, passMinute, sent } = await createDeferring(60);
  const outbox = await start();
  accepts.left = 10;
  await passMinute(outbox);
  await until('ten to be sent', async () => (await sent()) === 10);
  await passMinute(outbox);
  expect(accepts.asked).toBeLessThanOrEqual(2 * 5 + 10 + 2 * 5);
});

// npm test has the times in retry-schedule.test.ts.
test('an email deferred for reasons of its own is retried at its own times, and delays no other', async () => {
  const isGreylisted = (address: string) => address === 'hana@greylisting.example';
  const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _session, done) =>
    done(isGreylisted(address) ? Object.assign(new Error('4.7.1 Greylisted'), { responseCode: 451 }) : null);
  const { server, startWorker, storeClaims, storeAccountEmail, emails, clock, logged } = await openMail({ onRcptTo });
  await storeAccountEmail('hana@greylisting.example');
  const outbox = startWorker();
  const deferred = async () => (await emails()).find(({ template }) => template === 'password-changed');
  await until('a first attempt', async () => (await deferred())?.last_outcome === 'deferred');
  for (let passed = 1; passed <= 30; passed += 1) {
    await storeClaims(aoife);
    clock.time += minute;
    outbox.wake();
    await until('the claim', async () => server.emails.length === passed && (await emails()).every(isNotOnItsWay));
  }
  expect((await deferred())?.attempts).toBeGreaterThan(5);
  expect((await deferred())?.attempts).toBeLessThanOrEqual(3 + 30 / 4);
  expect(logged('mail server')).toEqual([]);
});

test('one email that the mail server never answers closes it to no other', async () => {
  const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _session, done) => {
    if (address !== 'hana@tarpit.example') done();
  };
  const { server, startWorker, storeClaims, storeAccountEmail, emails, logged } = await openMail({ onRcptTo });
  await storeAccountEmail('hana@tarpit.example');
  // Long enough for an email that is answered, on a machine that is busy.
  const outbox = startWorker({ maxAttemptMs: 1_500 });
  await until('an attempt', async () => (await emails())[0]?.last_outcome === 'unreachable');
  await storeClaims(aoife);
  outbox.wake();
  await until('the claim', () => server.emails.length === 1);
  expect(logged('mail server')).toEqual([]);
});

test('a new email is the next probe, before those that were deferred', async () => {
  const isFull = (address: string) => address === 'claims@kerbside.example';
  const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _session, done) =>
    done(isFull(address) ? Object.assign(new Error('4.2.2 Mailbox full'), { responseCode: 452 }) : null);
  const { server, startWorker, storeClaims, storeAccountEmail, emails, clock, logged } = await openMail({ onRcptTo });
  await storeClaims(aoife, aoife, aoife, aoife);
  const outbox = startWorker();
  await until('it to be known', async () => logged('mail server').length > 0 && (await emails()).every(isNotOnItsWay));
  clock.time += minute;
  await storeAccountEmail('hana@elsewhere.example');
  outbox.wake();
  await until('the new one', () => server.emails.length === 1);
});
