// Protects: the report of response times counts each claim where it belongs, by London's clocks, and each figure leads to its claims.
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { hour, minute } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { olu, priya } from '#testing/fixtures/test-staff.ts';
import type { Action } from '../actions/actions.ts';
import { groupings } from './sla-report.ts';
import { figures } from './tally.ts';

const databases = testDatabases();

/** Monday 26 October 2026, noon in London: the day after the clocks went back. */
const monday = Date.UTC(2026, 9, 26, 12);

describe('the report', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open());
    const { clock, desk, storeClaim } = testDesk;
    return {
      ...testDesk,
      /** A claim that came at a time, and was tried or reached so many minutes later. */
      came: async (at: number, attempts: [minutes: number, outcome: string, by?: typeof olu][] = [], more = {}) => {
        const id = await storeClaim(aoife, { createdAt: at, ...more });
        for (const [minutes, outcome, by = olu] of attempts) {
          clock.time = at + minutes * minute;
          const act: Action =
            outcome === 'not-for-us'
              ? { type: 'closed', pursued: 'not for us', why: 'At fault.' }
              : { type: 'contact attempted', outcome, line: '' };
          const done = await desk.runAction(by, id, act);
          expect(done.kind).toBe('done');
        }
        return id;
      },
    };
  }

  test('each figure is as counted by hand, over the night in which the clocks go back', async () => {
    const { came, desk, clock } = await setup();
    const sunday = (utcHour: number, minutes: number) => Date.UTC(2026, 9, 25, utcHour, minutes);
    const driver = (at: number) => ({ ownTargetAt: at + 2 * hour });
    // 01:30 in summer time and 01:30 in winter time: the same hour of the clock.
    await came(
      sunday(0, 30),
      [
        [20, 'no-answer'],
        [110, 'spoke'],
      ],
      driver(sunday(0, 30)),
    );
    await came(
      sunday(1, 30),
      [
        [10, 'left-message'],
        [20, 'no-answer'],
        [150, 'spoke', priya],
      ],
      driver(sunday(1, 30)),
    );
    // Late for the promise by a minute: a day is 24 hours, also where the calendar's has 25.
    await came(sunday(0, 0), [[24 * 60 + 1, 'spoke']]);
    await came(sunday(3, 0), [[5, 'not-for-us']]);
    // Saturday 23:30 in London is 22:30 UTC.
    await came(Date.UTC(2026, 9, 24, 22, 30), [[60, 'spoke', priya]]);
    clock.time = monday;
    const { targets } = await desk.slaReport(olu, 'hour');
    expect(targets.map(({ id }) => id)).toEqual(['promise', 'own-120']);
    const [promise, own] = targets;
    expect(promise?.all).toEqual({
      total: 5,
      met: 3,
      missed: 1,
      notContacted: 0,
      late: 0,
      open: 0,
      withdrawn: 0,
      closedWithout: 1,
      // 60, 110, 150 and 1,441 minutes; the middle of four is the second.
      medianMs: 110 * minute,
      ninetiethMs: 1_441 * minute,
      // 2, 3, 1 and 1 attempts.
      attempts: 7 / 4,
    });
    expect(own?.all).toMatchObject({ total: 2, met: 1, missed: 1, medianMs: 110 * minute, attempts: 2.5 });
    const hours = promise?.groups.map(({ key, tally }) => [key, tally.total]);
    expect(hours).toHaveLength(24);
    expect(hours?.filter(([, total]) => total !== 0)).toEqual([
      ['1', 3],
      ['3', 1],
      ['23', 1],
    ]);

    const handlers = (await desk.slaReport(olu, 'handler')).targets[0]?.groups;
    expect(handlers?.map(({ title, tally }) => [title, tally.met, tally.missed, tally.closedWithout])).toEqual([
      [olu.name, 1, 1, 1],
      [priya.name, 2, 0, 0],
    ]);
  });

  test('an attempt that was taken back is none, and leaves the target missed', async () => {
    const { came, desk, clock, storeClaim } = await setup();
    const at = monday - 30 * hour;
    const id = await came(at, [[10, 'no-answer']]);
    clock.time = at + hour;
    const spoke = await desk.runAction(olu, id, { type: 'contact attempted', outcome: 'spoke', line: '' });
    if (spoke.kind !== 'done' || !spoke.undo) throw new Error(spoke.kind);
    expect((await desk.slaReport(olu)).targets[0]?.all).toMatchObject({ met: 1, attempts: 2 });
    await desk.runAction(olu, id, spoke.undo);
    clock.time = monday;
    expect((await desk.slaReport(olu)).targets[0]?.all).toMatchObject({ met: 0, missed: 1, notContacted: 1, attempts: null });
    // What has no promise is judged by our own target alone.
    await storeClaim(lukasz, { createdAt: at, formName: 'Contact Us', dueAt: null, ownTargetAt: at + 24 * hour });
    const { targets, late, lateCount } = await desk.slaReport(olu, 'form');
    expect(targets.map((target) => [target.id, target.all.total, target.groups.map(({ key }) => key)])).toEqual([
      ['promise', 1, ['Make a Claim']],
      ['own-1440', 1, ['Contact Us']],
    ]);
    expect(lateCount).toBe(2);
    // One that is late for both is named once, by the promise.
    const both = await storeClaim(aoife, { createdAt: at, ownTargetAt: at + 2 * hour });
    const named = (await desk.slaReport(olu)).late.filter((claim) => claim.id === both);
    expect(named.map(({ target }) => target)).toEqual(['promise']);
    expect(late.map(({ target, name, dueAt }) => [target, name, monday - dueAt]).toSorted()).toEqual([
      ['own-1440', expect.any(String), 6 * hour],
      ['promise', "Aoife O'Neil", 6 * hour],
    ]);
  });

  test('each figure leads to as many claims as it says, whatever the report is grouped by, and the CSV says the same', async () => {
    const { came, desk, clock, database, storeClaim } = await setup();
    for (let day = 0; day < 20; day += 1) {
      const at = monday - day * 13 * hour;
      const outcome = ['spoke', 'no-answer', 'not-for-us', 'spoke'][day % 4] ?? 'spoke';
      await came(at, [[day * 11, outcome, day % 3 === 0 ? priya : olu]], day % 2 === 0 ? { ownTargetAt: at + 2 * hour } : {});
    }
    const withdrawn = await storeClaim(aoife, { createdAt: monday - 50 * hour });
    await database.db
      .updateTable('form_submissions')
      .set({ withdrawn_at: monday - 49 * hour })
      .where('id', '=', withdrawn)
      .execute();
    clock.time = monday;
    for (const by of groupings) {
      const { targets } = await desk.slaReport(olu, by);
      for (const { id: target, all, groups } of targets)
        for (const figure of figures) {
          expect(
            groups.reduce((sum, { tally }) => sum + tally[figure], 0),
            `${by} ${target} ${figure}`,
          ).toBe(all[figure]);
          const largest = groups.toSorted((a, b) => b.tally[figure] - a.tally[figure])[0];
          for (const [key, count] of [[null, all[figure]] as const, [largest?.key ?? '', largest?.tally[figure]] as const]) {
            const choice = { target, figure, by, key, limit: 8 };
            const pages = await Promise.all([1, 2, 3].map((page) => desk.slaReportList(olu, { ...choice, page })));
            expect(pages.map(({ total }) => total)).toEqual([count, count, count]);
            expect(new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(count);
            const beyond = await desk.slaReportList(olu, { ...choice, page: Number.POSITIVE_INFINITY });
            expect(beyond.page).toBe(Math.max(1, Math.ceil((count ?? 0) / 8)));
          }
        }
    }
    const { targets } = await desk.slaReport(olu, 'hour');
    const lines = (await text(await desk.slaReportFile(olu, 'hour', 'csv'))).trim().split('\r\n');
    expect(lines[0]).toContain('Hour it came (London)');
    expect(lines).toHaveLength(1 + targets.reduce((sum, { groups }) => sum + groups.length, 0));
  });

  test('a claim keeps the target of an earlier one that was merged into it, and its time runs from when that came', async () => {
    const { came, desk, clock } = await setup();
    const driver = (at: number) => ({ ownTargetAt: at + 2 * hour });
    const [first, second] = [monday - 7 * hour, monday - 4 * hour];
    const earlier = await came(first, [[30, 'spoke']], driver(first));
    const later = await came(second, [], driver(second));
    clock.time = monday;
    expect(await desk.runAction(olu, later, { type: 'merged', other: earlier })).toMatchObject({ kind: 'done' });
    const { targets } = await desk.slaReport(olu, 'week');
    expect(targets.map(({ id, all }) => [id, all.total, all.met, all.medianMs])).toEqual([
      ['promise', 1, 1, 30 * minute],
      ['own-120', 1, 1, 30 * minute],
    ]);
  });
});
