import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '#testing/product.ts';

const run = promisify(execFile);

/** Runs `npm run export` with the build in `folder`. Returns what it printed. */
export async function exportSite(to: string, siteUrl: string, folder = root): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [join(folder, 'bin/export.ts'), to, '--site-url', siteUrl], {
    cwd: folder,
  });
  return stdout + stderr;
}
