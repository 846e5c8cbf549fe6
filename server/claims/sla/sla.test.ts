// Protects: who waits for contact is told in digests at their times, and response targets are counted.
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { lastWeeks } from './london-weeks.ts';
import { reminderTimesOf } from './reminder-times.ts';
import { newCount, tallyOf } from './tally.ts';

const databases = testDatabases();

/** The weeks of the report with the tallies of the promise and of our own target of two hours. */
async function weeksOf(desk: Awaited<ReturnType<typeof createTestDesk>>['desk'], now = tenOClock) {
  const { targets } = await desk.slaReport(olu);
  const groupsOf = (wanted: string) => targets.find(({ id }) => id === wanted)?.groups;
  return lastWeeks(now, 26)
    .toReversed()
    .map((week) => {
      const tally = (wanted: string) => groupsOf(wanted)?.find(({ key }) => key === week.name)?.tally ?? tallyOf(newCount());
      return { ...week, sla: tally('promise'), ownTarget: tally('own-120') };
    });
}

describe('response targets', () => {
  async function setup() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database);
    return {
      ...testDesk,
      database,
      /** The digests written this many hours after ten o'clock on Saturday. */
      at: async (hours: number) => {
        testDesk.clock.time = tenOClock + hours * hour;
        await testDesk.sendDueReminders();
        const digests = (await testDesk.emails()).filter(
          ({ template, created_at }) => template === 'due-digest' && created_at === testDesk.clock.time,
        );
        return digests.map(({ recipient }) => recipient ?? 'the team').toSorted();
      },
    };
  }

  test('the team is told in the last sixth of the time, and in the morning, and owners when it is missed, then hourly', async () => {
    const { at, storeClaim, wakeCalls, desk } = await setup();
    const id = await storeClaim();
    const all = [grace.email, 'the team'];
    expect(await at(19.99)).toEqual([]);
    expect(wakeCalls.count).toBe(0);
    expect(await at(20)).toEqual(['the team']);
    expect(await at(21.9)).toEqual([]);
    expect(await at(22)).toEqual(['the team']);
    expect(await at(23.9)).toEqual([]);
    for (const hours of [24, 25, 26, 100]) expect(await at(hours)).toEqual(all);
    expect(await at(100.9)).toEqual([]);
    expect(wakeCalls.count).toBe(6);
    const view = await desk.submission(olu, id);
    expect(view?.history.map(({ actor, action, details }) => [actor, action, details.hours])).toEqual(
      [24, 20].map((hours) => ['Response targets', 'reminder sent', hours]),
    );
  });

  test('after an outage there is one digest', async () => {
    const { at, storeClaim } = await setup();
    await storeClaim();
    expect(await at(23)).toEqual(['the team']);
    expect(await at(30)).toEqual([grace.email, 'the team']);
    expect(await at(30.1)).toEqual([]);
  });

  test.each([
    ['2026-03-28T20:00:00Z', 11],
    ['2026-10-24T20:00:00Z', 12],
  ])('a day is twenty-four hours, also over the night in which the clocks change (%s)', async (cameAt, morning) => {
    const { storeClaim, desk, sendDueReminders, clock } = await setup();
    const came = Date.parse(cameAt);
    clock.time = came;
    const id = await storeClaim();
    const warned: number[] = [];
    for (let minutes = 0; minutes <= 26 * 60; minutes += 10) {
      clock.time = came + minutes * 60_000;
      if ((await sendDueReminders()) > 0) warned.push(minutes / 60);
    }
    expect(warned).toEqual([morning, 20, 24, 25, 26]);
    expect((await desk.submission(olu, id))?.dueAt).toBe(came + 24 * hour);
    const weeks = await weeksOf(desk, clock.time);
    expect(weeks.find(({ from, until }) => came >= from && came < until)?.sla).toMatchObject({ total: 1, missed: 1 });
  });

  test('a submission is reminded of by the target that it was stored with, whatever the settings say later', async () => {
    const { at, storeClaim } = await setup();
    await storeClaim(aoife, { dueAt: tenOClock + 48 * hour });
    expect(await at(22)).toEqual(['the team']);
    for (const hours of [24, 39.9]) expect(await at(hours)).toEqual([]);
    expect(await at(40)).toEqual(['the team']);
    expect(await at(46)).toEqual(['the team']);
    expect(await at(48)).toEqual([grace.email, 'the team']);
  });

  test('every owner is told, or where there is none the team of everything', async () => {
    const two = await setup();
    await two.database.db.updateTable('staff').set({ role: 'owner' }).where('id', '=', olu.id).execute();
    await two.storeClaim();
    expect(await two.at(24)).toEqual([grace.email, olu.email, 'the team']);
    const none = await setup();
    await none.database.db.updateTable('staff').set({ role: 'handler' }).execute();
    await none.storeClaim(aoife, { quarantineReason: 'It has links' });
    expect(await none.at(24)).toEqual(['the team']);
  });

  test('no reminder is sent of what was contacted, closed, put in quarantine, or has no response target', async () => {
    const { at, storeClaim, desk } = await setup();
    await desk.runAction(olu, await storeClaim(), { type: 'contacted' });
    await desk.runAction(olu, await storeClaim(), { type: 'closed', why: 'It is settled.' });
    await desk.runAction(olu, await storeClaim(), { type: 'quarantined' });
    await storeClaim(aoife, { dueAt: null });
    expect(await at(48)).toEqual([]);
  });

  test('an attempt that reached nobody quiets what is late until the next call, contact ends it, and undoing contact begins it anew', async () => {
    const { at, storeClaim, desk } = await setup();
    const id = await storeClaim();
    await at(24);
    await desk.runAction(olu, id, { type: 'contact attempted', outcome: 'no-answer', line: '+4h' });
    expect(await at(25)).toEqual([]);
    expect(await at(28)).toEqual([grace.email, 'the team']);
    await desk.runAction(olu, id, { type: 'contacted' });
    expect(await at(30)).toEqual([]);
    await desk.runAction(olu, id, { type: 'contact undone' });
    expect(await at(30.1)).toEqual([grace.email, 'the team']);
  });

  test('what its claimant withdrew in time is neither due nor missed, and is due again once it goes on', async () => {
    const { at, storeClaim, desk, database, clock } = await setup();
    const ownTargetAt = tenOClock + 2 * hour;
    const inTime = await storeClaim(aoife, { ownTargetAt });
    const late = await storeClaim(aoife, { ownTargetAt });
    const withdraw = (id: string, withdrawn_at: number) =>
      database.db.updateTable('form_submissions').set({ withdrawn_at }).where('id', '=', id).execute();
    await withdraw(inTime, tenOClock + hour);
    await withdraw(late, tenOClock + 25 * hour);
    expect(await at(30)).toEqual([]);
    expect((await desk.inbox(olu, { sort: 'due' })).rows).toEqual([]);
    const { counts, rows } = await desk.inbox(olu, { due: 'breached' });
    expect([counts.new, counts.breached, counts.targetMissed, rows]).toEqual([2, 0, 0, []]);
    const week = async () => (await weeksOf(desk)).find(({ sla }) => sla.total > 0);
    expect(await week()).toMatchObject({
      sla: { total: 2, met: 0, missed: 1, open: 0, withdrawn: 1, notContacted: 1 },
      ownTarget: { total: 2, missed: 1, withdrawn: 1 },
    });
    // Contact after the withdrawal is no breach either.
    await desk.runAction(olu, inTime, { type: 'contacted' });
    expect((await week())?.sla).toMatchObject({ missed: 1, withdrawn: 1, notContacted: 1 });
    clock.time += hour;
    await desk.runAction(olu, late, { type: 'withdrawal undone' });
    expect((await desk.inbox(olu, { due: 'breached' })).rows).toMatchObject([{ id: late }]);
    expect((await desk.inbox(olu, {})).counts.breached).toBe(1);
  });

  test('several instances at once send one digest, and note each submission in it once', async () => {
    const { storeClaim, sendDueReminders, clock, emails, events } = await setup();
    for (let i = 0; i < 130; i += 1) await storeClaim();
    clock.time += 20 * hour;
    const counts = await Promise.all(Array.from({ length: 4 }, () => sendDueReminders()));
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect((await emails()).filter(({ template }) => template === 'due-digest')).toHaveLength(1);
    const noted = (await events()).filter(({ action }) => action === 'reminder sent');
    expect(new Set(noted.map(({ subject_id }) => subject_id)).size).toBe(130);
    expect(noted).toHaveLength(130);
  });

  test('a week in which most were never contacted has no median, and closing too late without contact counts as no contact', async () => {
    const { storeClaim, desk, clock } = await setup();
    const lastWeek = tenOClock - 7 * 24 * hour;
    const ids = [];
    for (let i = 0; i < 3; i += 1) ids.push(await storeClaim(aoife, { createdAt: lastWeek }));
    clock.time = lastWeek + hour;
    await desk.runAction(olu, ids[0] ?? '', { type: 'contacted' });
    clock.time = lastWeek + 30 * hour;
    await desk.runAction(olu, ids[1] ?? '', { type: 'closed', why: 'It is settled.' });
    clock.time = tenOClock;
    const [, last] = await weeksOf(desk);
    expect(last?.sla).toEqual({
      total: 3,
      met: 1,
      missed: 2,
      open: 0,
      withdrawn: 0,
      closedWithout: 0,
      notContacted: 2,
      late: 1,
      attempts: null,
      medianMs: 'not contacted',
      ninetiethMs: 'not contacted',
    });
  });

  test('a week counts what was met, missed and is open, and how long it took', async () => {
    const { storeClaim, desk, clock } = await setup();
    const contactAfter = async (id: string, came: number, hours: number) => {
      clock.time = came + hours * hour;
      await desk.runAction(olu, id, { type: 'contacted' });
    };
    const lastWeek = tenOClock - 7 * 24 * hour;
    for (const hours of [1, 2, 3, 24, 25]) {
      const target = { ownTargetAt: lastWeek + 2 * hour, createdAt: lastWeek };
      await contactAfter(await storeClaim(aoife, target), lastWeek, hours);
    }
    const unreached = await storeClaim(aoife, { createdAt: lastWeek });
    clock.time = lastWeek + hour;
    await desk.runAction(olu, unreached, { type: 'closed', why: 'It is settled.' });
    await storeClaim(aoife, { createdAt: lastWeek });
    await storeClaim(aoife, { createdAt: lastWeek, quarantineReason: 'not counted' });
    await storeClaim(aoife, { createdAt: tenOClock - hour });
    clock.time = tenOClock;
    const weeks = await weeksOf(desk);
    expect(weeks.map(({ name }) => name).slice(0, 3)).toEqual(['2026-W47', '2026-W46', '2026-W45']);
    expect(weeks).toHaveLength(26);
    const [current, last, before] = weeks;
    expect(current?.sla).toMatchObject({ total: 1, open: 1, met: 0, missed: 0, medianMs: null });
    expect(last?.sla).toEqual({
      total: 7,
      met: 4,
      missed: 2,
      open: 0,
      withdrawn: 0,
      closedWithout: 1,
      notContacted: 1,
      late: 1,
      // The submission without contact counts as longer than all others.
      medianMs: 3 * hour,
      ninetiethMs: 'not contacted',
      attempts: null,
    });
    expect(last?.ownTarget).toMatchObject({ total: 5, met: 2, missed: 3, notContacted: 0, ninetiethMs: 25 * hour });
    expect(before?.sla.total).toBe(0);
  });
});

test.each([
  [24, null, [20, 24]],
  [24, 2, [2, 20, 24]],
  [24, 0.25, [0.25, 20, 24]],
  [24, 20, [20, 24]],
  [3, 2, [2, 2.5, 3]],
])('a submission with a target of %s hours, and our own of %s, is late after %j', (target, own, hours) => {
  const times = { createdAt: 0, dueAt: target * hour, ownTargetAt: own === null ? null : own * hour };
  expect(reminderTimesOf(times)).toEqual(hours.map((one) => one * hour));
});
