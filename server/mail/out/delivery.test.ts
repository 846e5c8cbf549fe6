// Protects: a stored email is sent although processes die and mail servers fail, and a failure is seen.
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { openMigrated } from '#server/core/database/open.ts';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { emailQueue } from '#testing/databases.ts';
import { aoife, lukasz, xiaoming } from '#testing/fixtures/people.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { openMail, withMail } from '#testing/with-mail.ts';
import { retryEmails } from './backlog.ts';

test('stored emails are sent, also one that a killed process had leased', async () => {
  const { server, startWorker, storeClaims, database, emails } = await openMail();
  await storeClaims(aoife, lukasz);
  await emailQueue(database).lease(tenOClock, minute, 1);
  const outbox = startWorker();
  await until('both emails', () => server.emails.length === 2);
  await storeClaims(xiaoming);
  outbox.wake();
  await until('the third email', () => server.emails.length === 3);
  await until('the store to know', async () => (await emails()).every((email) => email.finished_at !== null));
});

test('an email whose submission is not in the store fails, and does not run again and again', async () => {
  const dataDir = temporaryFolder();
  const { startWorker, storeClaims, emails } = await withMail(
    await createTestDesk(await openMigrated({ dataDir, databaseUrl: null })),
  );
  await storeClaims(aoife);
  const sqlite = new Sqlite(join(dataDir, databaseFileName));
  sqlite.pragma('foreign_keys = off');
  sqlite.exec(`update jobs set subject_id = 'nobody'`);
  sqlite.close();
  startWorker();
  await until('it to fail', async () => (await emails()).every((email) => email.failed_at !== null));
});

test('emails wait for a mail server that is down, and are sent when it is back, without a restart', async () => {
  const { server, startWorker, storeClaims, emails, clock } = await openMail();
  await server.close();
  await storeClaims(aoife, lukasz);
  const outbox = startWorker();
  await until('a first attempt', async () => (await emails()).every((email) => email.last_outcome === 'unreachable'));
  clock.time += 2 * minute;
  const back = await startMailServer({ port: server.port });
  onTestFinished(() => back.close());
  outbox.wake();
  await until('both emails', () => back.emails.length === 2);
  // The first attempts do not count.
  expect((await emails()).map(({ attempts }) => attempts)).toEqual([1, 1]);
});

test('emails with the longest pause are sent when the mail server is reachable again', async () => {
  const { server, startWorker, storeClaims, emails, clock, database } = await openMail();
  await server.close();
  await storeClaims(aoife);
  await database.db.updateTable('jobs').set({ attempts: 8 }).execute();
  const outbox = startWorker();
  await until('a first attempt', async () => (await emails()).every((email) => email.last_outcome === 'unreachable'));
  const back = await startMailServer({ port: server.port });
  onTestFinished(() => back.close());
  clock.time += minute;
  outbox.wake();
  await until('the email', () => back.emails.length === 1);
});

test('while our login is rejected all emails wait, with one alarm, and they are sent when it is accepted', async () => {
  const { server, startWorker, storeClaims, logged, emails, clock } = await openMail();
  server.refuse.login = { code: 535, text: '5.7.8 Authentication failed' };
  await storeClaims(aoife, lukasz, xiaoming, aoife, lukasz, xiaoming, aoife, lukasz);
  const outbox = startWorker();
  await until('the alarm', () => outbox.alarms().some(({ name }) => name === 'mail_circuit_open'));
  const allSettled = () => until('attempts to end', async () => (await emails()).every((email) => email.lease_until === null));
  for (let probe = 0; probe < 3; probe += 1) {
    await allSettled();
    const before = server.counts.logins;
    clock.time += 2 * minute;
    outbox.wake();
    await until('a probe', () => server.counts.logins > before);
  }
  expect(logged('alarm')).toHaveLength(1);
  await allSettled();
  expect((await emails()).every((email) => email.failed_at === null && email.attempts === 0)).toBe(true);
  server.refuse.login = undefined;
  clock.time += 10 * 24 * 60 * minute;
  outbox.wake();
  await until('all emails', () => server.emails.length === 8);
  await until('the end of the alarm', () => logged('alarm resolved').some(({ alarm }) => alarm === 'mail_circuit_open'));
});

