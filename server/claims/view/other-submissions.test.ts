// Protects: claims that may be about one accident point to each other, in the queue too, and those of others do not.
import { describe, expect, test } from 'vitest';
import { day } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife, bo } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

describe('claims that may be about one accident', () => {
  test.each([true, false])('are counted by phone or registration within sixty days (indexed: %s)', async (isIndexed) => {
    const { desk, storeClaim, clock } = await createTestDesk(await databases.open());
    const at = (days: number) => ({ createdAt: clock.time - days * day });
    const first = await storeClaim(aoife, at(0));
    const byPhone = await storeClaim({ ...bo, phone: '٠٧٧٠٠ ٩٠٠١٠١', vehicleReg: 'AA11 AAA' }, at(1));
    const byCar = await storeClaim({ ...bo, phone: '07700 900998', vehicleReg: 'lb77zzt' }, at(59));
    const mistyped = await storeClaim({ ...bo, phone: '07700 900996', vehicleReg: 'L877 2ZT' }, at(58));
    for (const phone of ['07700 900994', '07700 900995']) await storeClaim({ ...bo, phone, vehicleReg: 'unknown' }, at(4));
    await storeClaim({ ...aoife, email: 'another@example.org' }, at(70));
    await storeClaim({ ...bo, phone: '07700 900997', vehicleReg: 'BB22 BBB' }, at(2));
    await storeClaim(aoife, { ...at(3), quarantineReason: 'Spam' });
    if (isIndexed) await desk.indexNow();
    const counts = new Map((await desk.queue(olu, { own: false })).map(({ id, sameCount }) => [id, sameCount]));
    expect([first, byPhone, byCar, mistyped].map((id) => counts.get(id))).toEqual([4, 2, 4, 4]);
    expect([...counts.values()].filter((count) => count > 1)).toHaveLength(5);
    const view = await desk.submission(olu, first);
    expect(view?.others.filter(({ maybeSame }) => maybeSame).map(({ id }) => id)).toEqual([byPhone, mistyped, byCar]);
    await desk.runAction(olu, first, { type: 'merged', other: byPhone });
    expect((await desk.submission(olu, first))?.others.filter(({ maybeSame }) => maybeSame).map(({ id }) => id)).toEqual([
      mistyped,
      byCar,
    ]);
  });

  test('are counted in a moment where a script sent fifty, each with the same thousand characters of phone numbers', async () => {
    const { desk, storeClaim } = await createTestDesk(await databases.open());
    const phone = Array.from({ length: 60 }, (_, index) => `+48 22 ${1_000_000 + index}`).join(', ');
    for (let count = 0; count < 50; count += 1) await storeClaim({ ...bo, phone, vehicleReg: '' });
    await desk.indexNow();
    const start = performance.now();
    expect((await desk.queue(olu, { own: false })).map(({ sameCount }) => sameCount)).toEqual(Array(50).fill(50));
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
