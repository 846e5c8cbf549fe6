import { spawnSync } from 'node:child_process';

/** npm run test:deadlocks: the test of server/database/deadlocks.test.ts with two thousand rounds, which take six minutes. */
const test = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.config.ts', 'server/database/deadlocks'];
const { status } = spawnSync(process.execPath, test, { stdio: 'inherit', env: { ...process.env, ROUNDS: '2000' } });
process.exitCode = status ?? 1;
