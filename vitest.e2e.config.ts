import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { brandLogoPlugin } from './build-tools/brand-logo.ts';
import { contentPlugin } from './build-tools/content-plugin.ts';
import { gatherContent } from './build-tools/gather-content.mjs';
import { themeColoursPlugin } from './build-tools/theme-colours.ts';
import { onlyContentTests } from './testing/content-tests.ts';
import { slowFirst } from './testing/slow-first.ts';
import { testMs, waitLimitMs } from './testing/until.ts';

gatherContent(import.meta.dirname);

/** Browser journeys against the built product: each worker has a browser, a product and a mail server, some files a product of their own. */
export default defineConfig({
  // Some journeys look at e-mails, which no product sends to them, and some load code of the server, which reads the content.
  plugins: [contentPlugin(), themeColoursPlugin(), brandLogoPlugin()],
  test: {
    include: [onlyContentTests ? 'e2e/content/*.test.ts' : 'e2e/**/*.test.ts'],
    globalSetup: 'testing/test-run.ts',
    // The content was gathered above; the projects that journeys make have their own.
    env: { CONTENT_DIR: '' },
    pool: 'forks',
    // What one test file has loaded, above all the browser, serves the next one too.
    isolate: false,
    sequence: {
      sequencer: slowFirst(/\.slow\.test|\/(?:accessibility|desk-accessibility|desk-sign-in|desk-nothing|your-claim)/),
    },
    // There are two workers more than processors: journeys also wait, for mail servers and for what takes half a second by design.
    maxWorkers: availableParallelism() + 2,
    testTimeout: testMs,
    hookTimeout: testMs,
    // As long as the browser's own waits: by itself Vitest would ask for one second only.
    expect: { poll: { timeout: waitLimitMs } },
    teardownTimeout: 10_000,
    retry: 0,
  },
});
