// Protects: two instances on PostgreSQL refuse nothing because of deadlocks.
import { expect, test } from 'vitest';
import { createDatabase, findPostgres } from '#testing/postgres-server.ts';
import { runRoundsAtOnce } from '#testing/rounds-at-once.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { sharedPostgresPort } from '#testing/test-run.ts';

/** Two thousand in `npm run test:long`. */
const rounds = Number(process.env.ROUNDS ?? 20);

test.skipIf(!findPostgres())(
  'two instances that get photographs, notes, messages and claims at the same time refuse none, without a deadlock',
  async () => {
    const databaseUrl = await createDatabase(await sharedPostgresPort());
    const counts = await runRoundsAtOnce({ databaseUrl, dataDir: temporaryFolder(), rounds });
    expect(counts).toEqual({ deadlocks: 0, refused: [] });
  },
);
