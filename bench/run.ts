import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { errorMessage } from '#server/core/observability/log.ts';
import { accept } from './accept.ts';
import { attack } from './attack.ts';
import { desk } from './desk.ts';
import { type Line, load, type Measurement } from './measure.ts';
import { memory } from './memory.ts';
import { pages } from './pages.ts';
import { paint } from './paint.ts';
import { requests } from './requests.ts';
import { roadside } from './roadside.ts';
import { search } from './search.ts';
import { start } from './start.ts';

/**
 * npm run bench [-- name …] [-- --minutes=10 --submissions=1000000]: each as ratios within this one run. Prints them and stores them in
 * bench/figures.json, beside what was measured at other times on the same machine. The options are those of `memory` and `search`.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '10' }, submissions: { type: 'string', default: '1000000' } },
});
const minutes = Number(values.minutes);
const measurements: Record<string, Measurement> = { pages, paint, roadside, accept, desk, requests, attack, start };

/** These take ten minutes or more, so they run only when they are asked for. */
const long: Record<string, Measurement> = { memory: memory(minutes), search: search(Number(values.submissions)) };

const all = { ...measurements, ...long };
const unknown = positionals.filter((name) => !(name in all));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}.`);
const chosen = positionals.length > 0 ? positionals : Object.keys(measurements);

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
console.log(machine);
const file = 'bench/figures.json';
type Figures = { machine: string; figures: Record<string, { at: string; load: string; lines: Line[] }> };
const before: Partial<Figures> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const stored: Figures = { machine, figures: before.machine === machine ? (before.figures ?? {}) : {} };
// The servers that a measurement has started end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
for (const name of chosen) {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));
  // A busy machine makes some ratios better than they are: a sync that takes long costs a group of claims no more than one.
  const loadBefore = load();
  console.log(`\n${name}, at a load average of ${loadBefore}`);
  try {
    const lines = await Promise.race([(all[name] as Measurement)(folder), tooLong(name in long ? 60 + minutes : 15)]);
    stored.figures[name] = { at: new Date().toISOString(), load: loadBefore, lines };
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
writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`);
process.exit();

async function tooLong(minutes: number): Promise<never> {
  await pause(minutes * 60_000, null, { ref: false });
  throw new Error(`it was not done within ${minutes} minutes.`);
}
