import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crashWhileUploading } from '#testing/evidence-crash.ts';

/**
 * node bench/upload-crashes.ts [--kills=300] [--uploaders=8]: kills the built product while files are uploaded to it, and prints what
 * became of them. Exit code 1 when one that was acknowledged is lost or changed, one cannot go on, or anything else is left.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '300' }, uploaders: { type: 'string', default: '8' } },
});

const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-evidence-crash-'));
const began = Date.now();
const counts = await crashWhileUploading({
  kills: Number(values.kills),
  uploaders: Number(values.uploaders),
  dataDir,
  onKill: (kills) => kills % 10 === 0 && console.log(`${kills} kills, ${Math.round((Date.now() - began) / 1_000)} s`),
});
for (const [name, count] of Object.entries(counts)) console.log(`${name.padEnd(18)} ${count}`);
rmSync(dataDir, { recursive: true, force: true });
process.exit(counts.lost + counts.changed + counts.stuck + counts.strays > 0 ? 1 : 0);
