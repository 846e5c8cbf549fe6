// npm test: what a person waits for: checks and build, then all tests but the slow ones.
// npm run test:all, which CI runs: the slow tests (*.slow.test.ts) too, those that open a store again on PostgreSQL, and what depends on
// the content again for another business. npm run test:long: what no landing should wait for. npm run test:ahead: the quick unit tests 45
// days ahead, and on the next 29 February. npm run test:watch: the unit tests that a change touches.
// npm test -- receipt: the tests with "receipt" in their path, slow ones too, without the checks.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { browserPlan, browserTodo, findChromium } from './find-chromium.mjs';
import { ensureInstalled, gatherOrFail, pinnedNode, fail as refuse, root, run } from './setup.mjs';

const given = process.argv.slice(2);
const has = (flag) => given.includes(flag);
const patterns = has('--long')
  ? ['crash', 'deadlocks', 'months-of-clock', 'in-ceph', 'killed-browser', 'faults-on-two']
  : given.filter((argument) => !argument.startsWith('--'));
const isWhole = patterns.length === 0 && !has('--ahead') && !has('--watch');
const { sentence } = browserPlan();
if (sentence && !has('--ahead') && !has('--watch')) console.log(sentence);
ensureInstalled();
gatherOrFail();
// Otherwise each step would fail in words of its own.
if (run(pinnedNode, ['build-tools/check-content.ts']).status !== 0) process.exit(1);
process.env.PATH = `node_modules/.bin${delimiter}${process.env.PATH}`;
const vitest = 'node_modules/vitest/vitest.mjs';
if (has('--watch')) process.exit(run(pinnedNode, [vitest, 'watch', '--project=unit', '--changed', ...patterns]).status ?? 1);

rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results');
const total = { passed: 0, failed: 0 };
/** Every failure, listed again at the end of the output. */
const failures = [];
const here = { prefix: '', cwd: root, env: {} };
const wanted = matching();
if (wanted.length === 0) refuse(`No test's path contains ${patterns.join(' or ')}.`);
const needsBrowser = !has('--ahead') && wanted.some((file) => file.startsWith('e2e/'));
const chromium = needsBrowser ? await findChromium() : null;
if (needsBrowser && !chromium)
  fail(`The journeys did not run: no Chromium was found, and none could be installed. ${browserTodo}`);

const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
const build = () => step('build', ['bin/build.ts', '--if-changed']);
if (isWhole)
  await Promise.all([
    step('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.']),
    types(),
    step('import table', [cruiser, '--config', '.dependency-cruiser.cjs', '.']),
    build(),
  ]);
else if (wanted.some(startsProduct)) await build();
if (has('--ahead'))
  for (const days of [45, daysToLeapDay()])
    await tests(`tests, ${days} days ahead`, ['--project=unit'], {
      ...here,
      env: { NODE_OPTIONS: `--import=file://${root}/testing/clock-ahead.mjs?${days}` },
    });
else await tests('tests', [...(chromium ? [] : ['--project=unit']), ...patterns], here);
if (has('--all') && isWhole) {
  await tests('tests on PostgreSQL', ['--project=unit', ...wanted.filter(opensStore)], { ...here, env: { ENGINE: 'postgres' } });
  await anotherBusiness();
}
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

/** The test files that this run is about, by path. */
function matching() {
  const folders = ['app', 'bin', 'build-tools', 'content', 'content-rules', 'e2e', 'forms', 'server'];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, name).replaceAll('\\', '/')),
  );
  const isWanted = (file) => patterns.length === 0 || patterns.some((part) => file.includes(part));
  return files.filter((file) => /\.test\.tsx?$/.test(file) && isWanted(file));
}

function startsProduct(file) {
  return (
    file.startsWith('e2e/') ||
    /testing\/(?:product|launch-place|crash|evidence-crash|mailbox-crash)\.ts|startProduct|build\//.test(
      readFileSync(file, 'utf8'),
    )
  );
}

/** To the next 29 February. */
function daysToLeapDay() {
  const day = new Date();
  for (let days = 0; ; days += 1, day.setDate(day.getDate() + 1)) if (day.getMonth() === 1 && day.getDate() === 29) return days;
}

