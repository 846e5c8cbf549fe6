import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for everything that a run writes. It goes with the run: products that workers share end with them, after their last test. */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-e2e-'));
  process.env.KERBSIDE_E2E_FOLDER = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}
