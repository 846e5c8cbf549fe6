import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { brandLogoPlugin } from './build-tools/brand-logo.ts';
import { contentPlugin } from './build-tools/content-plugin.ts';
import { evaluateAgain } from './build-tools/evaluate-again.ts';
import { evaluatedModules } from './build-tools/evaluated-modules.ts';
import { gatherContent } from './build-tools/gather-content.mjs';
import { routesOfSources } from './build-tools/routes-of-sources.ts';
import { themeColoursPlugin } from './build-tools/theme-colours.ts';
import { yamlPlugin } from './build-tools/yaml-plugin.ts';
import { contentTests, onlyContentTests } from './testing/content-tests.ts';
import { slowFirst } from './testing/slow-first.ts';
import { testMs, waitLimitMs } from './testing/until.ts';

gatherContent(import.meta.dirname);

const shared: TestProjectInlineConfiguration['test'] = {
  globalSetup: 'testing/test-run.ts',
  exclude: process.env.TESTS === 'quick' ? ['**/node_modules/**', '**/*.slow.test.*'] : ['**/node_modules/**'],
  // The content was gathered above; the projects that tests make have their own.
  env: { CONTENT_DIR: '' },
  // Modules that one test file has loaded serve the next one too, which takes a fifth of the time; so does a worker's browser.
  isolate: false,
  testTimeout: testMs,
  hookTimeout: testMs,
  expect: { poll: { timeout: waitLimitMs } },
};

/** Two projects in one pool of workers: unit tests, and journeys against the built product. */
export default defineConfig({
  test: {
    coverage: { include: ['{app,content,content-rules,forms,server}/**/*.{ts,tsx}'], reporter: ['text-summary'] },
    sequence: { sequencer: slowFirst(/\.slow\.test|\/e2e\//) },
    // One more than processors, because many tests wait: for a mail server, a database, a time limit.
    maxWorkers: availableParallelism() + 1,
    // Anything that a test leaves open fails the run here, instead of in somebody's terminal.
    // The shared PostgreSQL is stopped in this time too.
    teardownTimeout: waitLimitMs,
    projects: [
      {
        plugins: [
          contentPlugin(),
          evaluateAgain(),
          evaluatedModules(),
          routesOfSources(),
          themeColoursPlugin(),
          brandLogoPlugin(),
          yamlPlugin,
        ],
        test: {
          ...shared,
          name: 'unit',
          include: onlyContentTests
            ? contentTests()
            : ['{app,bin,build-tools,content,content-rules,forms,server}/**/*.test.{ts,tsx}'],
          css: { include: [/\?url$/] },
        },
      },
      {
        // Some journeys look at emails, which no product sends to them, and some load code of the server, which reads the content.
        plugins: [contentPlugin(), themeColoursPlugin(), brandLogoPlugin()],
        test: { ...shared, name: 'journeys', include: [onlyContentTests ? 'e2e/content/*.test.ts' : 'e2e/**/*.test.ts'] },
      },
    ],
  },
});