/** On the engine of the run. What differs by design between the two is tried on both in each run. */
function opensStore(file) {
  const text = readFileSync(file, 'utf8');
  return text.includes('testDatabases()') && !/\bengines\b.*databases\.ts'/.test(text);
}

/** The types of the routes are generated from app/routes.ts first. */
async function types(place = here, flags = []) {
  await step('types of the routes', ['node_modules/@react-router/dev/bin.cjs', 'typegen'], place);
  // One checker: several do the same work again in each.
  await step('types', ['node_modules/typescript-7/bin/tsc', '--checkers', '1', ...flags], place);
}

/** A copy of the project with another business in it, and what depends on the content. To look at one: make-rebranded-copy.ts. */
async function anotherBusiness() {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'kerbside-rebranded-')));
  const copy = { prefix: 'another business: ', cwd, env: { CONTENT_DIR: '', CONTENT_TESTS: '1' } };
  await step('copy', ['testing/make-rebranded-copy.ts', cwd], { ...here, prefix: copy.prefix });
  // Not incremental, because it shares the packages of this folder, and with them their cache.
  const flags = ['--incremental', 'false', '--tsBuildInfoFile', 'null'];
  await Promise.all([step('build', ['bin/build.ts', '--if-changed'], copy), types(copy, flags)]);
  await tests('tests', [], copy);
  rmSync(cwd, { recursive: true, force: true, maxRetries: 10 });
}

/** Prints its output when it has ended, so that the output of two steps does not mix. */
async function step(name, args, place = here) {
  const { status, output } = await start(args, place, ['ignore', 'pipe', 'pipe']);
  process.stdout.write(`\n=== ${place.prefix}${name}\n${output}`);
  if (status !== 0) fail(`${place.prefix}${name}: ended with ${status}, see above`);
  else total.passed += 1;
}

async function tests(name, args, place) {
  console.log(`\n=== ${place.prefix}${name}`);
  const report = join(place.cwd, `test-results/${name.replaceAll(/\W+/g, '-')}.json`);
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // Slow tests run several instances and other programs, whose clocks are not moved.
  const isQuick = has('--ahead') || (isWhole && !has('--all'));
  const env = { ...place.env, TESTS: isQuick ? 'quick' : 'all', ...(chromium && { CHROMIUM_PATH: chromium }) };
  if (has('--long')) Object.assign(env, { KILLS: '300', ROUNDS: '2000', MONTHS: '4' });
  const { status } = await start([vitest, 'run', ...reports, ...args], { ...place, env }, 'inherit');
  const { numPassedTests, testResults } = readReport(report);
  total.passed += numPassedTests;
  const before = failures.length;
  for (const file of testResults)
    for (const { fullName, failureMessages } of file.assertionResults.filter((one) => one.status === 'failed'))
      fail(`${place.prefix}${relative(place.cwd, file.name)} > ${fullName}: ${excerpt(failureMessages[0] ?? '', place.cwd)}`);
  // A run that failed without a failed test (a file that would not load, an error outside a test) is a failure too.
  if ((status !== 0 || numPassedTests === 0) && failures.length === before)
    fail(`${place.prefix}${name}: ended with ${status}, see above`);
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { numPassedTests: 0, testResults: [] };
  }
}

function start(args, { cwd, env }, stdio) {
  const child = spawn(pinnedNode, args, { cwd, env: { ...process.env, ...env }, stdio });
  const parts = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => parts.push(part));
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, output: Buffer.concat(parts) })));
}

function fail(failure) {
  total.failed += 1;
  failures.push(failure);
}

/** What a failure says, and the lines of ours at which it happened: all that is left where only the end of the output is kept. */
function excerpt(message, cwd) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim());
  const isPlace = (line) => line.startsWith('at ');
  const words = lines.filter((line) => line && !isPlace(line)).slice(0, 8);
  const places = lines.filter((line) => isPlace(line) && line.includes(cwd) && !line.includes('node_modules')).slice(0, 3);
  return [...words, ...places].join('\n    ');
}
