import { describe, expect, test, vi } from 'vitest';
import { createBacklog } from '#server/outbox/backlog.ts';
import { createOutboxStore } from '#server/outbox/store.ts';
import { createSubmissionStore } from '#server/submissions/store.ts';
import { engines, setClock, testDatabases } from '#testing/databases.ts';
import { ouyang } from '#testing/people.ts';
import { claimFrom } from '#testing/submissions.ts';

// A machine that is busy with other things is slow, not wrong.
vi.setConfig({ testTimeout: 60_000 });

/** What both engines promise, asked for concurrently: a single writer hides what READ COMMITTED shows. */
const databases = testDatabases();

async function openStores(engine: (typeof engines)[number]) {
  const database = await databases.open(engine);
  const letters = () => database.db.selectFrom('letters').selectAll().execute();
  const { claim, settle, nextDueAt, hasten } = createOutboxStore(database);
  /** On PostgreSQL the database's clock tells what is due, and not the one that is given. */
  const at = (now: number) => setClock(database, now);
  return {
    database,
    letters,
    submissions: createSubmissionStore(database),
    outbox: {
      claim: (now: number, leaseMs: number, most: number) => at(now).then(() => claim(now, leaseMs, most)),
      settle: (...args: Parameters<typeof settle>) => at(args[2]).then(() => settle(...args)),
      nextDueAt: (now: number) => at(now).then(() => nextDueAt(now)),
      hasten: (now: number) => at(now).then(() => hasten(now)),
    },
    backlog: createBacklog(database),
  };
}

const lease = 60_000;
const sent = { kind: 'sent', answer: '250 OK' } as const;

