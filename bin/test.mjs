// npm test: everything there is to check, what is quickest to fail first. CI runs the same.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, relative } from 'node:path';
import { ensureInstalled, pinnedNode, root, run } from './setup.mjs';

ensureInstalled();
process.env.PATH = `node_modules/.bin${delimiter}${process.env.PATH}`;
rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results');
const total = { passed: 0, failed: 0 };
/** What failed, told again at the end, where one looks first. */
const failures = [];

// At once: none of them is at work with both processors all the time.
await Promise.all([
  step('format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']),
  step('types', 'node_modules/typescript/bin/tsc', []),
  step('import table', 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', [
    '--config',
    '.dependency-cruiser.cjs',
    '.',
  ]),
  step('build', 'bin/build.ts', ['--if-changed']),
]);
tests('unit tests', 'vitest.config.ts');
const { findChromium } = await import('./find-chromium.mjs');
const chromium = await findChromium();
if (chromium) tests('browser journeys', 'vitest.e2e.config.ts', { CHROMIUM_PATH: chromium });
else {
  console.error('No Chromium was found, and none could be installed: the browser journeys did not run.');
  total.failed += 1;
  failures.push('browser journeys: no Chromium');
}

for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

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
