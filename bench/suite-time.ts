import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, root } from '../bin/setup.mjs';
import { median } from './measure.ts';

/**
 * node bench/suite-time.ts [FOLDER] [--all] [--runs=3]: how long `npm test` takes without its installation, or with --all
 * `npm run test:all`; of this checkout and, in turns with it, of the one in FOLDER. Each run builds, and transforms every module, as on a
 * fresh clone.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, runs: { type: 'string', default: '3' } },
});
const folders = [root, ...positionals.map((folder) => resolve(folder))];
const command = values.all ? 'test:all' : 'test';

type Run = { folder: string; wallSeconds: number; childSeconds: number | null; machineSeconds: number; ended: string };
const runs: Run[] = [];

for (const folder of folders) ensureInstalled(folder);
console.log('seconds by the clock, of the processors for its processes and for the whole machine; load before and after');
for (let count = 0; count < Number(values.runs); count += 1) for (const folder of folders) runs.push(await time(folder));
const [own = [], other] = folders.map(medians);
for (const folder of folders) console.log(`median of ${command} in ${folder}: ${row(medians(folder))}`);
if (other) console.log(`ratio: ${row(own.map((value, index) => value / (other[index] ?? Number.NaN)))}`);

async function time(folder: string): Promise<Run> {
  for (const made of ['build', 'node_modules/.vite', 'node_modules/.vitest-cache', 'node_modules/.cache', 'test-results'])
    rmSync(join(folder, made), { recursive: true, force: true });
  const load = loadavg();
  const [children, machine, began] = [childSeconds(), machineSeconds(), performance.now()];
  const lines = await lastLines(folder);
  const run = {
    folder,
    wallSeconds: (performance.now() - began) / 1_000,
    childSeconds: children === null ? null : (childSeconds() ?? 0) - children,
    machineSeconds: machineSeconds() - machine,
    ended: lines.findLast((line) => line !== '') ?? '',
  };
  const loads = [load, loadavg()].map(([minute = 0]) => minute.toFixed(1)).join(' → ');
  console.log(`${command} in ${folder}: ${row(figures(run))}  ${loads}  ${run.ended}`);
  return run;
}

/** Runs the command in the folder; resolves with the end of what it writes. */
function lastLines(folder: string): Promise<string[]> {
  const child = spawn('npm', ['run', '--silent', command], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (part) => {
    text = (text + part).slice(-2_000);
  });
  return new Promise((done) => child.once('close', () => done(text.split('\n'))));
}

/** What the processes that this one has started, and theirs, have taken of the processors so far; known on Linux alone. */
function childSeconds(): number | null {
  if (process.platform !== 'linux') return null;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // Their user and system time (cutime, cstime), in hundredths of a second.
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** What everything has taken of the processors: also what no longer belongs to the run, as a server in the background. */
function machineSeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1_000;
}

function medians(folder: string): number[] {
  const rows = runs.filter((run) => run.folder === folder).map(figures);
  return [0, 1, 2].map((column) => median(rows.map((one) => one[column] ?? Number.NaN)));
}

function figures({ wallSeconds, childSeconds: ofChildren, machineSeconds: ofMachine }: Run): number[] {
  return [wallSeconds, ofChildren ?? Number.NaN, ofMachine];
}

function row(figures: number[]): string {
  return figures.map((figure) => figure.toFixed(figure < 10 ? 2 : 0).padStart(6)).join(' ');
}
