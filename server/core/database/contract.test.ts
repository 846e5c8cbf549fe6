// Protects: both engines store, lease and settle in the same way under concurrency.
import { describe, expect, test } from 'vitest';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { acknowledgeFailed, countBacklog, retryEmails, stuckEmails } from '#server/mail/out/backlog.ts';
import { emailQueue, emailsIn, engines, setClock, testDatabases } from '#testing/databases.ts';
import { xiaoming } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';

/** The contract of both engines, tested concurrently, because a single writer hides what READ COMMITTED shows. */
const databases = testDatabases();

async function openStores(engine: (typeof engines)[number]) {
  const database = await databases.open(engine);
  const emails = () => emailsIn(database);
  const { lease, settle, nextRunAt } = emailQueue(database);
  /** On PostgreSQL jobs are due by the database's clock, and not by the one that is given. */
  const at = (now: number) => setClock(database, now);
  return {
    emails,
    submissions: createSubmissionStore(database),
    queue: {
      lease: (now: number, leaseMs: number, limit: number) => at(now).then(() => lease(now, leaseMs, limit)),
      settle: (...args: Parameters<typeof settle>) => at(args[2]).then(() => settle(...args)),
      nextRunAt: (now: number) => at(now).then(() => nextRunAt(now)),
    },
    database,
  };
}

const leaseMs = 60_000;
const sent = { outcome: 'sent', detail: '250 OK' };

