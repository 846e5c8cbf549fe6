// Protects: the inbox finds, filters and pages every submission, for staff only.
import { describe, expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { day, hour } from '#forms/durations.ts';
import { summaryOf } from '#forms/sender.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { declan } from '#testing/fixtures/enquirers.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { grace, olu, priya } from '#testing/fixtures/test-staff.ts';
import type { InboxFilter } from './inbox-query.ts';

const databases = testDatabases();
const contactUs = { formName: 'Contact Us', dueAt: null };

describe('the inbox', () => {
  async function openInbox() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database);
    return {
      ...testDesk,
      database,
      ids: async (filter: InboxFilter, staff = olu) => (await testDesk.desk.inbox(staff, filter)).rows.map(({ id }) => id),
    };
  }

  test('a row has the sender, a summary, the status, and when it is due', async () => {
    const { storeClaim, desk } = await openInbox();
    const id = await storeClaim(aoife, { ownTargetAt: tenOClock + 2 * hour });
    await desk.runAction(olu, id, { type: 'assigned', to: 'priya' });
    const { rows, counts, next, previous } = await desk.inbox(olu, {});
    expect(rows).toMatchObject([
      {
        id,
        form: 'Make a Claim',
        name: "Aoife O'Neil",
        status: 'new',
        emailState: 'waiting',
        createdAt: tenOClock,
        dueAt: tenOClock + 24 * hour,
        ownTargetAt: tenOClock + 2 * hour,
        assignedTo: { id: 'priya', name: 'Priya Nair' },
        summary: summaryOf(claim, aoife),
      },
    ]);
    expect(counts).toEqual({ new: 1, breached: 0, targetMissed: 0, contacted: 0, updated: 0, quarantine: 0, failedEmails: 0 });
    expect([next, previous]).toEqual([null, null]);
  });

  test('pages lead to the end and back, with each submission once, also while others come in', async () => {
    const { storeClaim, desk } = await openInbox();
    // Many submissions have the same time, which alone is then no cursor.
    for (let i = 0; i < 120; i += 1) await storeClaim(aoife, { createdAt: tenOClock - Math.floor(i / 40) * hour });
    const first = await desk.inbox(olu, {});
    await storeClaim(lukasz, { createdAt: tenOClock + 1 });
    const second = await desk.inbox(olu, {}, first.next);
    const third = await desk.inbox(olu, {}, second.next);
    const seen = [...first.rows, ...second.rows, ...third.rows].map(({ id }) => id);
    expect([first, second, third].map(({ rows }) => rows.length)).toEqual([50, 50, 20]);
    expect(new Set(seen).size).toBe(120);
    expect([first.previous, third.next]).toEqual([null, null]);
    const back = await desk.inbox(olu, {}, third.previous);
    expect(back.rows).toEqual(second.rows);
    const near = await desk.inbox(olu, {}, back.previous);
    expect(near.rows).toEqual(first.rows);
    // A page with only the new submission would be of no use, so this is the whole first page.
    const top = await desk.inbox(olu, {}, near.previous);
    expect(top.rows).toHaveLength(50);
    expect(top.rows[0]?.name).toBe('Łukasz Świątek-Żółkiewski');
    expect(top).toMatchObject({ previous: null, next: expect.any(String) });
    expect((await desk.inbox(olu, {}, 'no key')).rows).toEqual(top.rows);
  });

  test('every filter, alone and with others, finds what meets it', async () => {
    const { storeClaim, desk, clock, advance, ids, database } = await openInbox();
    const old = await storeClaim(aoife, { createdAt: tenOClock - 3 * day });
    const closed = await storeClaim(aoife, { createdAt: tenOClock - 2 * day });
    const message = await storeClaim(declan, { ...contactUs, createdAt: tenOClock - day });
    const quarantined = await storeClaim(aoife, {
      createdAt: tenOClock - hour,
      quarantineReason: 'filled in a field that nobody sees',
    });
    const driver = await storeClaim(aoife, { createdAt: tenOClock - hour, ownTargetAt: tenOClock + hour });
    const fresh = await storeClaim(lukasz);
    await desk.runAction(olu, closed, { type: 'closed', why: 'It is settled.' });
    await desk.runAction(olu, message, { type: 'contacted' });
    await desk.runAction(olu, driver, { type: 'assigned', to: 'olu' });
    await desk.runAction(olu, message, { type: 'assigned', to: 'olu' });

    expect(await ids({})).toEqual([fresh, driver, message, closed, old]);
    expect(await ids({ status: 'new' })).toEqual([fresh, driver, old]);
    expect(await ids({ status: 'contacted' })).toEqual([message]);
    expect(await ids({ status: 'closed' })).toEqual([closed]);
    expect(await ids({ status: 'quarantine' })).toEqual([quarantined]);
    expect(await ids({ form: 'Contact Us' })).toEqual([message]);
    expect(await ids({ form: 'Make a Claim', status: 'new' })).toEqual([fresh, driver, old]);
    expect(await ids({ form: 'Contact Us', status: 'new' })).toEqual([]);
    expect(await ids({ due: 'overdue' })).toEqual([old]);
    expect(await ids({ due: 'soon' })).toEqual([driver]);
    expect(await ids({ sort: 'due' })).toEqual([old, driver, fresh]);
    expect(await ids({ sort: 'due', from: tenOClock - day })).toEqual([driver, fresh]);
    expect(await ids({ sort: 'due', status: 'closed' })).toEqual([]);
    expect(await ids({ assigned: 'me' })).toEqual([driver, message]);
    expect(await ids({ assigned: 'me' }, priya)).toEqual([]);
    expect(await ids({ assigned: 'me', status: 'new' })).toEqual([driver]);
    expect(await ids({ assigned: 'me', status: 'closed' })).toEqual([]);
    expect(await ids({ assigned: 'nobody', status: 'new' })).toEqual([fresh, old]);
    expect(await ids({ from: tenOClock - 2 * day, until: tenOClock - hour })).toEqual([message, closed]);
    expect(await ids({ from: tenOClock - 2 * day, until: tenOClock - hour, form: 'Contact Us' })).toEqual([message]);
    expect(await ids({ email: 'waiting', status: 'new' })).toEqual([fresh, driver, old]);
    await database.db.updateTable('jobs').set({ failed_at: clock.time }).where('subject_id', '=', old).execute();
    expect(await ids({ email: 'failed' })).toEqual([old]);
    expect((await desk.inbox(olu, { email: 'failed' })).rows[0]?.emailState).toBe('failed');
    // The desk is not told of what the worker does.
    await advance(500);
    const { counts } = await desk.inbox(olu, {});
    expect(counts).toEqual({ new: 3, breached: 1, targetMissed: 0, contacted: 1, updated: 0, quarantine: 1, failedEmails: 1 });
  });

  test('a missed target and a breached SLA are different counts and filters', async () => {
    const { storeClaim, desk, ids } = await openInbox();
    const driver = (hoursAgo: number) => {
      const createdAt = tenOClock - hoursAgo * hour;
      return storeClaim(aoife, { createdAt, ownTargetAt: createdAt + 2 * hour });
    };
    const [broken, missedSoon, missed, inTime] = await Promise.all([driver(26), driver(23), driver(3), driver(1)]);
    const brokenWithoutTarget = await storeClaim(lukasz, { createdAt: tenOClock - 24.5 * hour });
    const soonWithoutTarget = await storeClaim(lukasz, { createdAt: tenOClock - 22.5 * hour });
    await storeClaim(lukasz);
    expect(await ids({ due: 'breached' })).toEqual([broken, brokenWithoutTarget]);
    expect(await ids({ due: 'missed' })).toEqual([missedSoon, missed]);
    expect(await ids({ due: 'overdue' })).toEqual([broken, missedSoon, missed, brokenWithoutTarget]);
    expect(await ids({ due: 'soon' })).toEqual([missedSoon, inTime, soonWithoutTarget]);
    expect(await ids({ due: 'breached', assigned: 'nobody', form: 'Make a Claim' })).toEqual([broken, brokenWithoutTarget]);
    expect((await desk.inbox(olu, {})).counts).toMatchObject({ breached: 2, targetMissed: 2 });
    await desk.indexNow();
    expect(await ids({ due: 'missed', search: 'aoife' })).toEqual([missedSoon, missed]);
    expect(await ids({ due: 'missed', email: 'waiting' })).toEqual([missedSoon, missed]);
  });

  test('where few rows of a long list meet the query, all of them are found', async () => {
    const { storeClaim, desk, ids } = await openInbox();
    for (let i = 0; i < 400; i += 1) await storeClaim(aoife, { createdAt: tenOClock - i * hour });
    const far = await storeClaim(declan, { ...contactUs, createdAt: tenOClock - 401 * hour });
    expect(await ids({ form: 'Contact Us', status: 'new' })).toEqual([far]);
    expect((await desk.inbox(olu, { form: 'Contact Us', status: 'new' })).next).toBeNull();
  });

  test('a page takes five statements: the counts, the list, its rows, their emails, and names', async () => {
    const database = await databases.open();
    let statements = 0;
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const { storeClaim, desk, advance } = await createTestDesk({ ...database, db });
    await desk.runAction(olu, await storeClaim(aoife), { type: 'assigned', to: 'priya' });
    // The first view is recorded.
    await desk.inbox(olu, {});
    await advance(500);
    statements = 0;
    await desk.inbox(olu, {});
    expect(statements).toBe(5);
  });

  test('views and searches are recorded at most once in ten minutes, without the text', async () => {
    const { desk, clock, events, storeClaim } = await openInbox();
    await storeClaim();
    for (const search of [undefined, undefined, "O'Neil", "O'Neil", 'Żółkiewski']) await desk.inbox(olu, { search });
    await desk.inbox(priya, {});
    clock.time += 11 * 60_000;
    await desk.inbox(olu, {});
    const told = await events();
    expect(told.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      ...['Olu Adeyemi inbox viewed', 'Olu Adeyemi searched', 'Olu Adeyemi searched'],
      ...['Priya Nair inbox viewed', 'Olu Adeyemi inbox viewed'],
    ]);
    expect(JSON.stringify(told).toLowerCase()).not.toMatch(/neil|kiewski/);
  });

  test('without a role nothing can be read, and the refusal is recorded', async () => {
    const { desk, storeClaim, events } = await openInbox();
    const id = await storeClaim();
    const stranger = { ...olu, role: 'visitor' as 'handler' };
    for (const attempt of [
      () => desk.inbox(stranger, {}),
      () => desk.submission(stranger, id),
      () => desk.runAction(stranger, id, { type: 'contacted' }),
      () => desk.auditTrail(olu),
    ])
      await expect(attempt()).rejects.toThrow('Your account does not allow this.');
    expect((await events()).map(({ action }) => action)).toEqual(Array(4).fill('access refused'));
    expect((await desk.auditTrail(grace)).events).toHaveLength(5);
  });
});
