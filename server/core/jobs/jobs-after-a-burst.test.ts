// Protects: jobs wait while claims pour in, and not for longer than three seconds.
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { defineJob, done } from './define-job.ts';

const databases = testDatabases();

async function startQueue() {
  const { add, startWorker } = await createTestDesk(await databases.open('sqlite'));
  let runs = 0;
  const job = defineJob({
    kind: 'count',
    title: 'Counting',
    retry: () => null,
    handle: async () => {
      runs += 1;
      return done(`Run ${runs}.`);
    },
  });
  const worker = startWorker([job]);
  await passUntil(() => vi.getTimerCount() > 0);
  /** A claim every ten milliseconds, for so long. */
  const pour = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10) {
      worker.wake();
      await vi.advanceTimersByTimeAsync(10);
    }
  };
  return { add: () => add('count'), pour, runs: () => runs };
}

function stopTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

test('a job waits for the end of a burst', async () => {
  stopTime();
  const { add, pour, runs } = await startQueue();
  await add();
  await pour(2_000);
  expect(runs()).toBe(0);
  await passUntil(() => runs() === 1);
});

test('after three seconds jobs run beside a burst that goes on, also those that it brings', async () => {
  stopTime();
  const { add, pour, runs } = await startQueue();
  await add();
  await pour(3_100);
  await passUntil(() => runs() === 1, pour);
  await add();
  await passUntil(() => runs() === 2, pour);
});

/** Puts the time forward until a condition is met, a minute at the most. */
async function passUntil(condition: () => boolean, pass: (ms: number) => Promise<unknown> = vi.advanceTimersByTimeAsync) {
  for (let passed = 0; passed < 60_000 && !condition(); passed += 20) {
    await pass(20);
    // The store needs turns of the loop, and no time.
    await setImmediate();
  }
  expect(condition()).toBe(true);
}
