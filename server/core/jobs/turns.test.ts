// Protects: jobs that run side by side leave the event loop to requests between two of them.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('each caller has a turn of the event loop to itself', async () => {
  const nextTurn = createTurns();
  const turns: number[] = [];
  let turn = 0;
  const isDone = Promise.all([1, 2, 3].map(() => nextTurn().then(() => turns.push(turn))));
  while (turns.length < 3) {
    turn += 1;
    await setImmediate();
  }
  await isDone;
  expect(new Set(turns).size).toBe(3);
});
