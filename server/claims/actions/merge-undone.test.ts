// Protects: what was asked for, ended or sent while two claims were merged still holds once they are two again.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { engine, testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { createTestAuth } from '#testing/test-accounts.ts';
import { until } from '#testing/until.ts';
import type { Action } from './actions.ts';

const databases = testDatabases();

describe('a merge that is undone later', () => {
  async function setup(stayingEmail = aoife.email ?? '') {
    const database = await databases.open();
    const testDesk = await createTestDesk(database, { emailsSenders: true });
    const { desk, openClaim, advance, claimant } = testDesk;
    const stays = await openClaim({ ...aoife, email: stayingEmail });
    const goes = await openClaim({ ...aoife, phone: '07700 900999', email: 'eefa@example.org' });
    const run = async (id: string, action: Action) => {
      await advance(1_000);
      const outcome = await desk.runAction(grace, id, action);
      if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
      return outcome.undo;
    };
    const merge = async () => {
      const done = await run(stays.id, { type: 'merged', other: goes.id });
      await advance(hour);
      return async () => {
        await advance(hour);
        if (done) await run(stays.id, done);
      };
    };
    const linkOf = async ({ cookie }: { cookie: string }) => (await claimant.page(cookie)).kind;
    return { ...testDesk, database, stays, goes, run, merge, linkOf };
  }

  test.each([
    ['withdraws', { act: 'withdraw', confirm: 'yes' }, 'isWithdrawn'],
    ['asks for erasure', { act: 'erasure', confirm: 'yes' }, 'isErasureRequested'],
  ] as const)('leaves it with both claims that the claimant %s meanwhile', async (_, asked, column) => {
    const { stays, goes, merge, desk } = await setup();
    const undo = await merge();
    await goes.run(asked);
    await undo();
    const states = async (id: string) => {
      const view = await desk.submission(olu, id);
      return column === 'isWithdrawn' ? view?.isWithdrawn : view?.claimant.erasureRequestedAt !== null;
    };
    expect([await states(stays.id), await states(goes.id)]).toEqual([true, true]);
  });

  test('leaves it with both claims that consent was taken back meanwhile', async () => {
    const { stays, goes, merge, desk, run } = await setup();
    const undo = await merge();
    await run(stays.id, { type: 'consent taken back' });
    await undo();
    for (const { id } of [stays, goes]) expect((await desk.submission(olu, id))?.isConsentTakenBack).toBe(true);
  });

  test('asks somebody to decide about the other claim where its claimant wrote meanwhile, which stays where it came', async () => {
    const { stays, goes, merge, desk } = await setup();
    const undo = await merge();
    await goes.run({ act: 'message', text: 'It was the left door.' });
    await undo();
    const [stayed, other] = [await desk.submission(olu, stays.id), await desk.submission(olu, goes.id)];
    expect(stayed?.messages.map(({ text }) => text)).toEqual(['It was the left door.']);
    expect([other?.messages, other?.next?.kind]).toEqual([[], 'decide']);
  });

  test('leaves the link of both ended that was ended meanwhile', async () => {
    const { stays, goes, merge, run, linkOf } = await setup();
    const undo = await merge();
    await run(stays.id, { type: 'link revoked' });
    await undo();
    expect([await linkOf(stays), await linkOf(goes)]).toEqual(['ended', 'ended']);
  });

  test('ends the link of the claim that stayed where it went to the address of the other one', async () => {
    const { stays, merge, run, desk, database, now } = await setup('');
    const undo = await merge();
    await run(stays.id, { type: 'link renewed' });
    await database.db
      .updateTable('jobs')
      .set({ finished_at: now(), last_run_at: now(), last_outcome: 'sent' })
      .where('finished_at', 'is', null)
      .execute();
    const revokedAt = async () => (await desk.submission(olu, stays.id))?.privateLink?.revokedAt;
    expect(await revokedAt()).toBeNull();
    await undo();
    expect(await revokedAt()).toEqual(expect.any(Number));
  });

  test('assigns nothing to somebody who has left meanwhile', async () => {
    const { stays, goes, merge, run, desk, database } = await setup();
    await run(goes.id, { type: 'assigned', to: olu.id });
    const undo = await merge();
    const { auth } = await createTestAuth(database);
    expect(await auth.accounts.close(grace, olu.id, null)).toEqual({ kind: 'done' });
    await undo();
    for (const { id } of [stays, goes]) expect((await desk.submission(grace, id))?.assignedTo).toBeNull();
  });

  test.skipIf(engine === 'sqlite')('leaves nothing with a handler whose account is closed while it is merged', async () => {
    const { stays, goes, run, desk, database } = await setup();
    await run(goes.id, { type: 'assigned', to: olu.id });
    // The merge has changed the claims, and does not get on to its end.
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    const [merged, closed] = await database.db.transaction().execute(async (holder) => {
      await sql`lock table merges in access exclusive mode`.execute(holder);
      const untilWaiting = (count: number) =>
        until(`${count} to wait`, async () => (await waiting.execute(database.db)).rows.length === count);
      const merging = desk.runAction(grace, stays.id, { type: 'merged', other: goes.id });
      await untilWaiting(1);
      const closing = (await createTestAuth(database)).auth.accounts.close(grace, olu.id, null);
      await untilWaiting(2);
      return [merging, closing];
    });
    expect([(await merged).kind, (await closed).kind]).toEqual(['done', 'done']);
    expect((await desk.submission(grace, stays.id))?.assignedTo).toBeNull();
  });

  test('is done or refused, and nothing fails, while the claim that stayed is merged into a third one', async () => {
    const { openClaim, advance, desk } = await createTestDesk(await databases.open(), { emailsSenders: true });
    for (let round = 0; round < 12; round += 1) {
      const [first, second, third] = [await openClaim(aoife), await openClaim(aoife), await openClaim(aoife)];
      await advance(1_000);
      const merged = await desk.runAction(grace, second.id, { type: 'merged', other: first.id });
      if (merged.kind !== 'done' || !merged.undo) throw new Error(merged.kind);
      const outcomes = await Promise.all([
        desk.runAction(grace, third.id, { type: 'merged', other: second.id }),
        desk.runAction(olu, second.id, merged.undo),
      ]);
      expect(outcomes.map(({ kind }) => kind)).toContain('done');
    }
  });
});
