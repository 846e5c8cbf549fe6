import { defineConfig } from 'vitest/config';

/** Browser journeys against the built product: each file starts a product, a mail server and a browser of its own. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    retry: 0,
  },
});
