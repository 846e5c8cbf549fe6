import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bin/setup.mjs';
import { faults } from './faults.ts';

/**
 * node bench/planted-faults.ts [NAME...]: plants one fault after the other in this checkout, which must have no changes, each time runs
 * what docs/planted-faults.md says catches it, and takes it back. Ends with 1 where one was not caught. A run that was stopped leaves its
 * fault: `git checkout .` takes it back.
 */
const table = readFileSync(join(root, 'docs/planted-faults.md'), 'utf8');
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(faults);
if (run('git', ['status', '--porcelain', '--untracked-files=no']).stdout !== '')
  throw new Error('Commit what you changed first.');

for (const name of chosen) {
  const [, caughtBy] = new RegExp(`^\\| ${name} (?:\\|[^|]*){3}\\| \`([^\`]+)\` \\|`, 'm').exec(table) ?? [];
  const fault = faults[name];
  if (!fault || !caughtBy) throw new Error(`There is no fault ${name}, or no row for it.`);
  const path = join(root, fault.file);
  const before = readFileSync(path, 'utf8');
  const times = before.split(fault.from).length - 1;
  let found = `not planted: its text is ${times} times in ${fault.file}`;
  if (times === 1) {
    writeFileSync(
      path,
      before.replace(fault.from, () => fault.to),
    );
    try {
      found = ask(caughtBy);
    } finally {
      writeFileSync(path, before);
    }
  }
  if (!found.startsWith('caught')) process.exitCode = 1;
  console.log(`${name}: ${found}`);
}

/** Runs a test file as `npm test -- FILE` does, or the check of imports. */
function ask(caughtBy: string): string {
  if (!caughtBy.includes('.test.')) {
    const args = ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.cjs', '.'];
    const { stdout } = run(process.execPath, args);
    const error = /^ *error .*/m.exec(stdout)?.[0].trim();
    return error ? `caught by ${caughtBy}: ${error}` : `MISSED by ${caughtBy}`;
  }
  // A file that could not run at all has caught nothing.
  const failed = /^FAILED (\S+\.test\.tsx? > .*)/m.exec(run('npm', ['test', '--silent', '--', caughtBy]).stdout)?.[1];
  return failed ? `caught by ${failed}` : `MISSED by ${caughtBy}`;
}

function run(command: string, args: string[]): { stdout: string } {
  return spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY });
}
