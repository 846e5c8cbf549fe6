import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hour } from '#forms/durations.ts';
import { buildPublicScripts } from '../build-tools/build-public-scripts.ts';
import { buildServiceWorker } from '../build-tools/build-service-worker.ts';
import { compressAssets } from '../build-tools/compress-assets.ts';
import { contentSentence } from '../build-tools/content-overlay.ts';
import { fingerprint } from '../build-tools/fingerprint.ts';
import { problemsUnder } from '../build-tools/problems-under.ts';
import { removeIfPossible, replaceFolder, restoreFolder } from '../build-tools/replace-folder.ts';
import { gatherOrFail, linkFormerNode } from './setup.mjs';

/**
 * Builds pages and server into build/, which is as before until the new build is whole. With --if-changed only when a source differs
 * from the last build's.
 */

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
gatherOrFail();
linkFormerNode();
const stampOf = (folder: string) => join(folder, '.fingerprint');
const wanted = fingerprint();
const temporary = '.build-';
const upToDate = existsSync(stampOf('build')) && readFileSync(stampOf('build'), 'utf8') === wanted;
// After that, so that it stays only until a new one is whole.
restoreFolder('build', temporary);

if (!upToDate || !process.argv.includes('--if-changed')) {
  const problems = await problemsUnder(process.cwd());
  if (problems.length > 0) {
    console.error(contentSentence(problems));
    process.exit(1);
  }
  removeInterrupted();
  const folder = `${temporary}${randomUUID()}`;
  process.once('exit', () => removeIfPossible(folder));
  await buildInto(folder);
  writeFileSync(stampOf(folder), wanted);
  await replaceFolder('build', folder);
}

async function buildInto(folder: string): Promise<void> {
  const quiet = process.argv.includes('--if-changed');
  if (quiet) process.stdout.write('Building …\n');
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@react-router/dev/bin.cjs', 'build', ...(quiet ? ['--logLevel', 'warn'] : [])],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production', KERBSIDE_BUILD_FOLDER: folder },
    },
  );
  if (status !== 0) process.exit(status ?? 1);
  // It reads the content, which was not yet known to be sound.
  const { drawFiles } = await import('../build-tools/draw-files.ts');
  drawFiles(join(folder, 'client'));
  await buildPublicScripts(folder);
  await buildServiceWorker(join(folder, 'service-worker'), join(folder, 'client/assets'));
  compressAssets(join(folder, 'client'));
}

/** Another build that runs at the same time has a folder too, and takes no hour. */
function removeInterrupted(): void {
  const isOld = (name: string) => Date.now() - (statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0) > hour;
  for (const name of readdirSync('.')) if (name.startsWith(temporary) && isOld(name)) removeIfPossible(name);
}
