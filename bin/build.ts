import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Manifest, publicManifest } from '#app/document/public-document.ts';
import { buildServiceWorker } from './build-service-worker.ts';
import { compressAssets } from './compress-assets.ts';
import { contentSentence } from './content-overlay.ts';
import { problemsUnder } from './content-rules.ts';
import { fingerprint } from './fingerprint.ts';
import { gatherOrFail } from './setup.mjs';

/** Builds pages and server into build/. With --if-changed only when a source differs from the last build's. */

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
gatherOrFail();
const stamp = 'build/.fingerprint';
const wanted = fingerprint();
const upToDate = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;

if (!upToDate || !process.argv.includes('--if-changed')) {
  const problems = await problemsUnder(process.cwd());
  if (problems.length > 0) {
    console.error(contentSentence(problems));
    process.exit(1);
  }
  rmSync('build', { recursive: true, force: true });
  const quiet = process.argv.includes('--if-changed');
  if (quiet) process.stdout.write('Building …\n');
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@react-router/dev/bin.cjs', 'build', ...(quiet ? ['--logLevel', 'warn'] : [])],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (status !== 0) process.exit(status ?? 1);
  // It reads the content, which was not yet known to be sound.
  const { drawFiles } = await import('./draw-files.ts');
  drawFiles('build/client');
  await writePublicManifest();
  await buildServiceWorker('build/service-worker', 'build/client/assets');
  compressAssets('build/client');
  // Last, so that an interrupted build is built again.
  writeFileSync(stamp, wanted);
}

/** Public pages import it for the global that it sets, as other pages import the file that React Router writes. */
async function writePublicManifest(): Promise<void> {
  const built = new URL('../build/server/index.js', import.meta.url).href;
  const { assets }: { assets: Manifest } = await import(built);
  const manifest = publicManifest(assets);
  writeFileSync(`build/client${manifest.url}`, `window.__reactRouterManifest=${JSON.stringify(manifest)};`);
}
