import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { brandLogoPlugin } from './build-tools/brand-logo.ts';
import { contentPlugin } from './build-tools/content-plugin.ts';
import { evaluateAgain } from './build-tools/evaluate-again.ts';
import { evaluatedModules } from './build-tools/evaluated-modules.ts';
import { gatherContent } from './build-tools/gather-content.mjs';
import { routesOfSources } from './build-tools/routes-of-sources.ts';
import { themeColoursPlugin } from './build-tools/theme-colours.ts';
import { contentTests, onlyContentTests } from './testing/content-tests.ts';
import { slowFirst } from './testing/slow-first.ts';
import { testMs, waitLimitMs } from './testing/until.ts';

gatherContent(import.meta.dirname);

export default defineConfig({
  plugins: [contentPlugin(), evaluateAgain(), evaluatedModules(), routesOfSources(), themeColoursPlugin(), brandLogoPlugin()],
  test: {
    include: onlyContentTests ? contentTests() : ['{app,bin,build-tools,content,content-rules,forms,server}/**/*.test.{ts,tsx}'],
    globalSetup: 'testing/test-run.ts',
    css: { include: [/\?url$/] },
    // The content was gathered above; the projects that tests make have their own.
    env: { CONTENT_DIR: '' },
    coverage: { include: ['{app,content,content-rules,forms,server}/**/*.{ts,tsx}'], reporter: ['text-summary'] },
    // Modules that one test file has loaded serve the next one too, which takes a fifth of the time.
    isolate: false,
    sequence: {
      sequencer: slowFirst(/\.slow\.test|\/(?:server\/database\/postgres|bin\/start-and-stop)\.test/),
    },
    // One more than processors, because many tests wait: for a mail server, a database, a time limit. The journeys have workers of their own.
    maxWorkers: availableParallelism() + 1,
    testTimeout: testMs,
    hookTimeout: testMs,
    expect: { poll: { timeout: waitLimitMs } },
    // Anything that a test leaves open fails the run here, instead of in somebody's terminal.
    // The shared PostgreSQL is stopped in this time too.
    teardownTimeout: waitLimitMs,
  },
});
