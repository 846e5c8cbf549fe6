// Protects: an answer that comes late is waited for, and an email whose fate is unknown is told of as that and hardly repeated.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { day, hour, minute } from '#forms/durations.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { longLimits, startMailServer } from '#testing/mail-server.ts';
import { until } from '#testing/until.ts';
import { openMail } from '#testing/with-mail.ts';
import { retryEmails } from './backlog.ts';
import { mailboxOf, maxConnections } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const message = {
  id: '<1@kerbside.example>',
  fileName: '1.eml',
  from: mailboxOf('website@kerbside.example'),
  to: [mailboxOf('claims@kerbside.example')],
  replyTo: null,
  autoSubmitted: 'auto-generated' as const,
  subject: 'A claim',
  html: '<p>A claim</p>',
  text: 'A claim',
  sentAt: 0,
};

test.each([
  ['an answer after the time of an attempt', { answerAfterMs: 3_000 }, 'sent', '250'],
  ['no answer in ten minutes', { answerMs: 300 }, 'unknown', 'The mail server took too long. It had the whole email'],
  ['the end of the connection', { ends: true }, 'unknown', 'It had the whole email, which may have arrived.'],
  ['a refusal that ends the connection', { code: 421 }, 'deferred', '421'],
] as const)('after the final dot, %s', async (_, { answerAfterMs, answerMs, ends, code }: Late, kind, words) => {
  const sockets = new Set<{ destroy: () => unknown }>();
  const server = await startMailServer({
    onData: (stream, _session, done) => {
      stream.resume().on('end', async () => {
        if (ends) for (const socket of sockets) socket.destroy();
        else if (code) done(Object.assign(new Error('4.3.2 Shutting down'), { responseCode: code }));
        else if (answerAfterMs) await pause(answerAfterMs).then(() => done());
      });
    },
  });
  server.onConnection((socket) => sockets.add(socket));
  onTestFinished(() => server.close());
  const limits = answerAfterMs ? { maxAttemptMs: 2_000 } : {};
  const mailer = createSmtpMailer(server.url, { ...longLimits, ...limits, ...(answerMs && { answerMs }) });
  const delivery = await mailer.send(message);
  expect(delivery).toMatchObject({ kind, reply: expect.stringContaining(words) });
  mailer.close();
});

type Late = { answerAfterMs?: number; answerMs?: number; ends?: boolean; code?: number };

/** A mail server that keeps the Message-ID of every email that it has, and answers when it is told to. */
async function withSilentServer({
  isSilent,
  emailsSenders = false,
}: {
  isSilent: (raw: string) => boolean;
  emailsSenders?: boolean;
}) {
  const taken: string[] = [];
  const answers: (() => void)[] = [];
  const opened = await openMail({
    emailsSenders,
    onData: async (stream, _session, done) => {
      let raw = '';
      for await (const chunk of stream) raw += chunk;
      taken.push(/^Message-ID: (.+)$/im.exec(raw)?.[1] ?? '');
      if (isSilent(raw)) answers.push(() => done());
      else done();
    },
  });
  return { ...opened, taken, answers };
}

test('an email that never has an answer is sent four times, with one Message-ID, and has failed then, or is perhaps not delivered', async () => {
  const { startWorker, storeClaims, database, taken, clock } = await withSilentServer({
    isSilent: () => true,
    emailsSenders: true,
  });
  const emails = () =>
    database.db.selectFrom('jobs').selectAll().where('template', 'is not', null).orderBy('kind', 'desc').execute();
  await storeClaims(aoife);
  const worker = startWorker({ answerMs: 100 });
  for (let copies = 1; copies <= 4; copies += 1) {
    await until(`copy ${copies}`, async () => {
      worker.wake();
      const settled = (await emails()).every(({ attempts, lease_until }) => attempts === copies && lease_until === null);
      return taken.length === 2 * copies && settled;
    });
    // As a PostgreSQL writes it whose clock is an hour ahead.
    await database.db
      .updateTable('jobs')
      .set({ first_attempt_at: clock.time + hour })
      .execute();
    const last = { last_outcome: 'unknown', last_detail: expect.stringContaining('may have arrived') };
    expect(await emails()).toMatchObject([last, copies < 4 ? last : { ...last, last_outcome: 'perhaps not delivered' }]);
    clock.time += 9 * minute;
    worker.wake();
    await pause(100);
    expect(taken).toHaveLength(2 * copies);
    clock.time += 2 * minute;
  }
  expect(await emails()).toMatchObject([{ failed_at: expect.any(Number) }, { finished_at: expect.any(Number) }]);
  expect(new Set(taken).size).toBe(2);
  await worker.checkAlarms();
  expect(worker.alarms().map(({ name }) => name)).toContain('email_failed');

  await retryEmails(database, clock.now());
  await until('one more copy', async () => {
    worker.wake();
    const [email] = await emails();
    return taken.length === 9 && email?.attempts === 1 && email.lease_until === null;
  });
  expect(await emails()).toMatchObject([{ failed_at: null, finished_at: null, last_outcome: 'unknown' }, {}]);
});

test('an email to a claimant that never had an answer, and is given up after a day, is not shown as not sent', async () => {
  const { startWorker, storeClaims, database, clock } = await withSilentServer({ isSilent: () => true, emailsSenders: true });
  const outcomes = async () => {
    const query = database.db.selectFrom('jobs').select('last_outcome').where('kind', '=', 'acknowledgement');
    return (await query.execute()).map(({ last_outcome: outcome }) => outcome);
  };
  await storeClaims(aoife);
  const worker = startWorker({ answerMs: 100 });
  const waitFor = (outcome: string) =>
    until(outcome, async () => {
      worker.wake();
      return (await outcomes()).join() === outcome;
    });
  await waitFor('unknown');
  clock.time += day;
  await waitFor('perhaps not delivered');
});

test('emails that wait for a late answer hold up no other, keep their leases, and are not sent again', async () => {
  const { startWorker, storeClaims, emails, taken, answers, clock } = await withSilentServer({
    isSilent: (raw) => raw.includes('Aoife'),
  });
  await storeClaims(...Array.from({ length: maxConnections + 1 }, () => aoife));
  const worker = startWorker({ lateMs: 50 });
  await until('more than the usual connections', () => answers.length === maxConnections + 1);
  await storeClaims(lukasz);
  worker.wake();
  await until('the other email', async () => (await emails()).some((email) => email.finished_at !== null));
  const waiting = async () => (await emails()).filter((email) => email.finished_at === null);
  for (let passed = 0; passed < 3; passed += 1) {
    clock.time += minute;
    await until('new leases', async () => (await waiting()).every(({ lease_until }) => (lease_until ?? 0) > clock.time + minute));
  }
  for (const answer of answers) answer();
  await until('all to be sent', async () => (await waiting()).length === 0);
  expect(new Set(taken).size).toBe(taken.length);
  expect((await emails()).every(({ attempts, last_outcome }) => attempts === 1 && last_outcome === 'sent')).toBe(true);
});

test('an email without an answer when the process ends counts as one of unknown fate', async () => {
  const { startWorker, storeClaims, emails, taken } = await withSilentServer({ isSilent: () => true });
  await storeClaims(aoife);
  const worker = startWorker();
  await until('the email', () => taken.length === 1);
  await worker.stop(50);
  expect(await emails()).toMatchObject([
    { attempts: 1, lease_until: null, last_outcome: 'unknown', finished_at: null, failed_at: null },
  ]);
});
