import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder for one test, which is removed when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));
  return folder;
}
