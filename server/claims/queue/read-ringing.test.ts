// Protects: who waits by a target of minutes or two hours rings, until somebody calls or has made contact; nobody else does.
import { expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { olu, priya } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

test('a target of two hours at most rings from the first minute until contact', async () => {
  const { desk, storeClaim, clock } = await createTestDesk(await databases.open());
  const driver = await storeClaim(aoife, { ownTargetAt: tenOClock + 2 * hour });
  const roadside = await storeClaim(lukasz, { ownTargetAt: tenOClock + hour / 4 });
  await storeClaim(aoife, { ownTargetAt: tenOClock + 3 * hour });
  await storeClaim(aoife);
  const withdrawn = await storeClaim(aoife, { ownTargetAt: tenOClock + hour, quarantineReason: 'spam' });
  const ringing = async () => (await desk.ringing(olu)).map(({ id }) => id);
  expect(await ringing()).toEqual([roadside, driver]);
  expect(await ringing()).not.toContain(withdrawn);
  // While a colleague calls it is quiet, and it rings again when the call came to nothing.
  await desk.runAction(priya, roadside, { type: 'call begun', seen: '0' });
  expect(await ringing()).toEqual([driver]);
  await desk.runAction(olu, driver, { type: 'contact attempted', outcome: 'spoke', line: '' });
  expect(await ringing()).not.toContain(driver);
  clock.time = tenOClock + 11 * hour;
  expect(await ringing()).toContain(roadside);
  clock.time = tenOClock + 13 * hour;
  expect(await ringing()).toEqual([]);
});
