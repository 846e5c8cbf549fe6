// Protects: reminders are sent in time, and to nobody more often than once an hour of what was promised.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestDesk, hour, tenOClock } from '#testing/create-test-desk.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();
const minute = 60_000;

describe.each(engines)('when reminders are sent, on %s', (engine) => {
  async function setup() {
    const database = await databases.open(engine);
    const testDesk = await createTestDesk(database, { owners: async () => [{ id: 'grace', email: grace.email }] });
    return {
      ...testDesk,
      database,
      /** The recipients of the reminders written this many hours after ten o'clock. */
      at: async (hours: number) => {
        testDesk.clock.time = tenOClock + hours * hour;
        await testDesk.sendDueReminders();
        const reminders = (await testDesk.emails()).filter(({ template }) => template === 'reminder');
        return reminders.map(({ recipient }) => recipient ?? 'the team');
      },
    };
  }

  test('our own targets of minutes and of hours are reminded of when they are missed', async () => {
    const { at, storeClaim } = await setup();
    await storeClaim(aoife, { ownTargetAt: tenOClock + 15 * minute });
    await storeClaim(aoife, { ownTargetAt: tenOClock + 2 * hour });
    expect(await at(0.2)).toEqual([]);
    expect(await at(0.25)).toEqual(['the team']);
    expect(await at(2)).toHaveLength(2);
    expect(await at(11)).toHaveLength(2);
  });

  test('nobody is reminded twice within an hour of what visitors are told: what falls due meanwhile is reminded of after it', async () => {
    const { at, storeClaim } = await setup();
    await storeClaim(aoife, { dueAt: tenOClock + 24 * hour });
    await storeClaim(aoife, { dueAt: tenOClock + 25 * hour });
    expect(await at(12)).toHaveLength(1);
    expect(await at(12.9)).toHaveLength(1);
    expect(await at(13)).toHaveLength(2);
  });

  test('our own target of minutes is reminded of in time, whatever was reminded of just before, and holds up nothing else', async () => {
    const { at, storeClaim } = await setup();
    await storeClaim(aoife, { dueAt: tenOClock + 24 * hour });
    await storeClaim(aoife, {
      createdAt: tenOClock + 12 * hour,
      ownTargetAt: tenOClock + 12.25 * hour,
      dueAt: tenOClock + 36 * hour,
    });
    await storeClaim(aoife, {
      createdAt: tenOClock + 12 * hour,
      ownTargetAt: tenOClock + 12.5 * hour,
      dueAt: tenOClock + 36 * hour,
    });
    await storeClaim(aoife, { dueAt: tenOClock + 25.2 * hour });
    expect(await at(12)).toHaveLength(1);
    expect(await at(12.25)).toHaveLength(2);
    expect(await at(12.5)).toHaveLength(3);
    expect(await at(12.6)).toHaveLength(3);
    expect(await at(13)).toHaveLength(4);
  });

  test.runIf(engine === 'postgres')('what an instance of the release before has stored is reminded of at its times', async () => {
    const { at, storeClaim, database } = await setup();
    const id = await storeClaim(aoife, { ownTargetAt: tenOClock + 2 * hour });
    // That release does not name the column.
    await sql`update form_submissions set next_reminder_at = default where id = ${id}`.execute(database.db);
    expect(await at(1.9)).toEqual([]);
    expect(await at(2)).toHaveLength(1);
    expect(await at(12)).toHaveLength(2);
  });
});
