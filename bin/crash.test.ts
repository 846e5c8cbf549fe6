import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseFileName } from '#server/database/sqlite.ts';
import { crash } from '#testing/crash.ts';
import { storeReader } from '#testing/read-store.ts';
import { memoryFolder } from '#testing/temporary-folder.ts';
import { patienceMs } from '#testing/until.ts';

test('killed at any moment beside a second writer, the product loses nothing it has acknowledged, refuses nobody and sends every e-mail', async () => {
  const dataDir = memoryFolder();
  const counts = await crash({
    kills: 6,
    senders: 10,
    env: { DATA_DIR: dataDir },
    besideWriterOf: join(dataDir, databaseFileName),
    ...storeReader({ dataDir, databaseUrl: null }),
    // An e-mail that was interrupted four times waits for two minutes.
    limitMs: 2 * patienceMs,
  });
  expect(counts).toMatchObject({ kills: 6, lost: 0, refused: 0, wrong: 0, withoutEmail: 0, otherMessageIds: 0 });
  expect(counts.acknowledged).toBeGreaterThan(5);
});
