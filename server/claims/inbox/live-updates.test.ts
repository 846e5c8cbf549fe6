// Protects: open inboxes hear of changes on every instance, within limits.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { minute } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { engine, testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';
import { createSubmissionStore } from '../submission-store.ts';
import { createLiveUpdates } from './live-updates.ts';

const databases = testDatabases();

describe('subscribers', () => {
  async function setup() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database);
    const other = testDesk.createSecondDesk();
    onTestFinished(async () => {
      await testDesk.desk.close();
      await other.close();
    });
    return { ...testDesk, other };
  }

  test('are notified of new submissions and changes, at most twice a second, and not of refusals', async () => {
    const { desk, notifyStored, storeClaim } = await setup();
    const id = await storeClaim();
    // On PostgreSQL what other instances did is read every three seconds, which all of this must not take.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let heard = 0;
    const end = desk.subscribe(() => (heard += 1));
    notifyStored();
    expect(heard).toBe(1);
    for (let i = 0; i < 100; i += 1) notifyStored();
    vi.advanceTimersByTime(499);
    expect(heard).toBe(1);
    vi.advanceTimersByTime(1);
    expect(heard).toBe(2);
    vi.advanceTimersByTime(600);
    await desk.runAction(olu, id, { type: 'contacted' });
    expect(heard).toBe(3);
    vi.advanceTimersByTime(600);
    await desk.runAction(olu, id, { type: 'contacted' });
    await desk.submission(olu, id);
    expect(heard).toBe(3);
    end();
    await desk.erase(grace, [id], 'asked for');
    expect(heard).toBe(3);
  });

  test.runIf(engine === 'postgres')('looks anew once where a standby took over that lacked the last transactions', async () => {
    const { database, logger } = await setup();
    let polls = 0;
    const before = { snapshot: '9000000:9000000:' };
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        polls += 1;
        return polls === 1 ? { ...result, rows: result.rows.map((row) => ({ ...row, ...before })) } : result;
      },
    });
    let heard = 0;
    const liveUpdates = createLiveUpdates({ database: { ...database, db }, log: logger, pollMs: 20 });
    onTestFinished(liveUpdates.stop);
    liveUpdates.subscribe(() => (heard += 1));
    await until('some to be read', () => polls > 5);
    expect(heard).toBe(1);
  });

  test.runIf(engine === 'postgres')(
    'hears of what another instance took in or did in any order, and not of its looking',
    async () => {
      const { database, logger, other, storeClaim, clock } = await setup();
      const id = await storeClaim();
      let heard = 0;
      let polls = 0;
      const db = database.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          polls += 1;
          return result;
        },
      });
      const liveUpdates = createLiveUpdates({ database: { ...database, db }, log: logger, pollMs: 20 });
      onTestFinished(liveUpdates.stop);
      liveUpdates.subscribe(() => (heard += 1));
      await until('what there was', () => polls > 0);
      await other.submission(olu, id);
      const seen = polls;
      await until('some more to be read', () => polls > seen + 4);
      expect(heard).toBe(0);
      await other.runAction(olu, id, { type: 'contacted' });
      await until('the change', () => heard === 1);
      // By a clock that is ahead.
      await storeClaim(aoife, { createdAt: clock.time + 10 * minute });
      await until('the new one', () => heard === 2);
      await storeClaim();
      await until('one by a clock that is right', () => heard === 3);
      const gate = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const late = createSubmissionStore(database).insertByStaff(claimFrom(), () => {
        begun.resolve();
        return gate.promise;
      });
      await begun.promise;
      await storeClaim();
      await until('what was committed', () => heard === 4);
      gate.resolve();
      await late;
      await until('what began before it', () => heard === 5);
      const last = polls;
      await until('more to be read', () => polls > last + 2);
      expect(heard).toBe(5);
    },
  );
});
