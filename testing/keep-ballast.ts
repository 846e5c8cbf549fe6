import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ballastFileName, ballastSize } from '#server/operations/disk/ballast.ts';

/** A ballast of the full size that takes no room. Real ones, written for each store, were a tenth of the work of all tests. */
export function keepBallast(dataDir: string): void {
  const path = join(dataDir, ballastFileName);
  writeFileSync(path, '', { mode: 0o600 });
  truncateSync(path, ballastSize.bytes);
}
