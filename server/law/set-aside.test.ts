// Protects: a store that a restore set aside is erased in the end.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { day } from '#forms/durations.ts';
import { openMigrated } from '#server/core/database/open.ts';
import { backUp, restore } from '#server/operations/backup/back-up.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const databases = testDatabases();

test('a store that a restore set aside ends after fourteen days, and an erasure says until when it is kept', async () => {
  const dataDir = temporaryFolder();
  const name = 'before-restore-2026-11-20T10-00-00-000Z';
  mkdirSync(join(dataDir, name));
  writeFileSync(join(dataDir, name, 'kerbside.db'), 'a whole store');
  mkdirSync(join(dataDir, 'before-restore-by-hand'));
  const { desk, storeClaim, advance } = await createTestDesk(await databases.open('sqlite'), { dataDir });
  const [first, second] = [await storeClaim(aoife), await storeClaim(aoife)];
  expect(await desk.erase(grace, [first], 'asked for')).toMatchObject({ setAsideUntil: tenOClock + 13 * day });
  for (let night = 0; night < 14; night += 1) {
    expect(existsSync(join(dataDir, name))).toBe(true);
    await desk.runRetention();
    await advance(day);
  }
  expect(readdirSync(dataDir).filter((name) => name.startsWith('before-restore'))).toEqual(['before-restore-by-hand']);
  expect(await desk.erase(grace, [second], 'asked for')).toMatchObject({ setAsideUntil: null });
});

test('what a restore sets aside has a name by which it ends', async () => {
  const dataDir = temporaryFolder();
  const location = { dataDir, databaseUrl: null };
  const database = await openMigrated(location);
  await database.close();
  const backup = join(temporaryFolder(), 'backup');
  await backUp(location, backup);
  await restore(backup, location, { replace: true });
  const restored = await openMigrated(location);
  onTestFinished(restored.close);
  const { desk, advance } = await createTestDesk(restored, { dataDir });
  const isThere = () => readdirSync(dataDir).some((one) => one.startsWith('before-restore-'));
  expect(isThere()).toBe(true);
  await advance(Date.now() - tenOClock + 15 * day);
  await desk.runRetention().catch(() => {});
  const { question } = await desk.retentionState(grace);
  if (question !== null) await desk.runJob(grace, { confirm: 'retention', question });
  await desk.runRetention();
  expect(isThere()).toBe(false);
});
