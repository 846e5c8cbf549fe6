// Protects: the right people are told that somebody waits, each stage once, until somebody calls.
import { expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { roadside } from '#forms/roadside.ts';
import type { Database } from '#server/core/database/database.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu, priya } from '#testing/fixtures/test-staff.ts';
import { escalate } from './escalation.ts';

const databases = testDatabases();

/** A desk with what tells its staff, as it was told, and somebody who has just begun at the roadside. */
async function open(database: Database) {
  const desk = await createTestDesk(database);
  const app = { ...desk.app, env: { ...desk.app.env, alarmUrl: 'http://127.0.0.1:9/' } };
  for (const { id } of [olu, priya, grace]) {
    const keys = { endpoint: `https://fcm.googleapis.com/${id}`, p256dh: '', auth: '' };
    const row = { id, staff_id: id, session_id: '', site: app.env.siteUrl, browser: null, created_at: 0, ...keys };
    await database.db.insertInto('push_subscriptions').values(row).execute();
  }
  /** The push messages so far, each with everybody whose browser it is for, and when ALARM_URL was told. */
  const told: { kind: string; count: number; to: string[] }[] = [];
  const alarms: number[] = [];
  const seen = new Set<string>();
  const run = async () => {
    const reached = await escalate(app);
    const messages = new Map<string, (typeof told)[number]>();
    for (const { id, kind, payload, created_at } of await desk.jobs()) {
      if (seen.has(id)) continue;
      seen.add(id);
      if (kind === 'alarm-once') alarms.push(created_at);
      if (kind !== 'push') continue;
      const sent = JSON.parse(payload ?? '') as { kind: string; count: number; browser: string };
      const key = `${created_at} ${sent.kind} ${sent.count}`;
      const to = [...(messages.get(key)?.to ?? []), sent.browser].toSorted();
      messages.set(key, { kind: sent.kind, count: sent.count, to });
    }
    told.push(...messages.values());
    return reached;
  };
  const start = (more = {}) =>
    desk.storeClaim(aoife, { formName: roadside.name, ownTargetAt: desk.clock.time + 15 * minute, ...more });
  const works = async (...staff: { id: string }[]) => {
    for (const { id } of staff)
      await database.db
        .insertInto('staff_sessions')
        .values({
          id: `session of ${id}`,
          userId: id,
          token: id,
          expiresAt: new Date(desk.clock.time + 30 * minute).toISOString(),
          createdAt: new Date(desk.clock.time).toISOString(),
          updatedAt: new Date(desk.clock.time).toISOString(),
          ipAddress: null,
          userAgent: null,
        })
        .execute();
  };
  const later = async (minutes: number) => {
    await desk.advance(minutes * minute);
    return run();
  };
  const emails = async () =>
    (await desk.emails()).filter(({ template }) => template === 'escalation').map(({ recipient }) => recipient);
  return {
    ...desk,
    told,
    alarms,
    run,
    start,
    works,
    later,
    escalationEmails: emails,
  };
}

test('who is on shift is told at once, all after five minutes, owners by email too after ten, and ALARM_URL after fifteen', async () => {
  const { start, works, run, later, told, alarms, escalationEmails } = await open(await databases.open());
  await works(olu);
  await start();
  await run();
  expect(told).toEqual([{ kind: 'waits', count: 1, to: ['olu'] }]);
  expect(await later(4)).toBe(0);
  await later(1);
  expect(told.at(-1)).toEqual({ kind: 'waits', count: 1, to: ['grace', 'olu', 'priya'] });
  expect(await escalationEmails()).toEqual([]);
  await later(5);
  expect(told.at(-1)).toEqual({ kind: 'waits', count: 1, to: ['grace'] });
  expect(await escalationEmails()).toEqual([grace.email]);
  expect(alarms).toEqual([]);
  await later(5);
  expect(alarms).toHaveLength(1);
  for (let minutes = 0; minutes < 60; minutes += 5) expect(await later(5)).toBe(0);
  expect(alarms).toHaveLength(1);
});

test('of several instances at one moment, one reaches each stage', async () => {
  const { start, run, told, advance } = await open(await databases.open());
  await start();
  await start();
  expect((await Promise.all([run(), run(), run(), run()])).toSorted()).toEqual([0, 0, 0, 2]);
  expect(told).toHaveLength(1);
  // A clock that goes back reaches nothing again.
  await advance(6 * minute);
  await run();
  await advance(-6 * minute);
  expect(await run()).toBe(0);
  await advance(6 * minute);
  expect(await run()).toBe(0);
  expect(told).toHaveLength(2);
});

test.each([
  ['a call', { type: 'call begun', seen: '0' }],
  ['an attempt', { type: 'contact attempted', outcome: 'no-answer', line: '' }],
] as const)('%s ends it', async (_, act) => {
  const { start, run, later, told, alarms, desk } = await open(await databases.open());
  const id = await start();
  await run();
  expect((await desk.runAction(olu, id, act)).kind).toBe('done');
  for (let minutes = 0; minutes < 9; minutes += 3) expect(await later(3)).toBe(0);
  expect([told.length, alarms.length]).toEqual([1, 0]);
});

test('a call that came to nothing begins it anew, and a promised call is told at its time to whose it is', async () => {
  const { start, works, run, later, told, desk } = await open(await databases.open('sqlite'));
  await works(olu, priya);
  const id = await start();
  await run();
  await desk.runAction(priya, id, { type: 'call begun', seen: '0' });
  await later(11);
  expect(told.map(({ to }) => to)).toEqual([
    ['olu', 'priya'],
    ['olu', 'priya'],
  ]);
  await desk.runAction(priya, id, { type: 'contact attempted', outcome: 'spoke', line: '+30m' });
  await desk.runAction(grace, id, { type: 'assigned', to: 'priya' });
  await later(29);
  expect(told).toHaveLength(2);
  await later(1);
  expect(told.at(-1)).toEqual({ kind: 'late', count: 1, to: ['priya'] });
  await later(5);
  expect(told.at(-1)?.to).toEqual(['grace', 'olu', 'priya']);
});

test('after an outage of all stages there is one message and one alarm, and after a day none', async () => {
  const { start, later, told, alarms, escalationEmails } = await open(await databases.open('sqlite'));
  await start();
  await later(30);
  expect(told).toEqual([{ kind: 'late', count: 1, to: ['grace', 'olu', 'priya'] }]);
  expect([await escalationEmails(), alarms.length]).toEqual([[grace.email], 1]);
  await start();
  await later(25 * 60);
  expect(told).toHaveLength(1);
});

test('an owner gets one such email in an hour, whatever waits', async () => {
  const { start, run, later, escalationEmails } = await open(await databases.open('sqlite'));
  for (let count = 0; count < 5; count += 1) {
    await start();
    await run();
    await later(10);
  }
  expect(await escalationEmails()).toHaveLength(1);
  await later(20);
  await start();
  await later(10);
  expect((await escalationEmails()).length).toBeGreaterThan(1);
});

test('a flood of claims with longer targets hides nobody at the roadside', async () => {
  const database = await databases.open('sqlite');
  const { start, run, told, clock, storeClaim } = await open(database);
  await start();
  const id = await storeClaim(aoife, { ownTargetAt: clock.time + 100 * minute });
  const row = await database.db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const copies = Array.from({ length: 520 }, (_, index) => ({
    ...row,
    form_data: String(row.form_data),
    id: `${row.id}-${index}`,
    reference: `copy ${index}`,
  }));
  for (let at = 0; at < copies.length; at += 130)
    await database.db
      .insertInto('form_submissions')
      .values(copies.slice(at, at + 130))
      .execute();
  expect(await run()).toBe(1);
  expect(told).toMatchObject([{ kind: 'waits', count: 1 }]);
});

test('who is away is not told; an owner who is away is told as an owner', async () => {
  const database = await databases.open('sqlite');
  const { start, works, run, later, told, clock } = await open(database);
  await works(olu, priya, grace);
  const away = { away_until: clock.time + 24 * 60 * minute, away_cover: 'olu' };
  await database.db.updateTable('staff').set(away).where('id', 'in', ['priya', 'grace']).execute();
  await start();
  await run();
  await later(5);
  await later(5);
  expect(told.map(({ to }) => to)).toEqual([['olu'], ['olu'], ['grace']]);
});

test('what is in quarantine, withdrawn, closed or without consent tells nobody', async () => {
  const database = await databases.open('sqlite');
  const { start, run, told, clock } = await open(database);
  await start({ quarantineReason: 'spam' });
  const withdrawn = await start();
  await database.db.updateTable('form_submissions').set({ withdrawn_at: clock.time }).where('id', '=', withdrawn).execute();
  const closed = await start();
  await database.db.updateTable('form_submissions').set({ closed_at: clock.time }).where('id', '=', closed).execute();
  const refused = await start();
  await database.db
    .updateTable('form_submissions')
    .set({ recorded: JSON.stringify({ 'consent taken back': { at: 1, by: null } }) })
    .where('id', '=', refused)
    .execute();
  expect(await run()).toBe(0);
  expect(told).toEqual([]);
});