test('an address that does not exist fails an email at once, with the response of the mail server stored and an alarm', async () => {
  const { server, startWorker, storeClaims, database, emails, logged, clock } = await openMail();
  server.refuse.recipient = { code: 550, text: "5.1.1 No such user here, Aoife O'Neil" };
  await storeClaims(aoife);
  const outbox = startWorker();
  await until('it to fail', async () => (await emails())[0]?.failed_at);
  const [email] = await emails();
  expect(email).toMatchObject({ attempts: 1, finished_at: null, last_detail: "550 5.1.1 No such user here, Aoife O'Neil" });
  await outbox.checkAlarms();
  expect(outbox.alarms()).toMatchObject([{ name: 'email_failed' }]);
  expect(logged('email failed')).toMatchObject([
    { level: 'error', reference: expect.any(String), reply: '550 5.1.1 No such user here, … …' },
  ]);
  server.refuse.recipient = undefined;
  await retryEmails(database, clock.now());
  outbox.wake();
  await until('the email', () => server.emails.length === 1);
  await outbox.checkAlarms();
  expect(outbox.alarms()).toEqual([]);
});

test('an email fails after five days of attempts, and not before', async () => {
  const { server, startWorker, storeClaims, emails, clock } = await openMail();
  server.refuse.recipient = { code: 451, text: '4.3.0 Later' };
  await storeClaims(aoife);
  const outbox = startWorker();
  const retry = async (aheadMs: number) => {
    const [before] = await emails();
    clock.time += aheadMs;
    outbox.wake();
    await until('another attempt', async () => {
      const [email] = await emails();
      return email && email.attempts > (before?.attempts ?? 0) && email.lease_until === null;
    });
    return (await emails())[0]?.failed_at ?? null;
  };
  await until('a first attempt', async () => (await emails())[0]?.last_outcome);
  expect(await retry(119 * 60 * minute)).toBeNull();
  expect(await retry(2 * 60 * minute)).not.toBeNull();
});

test('an email that waits for a quarter of an hour raises an alarm, and so does a worker that has stopped', async () => {
  const { server, startWorker, storeClaims, clock, logged } = await openMail();
  await server.close();
  await storeClaims(aoife);
  clock.time += 16 * minute;
  const outbox = startWorker();
  await outbox.checkAlarms();
  expect(outbox.alarms()).toMatchObject([
    { name: 'email_waiting', message: expect.stringMatching(/^1 email waits, the oldest since \w+, \d+ \w+/) },
  ]);
  await outbox.stop(0);
  clock.time += 2 * minute;
  await outbox.checkAlarms();
  await outbox.checkAlarms();
  expect(logged('alarm').map(({ alarm }) => alarm)).toEqual(['email_waiting', 'worker_stopped']);
});

test('every log line about a submission has its reference, and nothing that a visitor typed', async () => {
  const { server, startWorker, storeClaims, emails, log, clock } = await openMail();
  const quoting = (code: number) => ({
    code,
    text: `5.7.1 Message "Make a Claim: ${aoife.firstName} ${aoife.lastName}" <${aoife.email}> rejected`,
  });
  await storeClaims(aoife);
  for (const [step, code] of [
    ['message', 451],
    ['recipient', 451],
    ['message', 554],
  ] as const) {
    server.refuse = Object.assign(server.refuse, { message: undefined, recipient: undefined, [step]: quoting(code) });
    const attempts = (await emails())[0]?.attempts ?? 0;
    const outbox = startWorker();
    clock.time += 60 * minute;
    outbox.wake();
    await until('an attempt', async () =>
      (await emails()).some((email) => email.attempts > attempts && email.lease_until === null),
    );
    await outbox.stop(0);
  }
  expect(log()).toContain('rejected');
  for (const line of log()
    .split('\n')
    .filter((line) => line.includes('"event":"email')))
    expect(line).toContain('"reference":"');
  // The time of each line is left out, because once a day it is that of the accident.
  const written = log().replaceAll(/"at":"[^"]+"/g, '');
  for (const value of Object.values(aoife).filter((value) => value.length > 3)) expect(written).not.toContain(value);
});
