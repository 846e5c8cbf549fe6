// Protects: somebody who is in quarantine by mistake, and was told that we call, is not forgotten until it is too late.
import { describe, expect, test } from 'vitest';
import type { OpeningHours } from '#content/opening-hours.ts';
import { hour } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { readUnanswered } from './waiting-for-contact.ts';

const databases = testDatabases();

describe('reminders of what is in quarantine', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open());
    /** To whom digests are written now. */
    const reminded = async () => {
      await testDesk.sendDueReminders();
      const digests = await testDesk.emails();
      return digests
        .filter(({ template, created_at }) => template === 'due-digest' && created_at === testDesk.clock.time)
        .map(({ recipient }) => recipient);
    };
    const storeQuarantined = (more = {}) => testDesk.storeClaim(aoife, { quarantineReason: 'It has links', ...more });
    return { ...testDesk, reminded, storeQuarantined };
  }

  test('owners get one before the hour that the sender was told, one in the morning, and one when it is missed; the team none', async () => {
    const { reminded, storeQuarantined, advance } = await setup();
    await storeQuarantined();
    await advance(19 * hour);
    expect(await reminded()).toEqual([]);
    await advance(hour);
    expect(await reminded()).toEqual([grace.email]);
    // At eight.
    await advance(2 * hour);
    expect(await reminded()).toEqual([grace.email]);
    await advance(hour);
    expect(await reminded()).toEqual([]);
    await advance(hour);
    expect(await reminded()).toEqual([grace.email]);
    await advance(100 * hour);
    expect(await reminded()).toEqual([]);
  });

  test('where the business closes, the last sixth is of the time for which it is open, so that there is still time to call', async () => {
    const { database, storeQuarantined } = await setup();
    const hours: OpeningHours = {
      times: [{ from: 'Monday', to: 'Friday', opens: '09:00', closes: '17:00' }],
      bankHolidays: true,
    };
    const monday = Date.parse('2026-10-19T09:00:00+01:00');
    await storeQuarantined({ createdAt: monday, dueAt: monday + 24 * hour });
    const told = async (at: number) => (await readUnanswered(database.db, 'owners', at, hours)).length;
    // Five sixths of eight hours.
    expect([await told(monday + 6.6 * hour), await told(monday + 6.7 * hour)]).toEqual([0, 1]);
  });

  test('none is sent of what staff put there, of what is no claim, or once it was released and spoken about', async () => {
    const { reminded, storeQuarantined, storeClaim, advance, desk } = await setup();
    await desk.runAction(olu, await storeClaim(aoife), { type: 'quarantined' });
    await storeQuarantined({ formName: 'Contact' });
    const released = await storeQuarantined();
    await desk.runAction(olu, released, { type: 'released' });
    await desk.runAction(olu, released, { type: 'contacted' });
    await advance(30 * hour);
    expect(await reminded()).toEqual([]);
  });
});
