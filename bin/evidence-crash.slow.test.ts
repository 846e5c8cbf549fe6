// Protects: no acknowledged file is lost or changed by kill -9 at any moment.
import { expect, test } from 'vitest';
import { crashWhileUploading } from '#testing/evidence-crash.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

/** Three hundred in `npm run test:long`. */
const kills = Number(process.env.KILLS ?? 6);

test('killed at any moment of uploads, the product loses and changes no file that it acknowledged, and all others go on or are gone', async () => {
  const counts = await crashWhileUploading({ kills, uploaders: 6, dataDir: temporaryFolder() });
  expect(counts).toMatchObject({ kills, lost: 0, changed: 0, stuck: 0, strays: 0 });
  expect(counts.acknowledged).toBeGreaterThan(5);
});
