// node --import ./testing/controlled-clock.mjs: `performance.now` and pauses of a second or more (node:timers/promises) stand still
// until the parent process sends by how many milliseconds they go on.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const pause = timers.setTimeout;
const waiting = [];
let now = performance.now();

performance.now = () => now;
timers.setTimeout = (ms, ...more) =>
  ms < 1_000 ? pause(ms, ...more) : new Promise((resolve) => waiting.push({ until: now + ms, resolve }));
syncBuiltinESMExports();

process.on('message', (ms) => {
  now += ms;
  for (const { until, resolve } of waiting) if (until <= now) resolve();
  process.stderr.write(`The clock went on by ${ms} ms.\n`);
});
