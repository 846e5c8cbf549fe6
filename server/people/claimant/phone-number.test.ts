// Protects: a claimant can correct the phone number by the private link at once, and everybody who calls sees the new one.
import { describe, expect, test } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

describe('a corrected phone number', () => {
  const setup = async () => {
    const testDesk = await createTestDesk(await databases.open());
    return { ...testDesk, ...(await testDesk.openClaim({ ...aoife, phone: '12' })) };
  };

  test('takes the place of the first one everywhere, and the audit trail has that and no number', async () => {
    const { run, page, events, desk, id } = await setup();
    expect(await run({ act: 'phone', phone: ' 07700 900321 ' })).toEqual({ kind: 'done' });
    expect(await run({ act: 'phone', phone: '07700 900321' })).toEqual({ kind: 'done' });
    expect((await page()).data.phone).toBe('07700 900321');
    const ids = async (contact: string) => (await desk.findPerson(olu, contact)).map((row) => row.id);
    expect([await ids('07700 900321'), await ids('12')]).toEqual([[id], []]);
    const recorded = (await events()).filter(({ action }) => action === 'phone number changed');
    expect(recorded.map(({ actor_id: actor, details }) => [actor, JSON.parse(details)])).toEqual([
      ['claimant', { fields: 'phone', replaced: 'phone' }],
    ]);
    expect((await desk.inbox(olu, {})).rows).toMatchObject([{ id, isUpdated: true }]);
  });

  test('has to be one that can be called', async () => {
    const { run, page } = await setup();
    for (const phone of ['', '   ', 'abc', '12'])
      expect(await run({ act: 'phone', phone })).toMatchObject({
        kind: 'refused',
        status: 422,
        errors: { phone: expect.any(String) },
      });
    expect((await page()).data.phone).toBe('12');
  });

  test('is changed by the link of its own claim alone', async () => {
    const { claimant, page } = await setup();
    const field = (name: string) => ({ act: 'phone', phone: '07700 900321' })[name] ?? '';
    for (const cookie of [null, 'kerbside-claim=7F4M9TQXAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])
      expect(await claimant.run(cookie, field)).toMatchObject({ kind: 'refused', status: 403 });
    expect((await page()).data.phone).toBe('12');
  });
});
