import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { spawnProduct } from '#testing/product.ts';
import { routes } from '../e2e/harness/site-paths.ts';

/**
 * npm run bench:pages: Lighthouse, mobile, on every page of the built product, or on those whose paths are given. Takes minutes; installs
 * Lighthouse beside this once.
 */
const given = process.argv.slice(2);
const paths = given.length > 0 ? given : routes;

const folder = fileURLToPath(new URL('lighthouse', import.meta.url));
const { findChromium } = await import('../bin/find-chromium.mjs');
const chromium = await findChromium();
if (!chromium) throw new Error('There is no Chromium on this machine, and none could be installed.');
if (!existsSync(`${folder}/node_modules`)) spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });

const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-pages-'));
const product = await spawnProduct({ DATA_DIR: dataDir });
await product.ready;
const scoring = spawn(process.execPath, ['score.mjs', product.url, ...paths], {
  cwd: folder,
  env: { ...process.env, CHROMIUM_PATH: chromium },
  stdio: ['ignore', 'pipe', 'inherit'],
});

type Score = { path: string; scores: number[]; fcp: number; lcp: number; tbt: number; cls: number; lost: string[] };
let full = 0;
console.log('performance, accessibility, best practices, SEO; first and largest paint and blocking time in ms; layout shift');
for await (const line of createInterface(scoring.stdout)) {
  const { path, scores, fcp, lcp, tbt, cls, lost } = JSON.parse(line) as Score;
  if (scores.every((score) => score === 100)) full += 1;
  console.log(`${path.padEnd(32)} ${scores.join(' / ').padEnd(24)} ${fcp} ${lcp} ${tbt} ${cls} ${lost.join(', ')}`);
}
await product.end('SIGTERM');
rmSync(dataDir, { recursive: true });
console.log(`${full} of ${paths.length} pages have 100 in all four`);
process.exit(full === paths.length ? 0 : 1);
