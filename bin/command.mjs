// npm run NAME, for what operators run: bin/NAME.ts of the release that runs, on its Node, in the checkout's folder.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkout, environmentFor, linkOwn, nodeOf, releaseBefore, releases, runningFolder } from './releases.mjs';
import { fail } from './setup.mjs';

const [given = '', ...rest] = process.argv.slice(2);
// To go back on PostgreSQL: a restore makes the schema of the release that runs it, and an earlier release opens no later one.
const before = '--by-release-before';
const folder = rest.includes(before) ? existsSync(releases) && releaseBefore() : runningFolder();
if (!folder) fail('There is no release before this one: nothing has been upgraded here yet.');
// As the guide and `npm run` write it: audit:verify, and arguments after two dashes.
const name = given.replaceAll(':', '-');
const args = (rest[0] === '--' ? rest.slice(1) : rest).filter((arg) => arg !== before);
if (!existsSync(nodeOf(folder))) fail('Nothing is installed yet: npm start installs and builds.');
if (!existsSync(join(folder, `bin/${name}.ts`))) fail(`There is no command ${given}. docs/operations.md says which there are.`);
linkOwn(folder);
// On a fresh clone nothing has gathered the content yet. Later they read what the last build was made of.
const gathers = ['--import', pathToFileURL(join(folder, 'bin/first-gathering.mjs')).href];
const child = spawn(nodeOf(folder), [...gathers, join(folder, `bin/${name}.ts`), ...args], {
  cwd: checkout,
  stdio: 'inherit',
  env: environmentFor(),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(signal ? 1 : code));
