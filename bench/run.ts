import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { errorMessage } from '#server/core/observability/log.ts';
import { accept } from './accept-rate.ts';
import type { Line, Measurement } from './bench-result.ts';
import { claimsUnderAttack } from './claims-under-attack.ts';
import { coldStart } from './cold-start.ts';
import { dearestRequests } from './dearest-requests.ts';
import { inbox, inboxOfAMillion } from './inbox-speed.ts';
import { memory } from './memory.ts';
import { pageChange } from './page-change-times.ts';
import { pagesAgainstNginx } from './pages-against-nginx.ts';
import { paint } from './paint.ts';
import { phone } from './phone.ts';
import { roadside } from './roadside-times.ts';
import { searchOfAMillion } from './search-times.ts';
import { evidence } from './upload-rate.ts';
import { workbench } from './workbench-figures.ts';

/**
 * npm run bench [-- name …] [-- --memory=60]: each as ratios within this one run. Prints them and keeps them in bench/figures.json,
 * beside what was measured at other times on the same machine. With --memory, memory alone, for so many minutes (ten without =).
 */
const measurements: Record<string, Measurement> = {
  pages: pagesAgainstNginx,
  paint,
  phone,
  roadside,
  'page-change': pageChange,
  accept,
  evidence,
  inbox,
  workbench,
  requests: dearestRequests,
  attacked: claimsUnderAttack,
  'cold-start': coldStart,
};

// The option may have no value, which `parseArgs` does not support.
const args = process.argv.slice(2).map((arg) => (arg === '--memory' ? '--memory=10' : arg));
const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { memory: { type: 'string' } } });
const minutes = Number(values.memory ?? 10);
if (!Number.isInteger(minutes) || minutes < 1) throw new Error('--memory takes a whole number of minutes.');

/** These take ten minutes, so they run only when they are asked for. */
const long: Record<string, Measurement> = {
  memory: memory(minutes),
  'inbox-of-a-million': inboxOfAMillion,
  'search-of-a-million': searchOfAMillion,
};

const all = { ...measurements, ...long };
const unknown = positionals.filter((name) => !(name in all));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}.`);
const named = [...positionals, ...(values.memory && !positionals.includes('memory') ? ['memory'] : [])];
const chosen = named.length > 0 ? named : Object.keys(measurements);

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
console.log(machine);
const file = 'bench/figures.json';
type Kept = { machine: string; figures: Record<string, { at: string; load: string; lines: Line[] }> };
const before: Partial<Kept> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const kept: Kept = { machine, figures: before.machine === machine ? (before.figures ?? {}) : {} };
// The servers that a measurement has started end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
for (const name of chosen) {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));
  // A busy machine makes some ratios better than they are: a sync that takes long costs a group of claims no more than one.
  const load = loadavg()[0]?.toFixed(1) ?? '';
  console.log(`\n${name}, at a load average of ${load}`);
  try {
    const lines = await Promise.race([(all[name] as Measurement)(folder), tooLong(name in long ? 60 + minutes : 15)]);
    kept.figures[name] = { at: new Date().toISOString(), load, lines };
    for (const { what, found, ratio, budget } of lines) {
      const compared = ratio === undefined ? '' : `  ratio ${ratio.toFixed(2)}`;
      console.log(`  ${what.padEnd(58)} ${found}${compared}${budget ? `  (budget ${budget})` : ''}`);
    }
  } catch (error) {
    console.error(`${name} could not be measured: ${errorMessage(error)}`);
    process.exitCode = 1;
    break;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
process.exit();

async function tooLong(minutes: number): Promise<never> {
  await pause(minutes * 60_000, null, { ref: false });
  throw new Error(`it was not done within ${minutes} minutes.`);
}
