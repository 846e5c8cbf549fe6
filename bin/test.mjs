// npm test: what a person waits for, the quickest checks first. Of cases that differ little it tries a sample (testing/sampled.ts).
// npm run test:all, which CI runs: the slow tests (*.slow.test.ts) too, and what depends on the content again for another business.
// npm test -- receipt: only tests with "receipt" in their path, slow ones too, without the checks of the whole project.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { browserPlan, browserTodo } from './find-chromium.mjs';
import { ensureInstalled, fail, gatherOrFail, pinnedNode, root, run } from './setup.mjs';

const { sentence } = browserPlan();
if (sentence) console.log(sentence);
ensureInstalled();
gatherOrFail();
// Otherwise each step would fail in words of its own.
if (run(pinnedNode, ['build-tools/check-content.ts']).status !== 0) process.exit(1);
process.env.PATH = `node_modules/.bin${delimiter}${process.env.PATH}`;
rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results');
const isAll = process.argv.includes('--all');
const patterns = process.argv.slice(2).filter((argument) => argument !== '--all');
const slow = '.slow.test.';
const leavesSlowOut = !isAll && patterns.length === 0;
const total = { passed: 0, failed: 0 };
/** Where steps and tests run, and what their names begin with. */
const here = { prefix: '', cwd: root, env: {} };
/** Every failure, listed again at the end of the output. */
const failures = [];

const journeys = matching('e2e');
const units = ['app', 'bin', 'build-tools', 'content', 'content-rules', 'forms', 'server'].flatMap(matching);
if (units.length + journeys.length === 0) fail(`No test's path contains ${patterns.join(' or ')}.`);

const build = () => step('build', 'bin/build.ts', ['--if-changed']);
const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
// At the same time, because none of them keeps two processors busy.
if (patterns.length > 0) await build();
else
  await Promise.all([
    step('format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']),
    types(),
    step('import table', cruiser, ['--config', '.dependency-cruiser.cjs', '.']),
    build(),
  ]);
await unitTestsAndJourneys();
if (isAll && patterns.length === 0) await rebrandedCopy();

if (leavesSlowOut)
  console.log(
    `\nLeft out: ${countSlow()} files of slow tests, cases like those that ran, and the rebranded copy. npm run test:all runs them.`,
  );
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

/** The types of the routes are generated from app/routes.ts first. */
async function types(place = here, flags = []) {
  await step(`${place.prefix}types of the routes`, 'node_modules/@react-router/dev/bin.cjs', ['typegen'], place);
  // One checker: several do the same work again in each.
  await step(`${place.prefix}types`, 'node_modules/typescript-7/bin/tsc', ['--checkers', '1', ...flags], place);
}

/** Prints its output when it has ended, so that the output of two steps does not mix. */
function step(name, script, args, { cwd, env } = here) {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: Number.POSITIVE_INFINITY };
    execFile(pinnedNode, [script, ...args], options, (error, stdout, stderr) => {
      heading(name);
      process.stdout.write(stdout + stderr);
      if (error) failures.push(`${name}: ${error.message.split('\n')[0]}`);
      total[error ? 'failed' : 'passed'] += 1;
      resolve();
    });
  });
}

/** The tests in this folder that match a pattern; all of them when there is no pattern. */
function matching(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name).replaceAll('\\', '/'));
  return files.filter(
    (file) => /\.test\.tsx?$/.test(file) && (patterns.length === 0 || patterns.some((part) => file.includes(part))),
  );
}

function countSlow() {
  return [...units, ...journeys].filter((file) => file.includes(slow)).length;
}

/** A copy of the project with another business in it, and what depends on the content. To look at one: make-rebranded-copy.ts. */
async function rebrandedCopy() {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'kerbside-rebranded-')));
  const copy = { prefix: 'rebranded copy: ', cwd, env: { CONTENT_DIR: '', CONTENT_TESTS: '1' } };
  await step(`${copy.prefix}made`, 'testing/make-rebranded-copy.ts', [cwd]);
  const build = step(`${copy.prefix}build`, 'bin/build.ts', ['--if-changed'], copy);
  // Not incremental, because it shares the packages of this folder, and with them their cache.
  await Promise.all([build, types(copy, ['--incremental', 'false', '--tsBuildInfoFile', 'null'])]);
  await unitTestsAndJourneys(copy);
  rmSync(cwd, { recursive: true, force: true, maxRetries: 10 });
}

/**
 * At the same time in what a person waits for, because journeys mostly wait; what they print follows the output of the unit tests. One
 * after the other where all are run: the slow ones of both keep the processors busy by themselves, and together ran into each other's
 * limits of time.
 */
async function unitTestsAndJourneys(place = here) {
  const both = [
    () => units.length > 0 && tests('unit tests', 'vitest.config.ts', place),
    () => journeys.length > 0 && browserJourneys(place),
  ];
  if (!isAll) await Promise.all(both.map((one) => one()));
  else for (const one of both) await one();
}

async function browserJourneys(place = here) {
  const { findChromium } = await import('./find-chromium.mjs');
  const chromium = await findChromium();
  const env = { ...place.env, CHROMIUM_PATH: chromium };
  if (chromium) return tests('browser journeys', 'vitest.e2e.config.ts', { ...place, env });
  console.error(`No Chromium was found, and none could be installed, so the browser journeys did not run. ${browserTodo}`);
  total.failed += 1;
  failures.push('browser journeys: no Chromium');
}

/** Shows the output as it comes, or when it has ended where other tests run at the same time. */
async function tests(kind, config, { prefix, cwd, env } = here) {
  const name = prefix + kind;
  const isLive = isAll || units.length === 0 || config === 'vitest.config.ts';
  if (isLive) heading(name);
  const report = join(cwd, `test-results/${config}.json`);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(leavesSlowOut ? [`--exclude=**/*${slow}*`] : []),
    ...patterns,
  ];
  const sample = leavesSlowOut ? { SAMPLE: '1' } : {};
  const { status, output } = await runTests(args, { cwd, env: { ...process.env, ...sample, ...env } }, isLive);
  if (!isLive) {
    heading(name);
    process.stdout.write(output);
  }
  const counted = readReport(report);
  total.passed += counted.numPassedTests;
  // A run that failed without a failed test (a file that would not load, an error outside a test) is a failure too.
  const isFailure = status !== 0 || counted.numPassedTests === 0;
  total.failed += Math.max(counted.numFailedTests, isFailure ? 1 : 0);
  if (isFailure && counted.numFailedTests === 0) failures.push(`${name}: ended with ${status}, see above`);
  for (const file of counted.testResults)
    for (const { fullName, failureMessages } of file.assertionResults.filter((one) => one.status === 'failed'))
      failures.push(`${prefix}${relative(cwd, file.name)} > ${fullName}: ${excerpt(failureMessages[0] ?? '', cwd)}`);
}

function runTests(args, options, isLive) {
  return new Promise((resolve) => {
    const child = spawn(pinnedNode, args, { ...options, stdio: isLive ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    const parts = [];
    for (const stream of isLive ? [] : [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part));
    child.once('close', (status) => resolve({ status, output: Buffer.concat(parts) }));
  });
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

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}

function heading(name) {
  console.log(`\n=== ${name}`);
}
