// Protects: after a move or a restore without the secret the start and the launch check say that nobody can sign in.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMigrated } from '#server/core/database/open.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { checkStore } from '../../../bin/launch/data-check.ts';
import { sealWith } from './seal.ts';
import { countUnreadableFactors } from './unreadable-factors.ts';

const before = 'the secret before, of 32 characters';
const now = 'the secret of today, of 32 characters';
const at = '2026-11-24T04:00:00Z';

/** A store with two members of staff, whose second factors were set up with the secrets of different times. */
async function storeWithFactors(dataDir: string) {
  const database = await openMigrated({ dataDir, databaseUrl: null });
  for (const key of [before, now]) {
    const id = randomUUID();
    const secret = sealWith(key, 'JBSWY3DPEHPK3PXP');
    await database.write(async (tx) => {
      const account = {
        id,
        name: 'Olu',
        email: `${id}@kerbside.example`,
        role: 'owner' as const,
        emailVerified: 0,
        twoFactorEnabled: 1,
      };
      await tx
        .insertInto('staff')
        .values({ ...account, createdAt: at, updatedAt: at })
        .execute();
      const factor = { id, userId: id, secret, backupCodes: secret, verified: 1, failedVerificationCount: 0 };
      await tx.insertInto('staff_two_factors').values(factor).execute();
    });
  }
  return database;
}

test('second factors that neither secret reads are counted', async () => {
  const database = await storeWithFactors(temporaryFolder());
  expect(await countUnreadableFactors(database, [now, before])).toBe(0);
  expect(await countUnreadableFactors(database, [now, null])).toBe(1);
  expect(await countUnreadableFactors(database, [null, null])).toBe(2);
  await database.close();
});

test('the launch check names what is missing, in red, and how to go on', async () => {
  const DATA_DIR = temporaryFolder();
  await (await storeWithFactors(DATA_DIR)).close();
  writeFileSync(join(DATA_DIR, 'auth-secret'), `${now}\n`);
  const about = async (settings: Record<string, string>) =>
    (await checkStore(readEnv({ DATA_DIR, ...settings }), Date.parse(at))).find((one) => one.about === 'second factors');
  expect(await about({})).toMatchObject({ state: 'red', says: expect.stringContaining('of one member of staff cannot be read') });
  expect(await about({ AUTH_SECRET_PREVIOUS: before })).toBeUndefined();
});
