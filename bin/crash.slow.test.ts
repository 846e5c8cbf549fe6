// Protects: no acknowledged claim is lost by kill -9 at any moment, beside a second writer.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { crash } from '#testing/crash.ts';
import { storeReader } from '#testing/read-store.ts';
import { memoryFolder } from '#testing/temporary-folder.ts';
import { undisturbed } from '#testing/undisturbed.ts';
import { waitLimitMs } from '#testing/until.ts';

/** Three hundred in `npm run test:long`. */
const kills = Number(process.env.KILLS ?? 6);

test('killed at any moment beside a second writer, the product loses nothing it has acknowledged, refuses nobody and sends every email', async () => {
  const crashOnce = () => {
    const dataDir = memoryFolder();
    return crash({
      kills,
      senders: 10,
      env: { DATA_DIR: dataDir },
      besideWriterOf: join(dataDir, databaseFileName),
      ...storeReader({ dataDir, databaseUrl: null }),
      // An e-mail that was interrupted four times waits for two minutes.
      limitMs: 2 * waitLimitMs,
    });
  };
  // Where the other process stands still with the lock, claims are refused, and rightly. Nothing else is forgiven.
  const counts = await undisturbed(
    crashOnce,
    ({ refused, longestHoldMs, lost, wrong, withoutEmail, otherMessageIds }) =>
      refused === 0 || longestHoldMs < 4_000 || lost + wrong + withoutEmail + otherMessageIds > 0,
  );
  expect(counts).toMatchObject({ kills, lost: 0, refused: 0, wrong: 0, withoutEmail: 0, otherMessageIds: 0 });
  expect(counts.acknowledged).toBeGreaterThan(5);
});
