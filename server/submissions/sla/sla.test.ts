// Protects: reminders of response targets go out once, at their time.
import { describe, expect, test } from 'vitest';
import { createTestDesk, hour, tenOClock } from '#testing/create-test-desk.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { sampled } from '#testing/sampled.ts';
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

describe.each(sampled(engines))('response targets on %s', (engine) => {
  async function setup(owners = [{ id: 'grace', email: grace.email }]) {
    const database = await databases.open(engine);
    const testDesk = await createTestDesk(database, { owners: async () => owners });
    return {
      ...testDesk,
      database,
      /** The reminders written this many hours after ten o'clock. */
      at: async (hours: number) => {
        testDesk.clock.time = tenOClock + hours * hour;
        await testDesk.sendDueReminders();
        const warnings = (await testDesk.emails()).filter(({ template }) => template?.startsWith('reminder'));
        return warnings.map(({ template, recipient }) => `${template} to ${recipient ?? 'the team'}`);
      },
    };
  }

  test('the team is reminded at twelve and at twenty hours and the owner at twenty-four, once each', async () => {
    const { at, storeClaim, wakeCalls, desk } = await setup();
    const id = await storeClaim();
    expect(await at(11.99)).toEqual([]);
    expect(wakeCalls.count).toBe(0);
    const all = ['reminder to the team', 'reminder to the team', 'reminder to grace@kerbside.example'];
    expect(await at(12)).toEqual(all.slice(0, 1));
    expect(await at(19.99)).toEqual(all.slice(0, 1));
    expect(await at(20)).toEqual(all.slice(0, 2));
    expect(await at(24)).toEqual(all);
    expect(await at(100)).toEqual(all);
    expect(wakeCalls.count).toBe(3);
    const view = await desk.submission(olu, id);
    expect(view?.history.map(({ actor, action, details }) => [actor, action, details.hours])).toEqual(
      [24, 20, 12].map((hours) => ['Response targets', 'reminder sent', hours]),
    );
  });

  test('after an outage only the latest reminder is sent', async () => {
    const { at, storeClaim } = await setup();
    await storeClaim();
    expect(await at(21)).toEqual(['reminder to the team']);
    expect(await at(30)).toEqual(['reminder to the team', 'reminder to grace@kerbside.example']);
  });

  test.each(['2026-03-28T20:00:00Z', '2026-10-24T20:00:00Z'])(
    'a day is twenty-four hours, also over the night in which the clocks change (%s)',
    async (cameAt) => {
      const { storeClaim, desk, sendDueReminders, emails, clock } = await setup();
      const came = Date.parse(cameAt);
      clock.time = came;
      const id = await storeClaim();
      const warned: number[] = [];
      for (let minutes = 0; minutes <= 30 * 60; minutes += 10) {
        clock.time = came + minutes * 60_000;
        if ((await sendDueReminders()) > 0) warned.push(minutes / 60);
      }
      expect(warned).toEqual([12, 20, 24]);
      expect((await emails()).filter(({ template }) => template?.startsWith('reminder'))).toHaveLength(3);
      expect((await desk.submission(olu, id))?.dueAt).toBe(came + 24 * hour);
      const weeks = await weeksOf(desk, clock.time);
      expect(weeks.find(({ from, until }) => came >= from && came < until)?.sla).toMatchObject({ total: 1, missed: 1 });
    },
  );

  test('a submission is reminded of by the target that it was stored with, whatever the settings say later', async () => {
    const { at, storeClaim } = await setup();
    await storeClaim(aoife, { dueAt: tenOClock + 48 * hour });
    expect(await at(23.9)).toEqual([]);
    expect(await at(24)).toEqual(['reminder to the team']);
    expect(await at(40)).toHaveLength(2);
    expect(await at(48)).toEqual(['reminder to the team', 'reminder to the team', 'reminder to grace@kerbside.example']);
  });

  test('every owner is reminded, or the team where there is none', async () => {
    const owners = [grace.email, 'sam@kerbside.example'].map((email) => ({ id: email, email }));
    const two = await setup(owners);
    await two.storeClaim();
    expect((await two.at(24)).toSorted()).toEqual(['reminder to grace@kerbside.example', 'reminder to sam@kerbside.example']);
    const none = await setup([]);
    await none.storeClaim();
    expect(await none.at(24)).toEqual(['reminder to the team']);
  });

  test('no reminder is sent of what was contacted, closed, put in quarantine, or has no response target', async () => {
    const { at, storeClaim, desk } = await setup();
    await desk.runAction(olu, await storeClaim(), { type: 'contacted' });
    await desk.runAction(olu, await storeClaim(), { type: 'closed' });
    await desk.runAction(olu, await storeClaim(), { type: 'quarantined' });
    await storeClaim(aoife, { dueAt: null });
    expect(await at(48)).toEqual([]);
  });

  test('contact removes the reminders that were not sent, and undoing it brings back the last one', async () => {
    const { at, storeClaim, desk, database, emails } = await setup();
    const id = await storeClaim();
    await at(12);
    await database.db
      .updateTable('jobs')
      .set({ finished_at: tenOClock + 12 * hour })
      .where('template', '=', 'reminder')
      .execute();
    expect(await at(20)).toHaveLength(2);
    await desk.runAction(olu, id, { type: 'contacted' });
    expect((await emails()).map(({ template }) => template)).toEqual(['notification', 'reminder']);
    expect(await at(21)).toHaveLength(1);
    await desk.runAction(olu, id, { type: 'contact undone' });
    expect(await at(21.1)).toEqual(['reminder to the team', 'reminder to the team']);
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

  test('several instances at once remind of each submission once', async () => {
    const { storeClaim, sendDueReminders, clock, emails, events } = await setup();
    for (let i = 0; i < 130; i += 1) await storeClaim();
    clock.time += 12 * hour;
    const counts = await Promise.all(Array.from({ length: 4 }, () => sendDueReminders()));
    expect(counts.reduce((sum, count) => sum + count)).toBe(130);
    const warnings = (await emails()).filter(({ template }) => template === 'reminder');
    expect(new Set(warnings.map((email) => email.subject_id)).size).toBe(130);
    expect(warnings).toHaveLength(130);
    expect((await events()).filter(({ action }) => action === 'reminder sent')).toHaveLength(130);
  });

  test('a week in which most were never contacted has no median, and closing too late without contact counts as no contact', async () => {
    const { storeClaim, desk, clock } = await setup();
    const lastWeek = tenOClock - 7 * 24 * hour;
    const ids = [];
    for (let i = 0; i < 3; i += 1) ids.push(await storeClaim(aoife, { createdAt: lastWeek }));
    clock.time = lastWeek + hour;
    await desk.runAction(olu, ids[0] ?? '', { type: 'contacted' });
    clock.time = lastWeek + 30 * hour;
    await desk.runAction(olu, ids[1] ?? '', { type: 'closed' });
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
    await desk.runAction(olu, unreached, { type: 'closed' });
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
  [24, null, [12, 20, 24]],
  [24, 2, [2, 12, 20, 24]],
  [24, 0.25, [0.25, 12, 20, 24]],
  [24, 12, [12, 20, 24]],
  [3, 2, [1.5, 2, 2.5, 3]],
])('a submission with a target of %s hours, and our own of %s, has reminders after %j', (target, own, hours) => {
  const times = { createdAt: 0, dueAt: target * hour, ownTargetAt: own === null ? null : own * hour };
  expect(reminderTimesOf(times)).toEqual(hours.map((one) => one * hour));
});
