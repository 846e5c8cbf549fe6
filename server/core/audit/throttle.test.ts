// Protects: a view is recorded once in ten minutes, also where the clock is put back.
import { expect, test } from 'vitest';
import { hour, minute } from '#forms/durations.ts';
import { createThrottle } from './throttle.ts';

test('a view is due once in ten minutes, and again after the clock was put back by more', () => {
  let time = hour;
  const isDue = createThrottle(() => time);
  const dueAt = (at: number) => {
    time = at;
    return isDue('grace');
  };
  expect([hour, hour + 9 * minute, hour + 10 * minute, minute].map(dueAt)).toEqual([true, false, true, true]);
});
