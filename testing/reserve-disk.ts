import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reserveFileName, reserveSize } from '#server/operations/disk/disk-reserve.ts';

/** A disk reserve of the full size that takes no room. Real ones, written for each store, were a tenth of the work of all tests. */
export function reserveDisk(dataDir: string): void {
  const path = join(dataDir, reserveFileName);
  writeFileSync(path, '', { mode: 0o600 });
  truncateSync(path, reserveSize.bytes);
}