describe.each(engines)('on %s', (engine) => {
  test('a submission comes back as it was sent, in every script, and has one email', async () => {
    const { submissions, emails } = await openStores(engine);
    const claim = claimFrom(xiaoming);
    expect(await submissions.insertAll([claim])).toMatchObject([{ kind: 'new' }]);
    expect(await submissions.find(claim.id)).toMatchObject({ id: claim.id, data: claim.data, createdAt: claim.createdAt });
    expect(await emails()).toMatchObject([{ subject_id: claim.id, attempts: 0, finished_at: null }]);
  });

  test('the same key from twenty senders at once is one submission with one email', async () => {
    const { submissions, emails } = await openStores(engine);
    const claim = claimFrom();
    const duplicates = Array.from({ length: 20 }, () =>
      claimFrom(xiaoming, { idempotencyKey: 'key-1', contentHash: claim.contentHash }),
    );
    const outcomes = (await Promise.all(duplicates.map((duplicate) => submissions.insertAll([duplicate])))).flat();
    expect(outcomes.filter(({ kind }) => kind === 'new')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'duplicate')).toHaveLength(19);
    expect(new Set(outcomes.map((outcome) => 'submission' in outcome && outcome.submission.reference)).size).toBe(1);
    expect(await emails()).toHaveLength(1);
  });

  test('the same words without a key, at once, are one submission', async () => {
    const { submissions, emails } = await openStores(engine);
    const { contentHash } = claimFrom();
    const duplicates = Array.from({ length: 10 }, () => claimFrom(xiaoming, { contentHash }));
    await Promise.all(duplicates.map((duplicate) => submissions.insertAll([duplicate])));
    expect(await emails()).toHaveLength(1);
  });

  test('batches that cross each other do not wait for each other for ever', async () => {
    const { submissions, emails } = await openStores(engine);
    const claims = Array.from({ length: 12 }, () => claimFrom());
    const again = claims.map((claim) => ({ ...claimFrom(), contentHash: claim.contentHash }));
    await Promise.all([submissions.insertAll(claims), submissions.insertAll(again.toReversed())]);
    expect(await emails()).toHaveLength(12);
  });

  test('a batch that fails keeps neither submissions nor emails', async () => {
    const { submissions, emails, database } = await openStores(engine);
    const claim = claimFrom();
    await expect(submissions.insertAll([claim, claimFrom(xiaoming, { id: claim.id })])).rejects.toThrow();
    expect(await emails()).toEqual([]);
    expect(await database.db.selectFrom('form_submissions').selectAll().execute()).toEqual([]);
  });

  test('ten senders at once never hold the same email', async () => {
    const { submissions, queue } = await openStores(engine);
    await submissions.insertAll(Array.from({ length: 60 }, () => claimFrom()));
    const rounds = await Promise.all(
      Array.from({ length: 10 }, async () => [
        ...(await queue.lease(Date.now(), leaseMs, 4)),
        ...(await queue.lease(Date.now(), leaseMs, 4)),
      ]),
    );
    const held = rounds.flat().map(({ id }) => id);
    expect(new Set(held).size).toBe(held.length);
    expect(rounds.every((round) => round.length <= 8)).toBe(true);
    expect(await queue.lease(Date.now(), leaseMs, 100)).toHaveLength(60 - held.length);
  });

  test('an email can be leased again when its lease ends, and a process with an old fencing token cannot settle it', async () => {
    const { submissions, queue, emails } = await openStores(engine);
    await submissions.insertAll([claimFrom()]);
    const now = Date.now();
    const [first] = await queue.lease(now, leaseMs, 1);
    expect(await queue.lease(now + leaseMs - 1, leaseMs, 1)).toEqual([]);
    const [second] = await queue.lease(now + leaseMs, leaseMs, 1);
    expect(second).toMatchObject({ id: first?.id, attempts: 2, fencingToken: 2, firstAttemptAt: now });
    if (!first || !second) throw new Error('nothing was leased');
    expect(
      await queue.settle(
        first,
        { kind: 'waits', until: now + 1, isSuccess: false, attempt: { outcome: 'deferred', detail: 'late' } },
        now,
      ),
    ).toBe(false);
    const alsoFor = ['office@kerbside.example'];
    expect(await queue.settle(second, { kind: 'finished', at: now + leaseMs, attempt: sent, alsoFor }, now)).toBe(true);
    expect(await queue.settle(second, { kind: 'failed', at: now, attempt: sent }, now)).toBe(false);
    expect(await emails()).toMatchObject([
      { finished_at: now + leaseMs, failed_at: null, last_detail: '250 OK', last_outcome: 'sent', recipient: null },
      { finished_at: null, attempts: 0, last_outcome: null, recipient: 'office@kerbside.example', subject_id: second.subjectId },
    ]);
  });

  test('an email that waits is due at its time, one that was released is due at once with its attempt given back', async () => {
    const { submissions, queue } = await openStores(engine);
    await submissions.insertAll([claimFrom()]);
    const now = Date.now();
    const [email] = await queue.lease(now, leaseMs, 1);
    if (!email) throw new Error('nothing was leased');
    await queue.settle(email, { kind: 'released', attempt: null }, now);
    const [again] = await queue.lease(now, leaseMs, 1);
    expect(again?.attempts).toBe(1);
    if (!again) throw new Error('nothing was leased');
    await queue.settle(
      again,
      { kind: 'waits', until: now + 499.6, isSuccess: false, attempt: { outcome: 'unreachable', detail: 'ECONNREFUSED' } },
      now,
    );
    expect(await queue.nextRunAt(now + 100)).toBe(now + 500);
    expect(await queue.lease(now + 499, leaseMs, 1)).toEqual([]);
    expect(await queue.lease(now + 500, leaseMs, 1)).toMatchObject([{ attempts: 2 }]);
  });

  test('what waits and what failed can be counted, listed, sent again and acknowledged', async () => {
    const { submissions, queue, database } = await openStores(engine);
    const claims = [claimFrom(), claimFrom(), claimFrom()];
    await submissions.insertAll(claims);
    const now = Date.now();
    const [email] = await queue.lease(now, leaseMs, 1);
    if (!email) throw new Error('nothing was leased');
    await queue.settle(
      email,
      { kind: 'failed', at: now, attempt: { outcome: 'refused', detail: '550 5.1.1 No such user' } },
      now,
    );
    const subject = claims.find(({ id }) => id === email.subjectId);
    const oldestSince = Math.min(...claims.filter((claim) => claim !== subject).map(({ createdAt }) => createdAt));
    expect(await countBacklog(database)).toEqual({ waiting: 2, oldestSince, failed: 1 });
    expect(await stuckEmails(database, 0)).toMatchObject([
      { reference: subject?.reference, lastDetail: '550 5.1.1 No such user' },
    ]);
    expect(await retryEmails(database, now)).toBe(3);
    expect(await countBacklog(database)).toMatchObject({ waiting: 3, failed: 0 });
    const [again] = (await queue.lease(now + leaseMs, leaseMs, 3)).filter(({ id }) => id === email.id);
    if (!again) throw new Error('it was not tried again');
    await queue.settle(again, { kind: 'failed', at: now, attempt: { outcome: 'refused', detail: '550' } }, now);
    expect(await acknowledgeFailed(database, now)).toBe(1);
    expect(await countBacklog(database)).toMatchObject({ waiting: 2, failed: 0 });
  });
});