describe.each(engines)('on %s', (engine) => {
  test('a submission comes back as it was sent, in every script, and has one letter', async () => {
    const { submissions, letters } = await openStores(engine);
    const claim = claimFrom(ouyang);
    expect(await submissions.insertAll([claim])).toMatchObject([{ kind: 'new' }]);
    expect(await submissions.find(claim.id)).toMatchObject({ id: claim.id, data: claim.data, createdAt: claim.createdAt });
    expect(await letters()).toMatchObject([{ submission_id: claim.id, tries: 0, sent_at: null }]);
  });

  test('the same key from twenty senders at once is one submission with one letter', async () => {
    const { submissions, letters } = await openStores(engine);
    const claim = claimFrom();
    const twins = Array.from({ length: 20 }, () =>
      claimFrom(ouyang, { idempotencyKey: 'key-1', contentHash: claim.contentHash }),
    );
    const outcomes = (await Promise.all(twins.map((twin) => submissions.insertAll([twin])))).flat();
    expect(outcomes.filter(({ kind }) => kind === 'new')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'repeated')).toHaveLength(19);
    expect(new Set(outcomes.map((outcome) => 'submission' in outcome && outcome.submission.reference)).size).toBe(1);
    expect(await letters()).toHaveLength(1);
  });

  test('the same words without a key, at once, are one submission', async () => {
    const { submissions, letters } = await openStores(engine);
    const { contentHash } = claimFrom();
    const twins = Array.from({ length: 10 }, () => claimFrom(ouyang, { contentHash }));
    await Promise.all(twins.map((twin) => submissions.insertAll([twin])));
    expect(await letters()).toHaveLength(1);
  });

  test('batches that cross each other do not wait for each other for ever', async () => {
    const { submissions, letters } = await openStores(engine);
    const claims = Array.from({ length: 12 }, () => claimFrom());
    const again = claims.map((claim) => ({ ...claimFrom(), contentHash: claim.contentHash }));
    await Promise.all([submissions.insertAll(claims), submissions.insertAll(again.toReversed())]);
    expect(await letters()).toHaveLength(12);
  });

  test('a batch that fails keeps neither submissions nor letters', async () => {
    const { submissions, letters, database } = await openStores(engine);
    const claim = claimFrom();
    await expect(submissions.insertAll([claim, claimFrom(ouyang, { id: claim.id })])).rejects.toThrow();
    expect(await letters()).toEqual([]);
    expect(await database.db.selectFrom('form_submissions').selectAll().execute()).toEqual([]);
  });

  test('ten senders at once never hold the same letter', async () => {
    const { submissions, outbox } = await openStores(engine);
    await submissions.insertAll(Array.from({ length: 60 }, () => claimFrom()));
    const rounds = await Promise.all(
      Array.from({ length: 10 }, async () => [
        ...(await outbox.claim(Date.now(), lease, 4)),
        ...(await outbox.claim(Date.now(), lease, 4)),
      ]),
    );
    const held = rounds.flat().map(({ id }) => id);
    expect(new Set(held).size).toBe(held.length);
    expect(rounds.every((round) => round.length <= 8)).toBe(true);
    expect(await outbox.claim(Date.now(), lease, 100)).toHaveLength(60 - held.length);
  });

  test('a letter is free again when its lease ends, and who lost it cannot settle it', async () => {
    const { submissions, outbox, letters } = await openStores(engine);
    await submissions.insertAll([claimFrom()]);
    const now = Date.now();
    const [first] = await outbox.claim(now, lease, 1);
    expect(await outbox.claim(now + lease - 1, lease, 1)).toEqual([]);
    const [second] = await outbox.claim(now + lease, lease, 1);
    expect(second).toMatchObject({ id: first?.id, tries: 2, fence: 2, firstTriedAt: now });
    if (!first || !second) throw new Error('nothing was claimed');
    expect(
      await outbox.settle(first, { kind: 'waits', until: now + 1, delivery: { kind: 'deferred', answer: 'late' } }, now),
    ).toBe(false);
    expect(await outbox.settle(second, { kind: 'sent', at: now + lease, delivery: sent }, now)).toBe(true);
    expect(await outbox.settle(second, { kind: 'givenUp', at: now, delivery: sent }, now)).toBe(false);
    expect(await letters()).toMatchObject([
      { sent_at: now + lease, gave_up_at: null, last_answer: '250 OK', last_outcome: 'sent' },
    ]);
  });

  test('a letter that waits is due at its time, one that was only released is due at once with its try given back', async () => {
    const { submissions, outbox } = await openStores(engine);
    await submissions.insertAll([claimFrom()]);
    const now = Date.now();
    const [letter] = await outbox.claim(now, lease, 1);
    if (!letter) throw new Error('nothing was claimed');
    await outbox.settle(letter, { kind: 'released', delivery: null }, now);
    const [again] = await outbox.claim(now, lease, 1);
    expect(again?.tries).toBe(1);
    if (!again) throw new Error('nothing was claimed');
    await outbox.settle(
      again,
      { kind: 'waits', until: now + 499.6, delivery: { kind: 'unreachable', answer: 'ECONNREFUSED' } },
      now,
    );
    expect(await outbox.nextDueAt(now + 100)).toBe(now + 500);
    expect(await outbox.claim(now + 499, lease, 1)).toEqual([]);
    await outbox.hasten(now + 100);
    expect(await outbox.claim(now + 100, lease, 1)).toMatchObject([{ tries: 2 }]);
  });

  test('what waits and what was given up can be counted, listed, sent again and marked as seen', async () => {
    const { submissions, outbox, backlog } = await openStores(engine);
    const claims = [claimFrom(), claimFrom(), claimFrom()];
    await submissions.insertAll(claims);
    const now = Date.now();
    const [letter] = await outbox.claim(now, lease, 1);
    if (!letter) throw new Error('nothing was claimed');
    await outbox.settle(
      letter,
      { kind: 'givenUp', at: now, delivery: { kind: 'refused', answer: '550 5.1.1 No such user' } },
      now,
    );
    const oldestSince = Math.min(
      ...claims.filter(({ reference }) => reference !== letter.submission?.reference).map(({ createdAt }) => createdAt),
    );
    expect(await backlog.count()).toEqual({ waiting: 2, oldestSince, givenUp: 1 });
    expect(await backlog.stuck(0)).toMatchObject([
      { reference: letter.submission?.reference, lastAnswer: '550 5.1.1 No such user' },
    ]);
    expect(await backlog.sendAgain(now)).toBe(3);
    expect(await backlog.count()).toMatchObject({ waiting: 3, givenUp: 0 });
    const [again] = (await outbox.claim(now + lease, lease, 3)).filter(({ id }) => id === letter.id);
    if (!again) throw new Error('it was not tried again');
    await outbox.settle(again, { kind: 'givenUp', at: now, delivery: { kind: 'refused', answer: '550' } }, now);
    expect(await backlog.markSeen(now)).toBe(1);
    expect(await backlog.count()).toMatchObject({ waiting: 2, givenUp: 0 });
  });
});
