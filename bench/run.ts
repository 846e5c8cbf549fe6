import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accept } from './accept.ts';
import { coldStart } from './cold-start.ts';
import { inbox, inboxOfAMillion } from './inbox.ts';
import type { Line, Measurement } from './line.ts';
import { memory } from './memory.ts';
import { pagesAgainstNginx } from './pages-against-nginx.ts';
import { paint } from './paint.ts';
import { phone } from './phone.ts';

/**
 * npm run bench [-- name …] [-- --memory]: each as ratios within this one run. Prints them and keeps them in bench/figures.json,
 * beside what was measured at other times on the same machine.
 */
const measurements: Record<string, Measurement> = {
  pages: pagesAgainstNginx,
  paint,
  phone,
  accept,
  inbox,
  'cold-start': coldStart,
};

/** Take ten minutes, so only when asked for. */
const long: Record<string, Measurement> = { memory, 'inbox-of-a-million': inboxOfAMillion };

const { positionals, values } = parseArgs({ allowPositionals: true, options: { memory: { type: 'boolean', default: false } } });
const all = { ...measurements, ...long };
const unknown = positionals.filter((name) => !(name in all));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}.`);
const chosen = positionals.length > 0 ? positionals : [...Object.keys(measurements), ...(values.memory ? ['memory'] : [])];

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
console.log(machine);
const file = 'bench/figures.json';
type Kept = { machine: string; figures: Record<string, { at: string; lines: Line[] }> };
const before: Partial<Kept> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const kept: Kept = { machine, figures: before.machine === machine ? (before.figures ?? {}) : {} };
for (const name of chosen) {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));
  console.log(`\n${name}`);
  try {
    const lines = (await all[name]?.(folder)) ?? [];
    kept.figures[name] = { at: new Date().toISOString(), lines };
    for (const { what, found, ratio, budget } of lines) {
      const compared = ratio === undefined ? '' : `  ratio ${ratio.toFixed(2)}`;
      console.log(`  ${what.padEnd(58)} ${found}${compared}${budget ? `  (budget ${budget})` : ''}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
process.exit(0);
