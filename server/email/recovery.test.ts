// Protects: deferred e-mails follow a recovery quickly, and do not overwhelm the mail server.
import type { SMTPServerOptions } from 'smtp-server';
import { expect, test } from 'vitest';
import { createTestMailer, minute } from '#testing/create-test-mailer.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { until } from '#testing/until.ts';

const later = { code: 451, text: '4.3.2 System not accepting messages just now' };
const many = (count: number) => Array.from({ length: count }, () => aoife);

type TestMailer = Awaited<ReturnType<typeof createTestMailer>>;

async function attempts({ database }: TestMailer): Promise<number> {
  return (await database.db.selectFrom('job_attempts').select('id').execute()).length;
}

/** Advances the clock by a minute, in which each e-mail that is due is attempted. */
async function passMinute(testMailer: TestMailer, outbox: { wake: () => void }) {
  testMailer.clock.ahead += minute;
  outbox.wake();
  await until('what is due to be attempted', async () => {
    const rows = await testMailer.emails();
    return rows.every((row) => row.lease_until === null && (row.finished_at !== null || row.run_at > testMailer.clock.now()));
  });
}

test('two hundred e-mails that were deferred for hours are sent within two minutes of the mail server’s recovery, few at a time', async () => {
  const testMailer = await createTestMailer();
  const { server, startWorker, storeClaims, emails, database } = testMailer;
  server.refuse.message = later;
  await storeClaims(...many(200));
  // Each e-mail waits for about an hour after its next attempt.
  await database.db.updateTable('jobs').set({ attempts: 8 }).execute();
  const outbox = startWorker();
  await until('a first attempt of all', async () => (await emails()).every((email) => email.last_outcome === 'deferred'));
  for (let i = 0; i < 10; i += 1) await passMinute(testMailer, outbox);
  expect(await attempts(testMailer)).toBeLessThanOrEqual(200 + 12);
  server.refuse.message = undefined;
  await passMinute(testMailer, outbox);
  await until('all of them', () => server.emails.length === 200);
  await until('the store to know', async () => (await emails()).every((email) => email.finished_at !== null));
  expect(await attempts(testMailer)).toBeLessThanOrEqual(400 + 14);
  expect(server.counts.connections).toBeLessThanOrEqual(6);
});

test('e-mails that were deferred in an earlier process are sent after the first e-mail that the mail server accepts', async () => {
  const testMailer = await createTestMailer();
  const { server, startWorker, storeClaims, emails, database } = testMailer;
  server.refuse.message = later;
  await storeClaims(...many(20));
  await database.db.updateTable('jobs').set({ attempts: 8 }).execute();
  const first = startWorker();
  await until('a first attempt of all', async () => (await emails()).every((email) => email.last_outcome === 'deferred'));
  await first.stop(0);
  server.refuse.message = undefined;
  const second = startWorker();
  await storeClaims(aoife);
  second.wake();
  await until('all of them', () => server.emails.length === 21);
});

test('a mail server that accepts ten e-mails and then defers again gets only a few of those that wait', async () => {
  let takes = 0;
  const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
    stream.resume().on('end', () => {
      takes -= 1;
      done(takes >= 0 ? null : Object.assign(new Error('4.7.0 Too many messages'), { responseCode: 451 }));
    });
  };
  const testMailer = await createTestMailer({ onData });
  const { startWorker, storeClaims, emails, database } = testMailer;
  await storeClaims(...many(150));
  await database.db.updateTable('jobs').set({ attempts: 8 }).execute();
  const outbox = startWorker();
  await until('a first attempt of all', async () => (await emails()).every((email) => email.last_outcome === 'deferred'));
  takes = 10;
  await passMinute(testMailer, outbox);
  await until('ten to be sent', async () => (await emails()).filter((email) => email.finished_at !== null).length === 10);
  await passMinute(testMailer, outbox);
  expect(await attempts(testMailer)).toBeLessThanOrEqual(150 + 10 + 40);
});

test('one e-mail that is deferred for reasons of its own is not retried each time that another is accepted', async () => {
  const greylisted = 'hana@greylisting.example';
  const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _session, done) =>
    done(address === greylisted ? Object.assign(new Error('4.7.1 Greylisted'), { responseCode: 451 }) : null);
  const testMailer = await createTestMailer({ onRcptTo });
  const { server, startWorker, storeClaims, database, clock } = testMailer;
  const at = clock.now();
  await database.db
    .insertInto('jobs')
    .values({ id: 'greylisted', kind: 'email', template: 'password-changed', recipient: greylisted, created_at: at, run_at: at })
    .execute();
  const outbox = startWorker();
  const count = async () =>
    (await database.db.selectFrom('job_attempts').select('id').where('job_id', '=', 'greylisted').execute()).length;
  await until('a first attempt', async () => (await count()) > 0);
  for (let i = 1; i <= 40; i += 1) {
    await storeClaims(aoife);
    outbox.wake();
    await until('the claim', () => server.emails.length === i);
  }
  // One is its own first attempt, the other came when the others showed that the mail server works.
  expect(await count()).toBe(2);
  for (let i = 41; i <= 100; i += 1) {
    await storeClaims(aoife);
    await passMinute(testMailer, outbox);
  }
  // It has seven attempts at its own times in that hour, and others after 1, 2, 4, 8, 16 and 32 minutes.
  expect(await count()).toBeLessThanOrEqual(2 + 7 + 6);
});
