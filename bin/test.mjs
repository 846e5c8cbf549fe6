// npm test: everything there is to check, what is quickest to fail first. CI runs the same.
// npm test -- receipt: only the unit tests and journeys whose path has "receipt" in it, without the checks of the whole.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { ensureInstalled, fail, pinnedNode, root, run } from './setup.mjs';

ensureInstalled();
process.env.PATH = `node_modules/.bin${delimiter}${process.env.PATH}`;
rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results');
const patterns = process.argv.slice(2);
const total = { passed: 0, failed: 0 };
/** What failed, told again at the end, where one looks first. */
const failures = [];

const journeys = matching('e2e');
const units = ['app', 'bin', 'content', 'forms', 'server'].flatMap(matching);
if (units.length + journeys.length === 0) fail(`No test's path has ${patterns.join(' or ')} in it.`);

const build = () => step('build', 'bin/build.ts', ['--if-changed']);
const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
// At once: none of them is at work with both processors all the time.
if (patterns.length > 0) await build();
else
  await Promise.all([
    step('format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']),
    types(),
    step('import table', cruiser, ['--config', '.dependency-cruiser.cjs', '.']),
    build(),
  ]);
if (units.length > 0) tests('unit tests', 'vitest.config.ts');
if (journeys.length > 0) await browserJourneys();

for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

/** The types of the routes are generated from app/routes.ts first. */
async function types() {
  await step('types of the routes', 'node_modules/@react-router/dev/bin.cjs', ['typegen']);
  await step('types', 'node_modules/typescript/bin/tsc', []);
}

/** Shows what it said when it is over, so that no two talk at the same time. */
function step(name, script, args) {
  return new Promise((over) => {
    execFile(pinnedNode, [script, ...args], { cwd: root, maxBuffer: Number.POSITIVE_INFINITY }, (error, said, warned) => {
      heading(name);
      process.stdout.write(said + warned);
      if (error) failures.push(`${name}: ${error.message.split('\n')[0]}`);
      total[error ? 'failed' : 'passed'] += 1;
      over();
    });
  });
}

/** The tests in this folder that were asked for: all of them without a pattern. */
function matching(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name).replaceAll('\\', '/'));
  return files.filter(
    (file) => /\.test\.tsx?$/.test(file) && (patterns.length === 0 || patterns.some((part) => file.includes(part))),
  );
}

async function browserJourneys() {
  const { findChromium } = await import('./find-chromium.mjs');
  const chromium = await findChromium();
  if (chromium) return tests('browser journeys', 'vitest.e2e.config.ts', { CHROMIUM_PATH: chromium });
  console.error('No Chromium was found, and none could be installed: the browser journeys did not run.');
  total.failed += 1;
  failures.push('browser journeys: no Chromium');
}

function tests(name, config, env = {}) {
  heading(name);
  const report = `test-results/${config}.json`;
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...patterns,
  ];
  const { status } = run(pinnedNode, args, { ...process.env, ...env });
  const counted = readReport(report);
  total.passed += counted.numPassedTests;
  // A run that failed without a failed test (a file that would not load, an error outside a test) is a failure too.
  const isFailure = status !== 0 || counted.numPassedTests === 0;
  total.failed += Math.max(counted.numFailedTests, isFailure ? 1 : 0);
  if (isFailure && counted.numFailedTests === 0) failures.push(`${name}: ended with ${status}, see above`);
  for (const file of counted.testResults)
    for (const { fullName, failureMessages } of file.assertionResults.filter((one) => one.status === 'failed'))
      failures.push(`${relative(root, file.name)} > ${fullName}: ${failureMessages[0]?.split('\n')[0]}`);
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
