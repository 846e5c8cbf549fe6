// Protects: somebody who is in quarantine by mistake, and was told that we call, is not forgotten until it is too late.
import { describe, expect, test } from 'vitest';
import { createTestDesk, hour } from '#testing/create-test-desk.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

describe.each(engines)('reminders of what is in quarantine, on %s', (engine) => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open(engine));
    const remindedOf = async () => {
      await testDesk.sendDueReminders();
      const reminders = (await testDesk.emails()).filter(({ template }) => template === 'reminder');
      return reminders.map(({ subject_id, recipient }) => [subject_id, recipient]);
    };
    const storeQuarantined = (more = {}) => testDesk.storeClaim(aoife, { quarantineReason: 'It has links', ...more });
    return { ...testDesk, remindedOf, storeQuarantined };
  }

  test('owners get one before the hour that the sender was told, and one when it is missed', async () => {
    const { remindedOf, storeQuarantined, advance } = await setup();
    const id = await storeQuarantined();
    await advance(19 * hour);
    expect(await remindedOf()).toEqual([]);
    await advance(hour);
    expect(await remindedOf()).toEqual([[id, grace.email]]);
    await advance(3 * hour);
    expect(await remindedOf()).toHaveLength(1);
    await advance(hour);
    expect(await remindedOf()).toHaveLength(2);
    await advance(100 * hour);
    expect(await remindedOf()).toHaveLength(2);
  });

  test('none is sent of what staff put there, of what is no claim, or once it was released and spoken about', async () => {
    const { remindedOf, storeQuarantined, storeClaim, advance, desk } = await setup();
    await desk.runAction(olu, await storeClaim(aoife), { type: 'quarantined' });
    await storeQuarantined({ formName: 'Contact' });
    const released = await storeQuarantined();
    await desk.runAction(olu, released, { type: 'released' });
    await desk.runAction(olu, released, { type: 'contacted' });
    await advance(30 * hour);
    expect(await remindedOf()).toEqual([]);
  });
});
