// Protects: when each stage of telling is reached, as a function of when somebody is due and of the opening hours.
import { expect, test } from 'vitest';
import type { OpeningHours } from '#content/opening-hours.ts';
import { hour, minute } from '#forms/durations.ts';
import { stagesReached, stageTimes, waitBeginsAt } from './escalation-times.ts';

/** Saturday 21 November 2026, ten in the morning in London. */
const ten = Date.UTC(2026, 10, 21, 10);
const weekdays: OpeningHours = {
  times: [{ from: 'Monday', to: 'Friday', opens: '08:00', closes: '20:00' }],
  bankHolidays: false,
};
const london = (day: number, hours: number, minutes = 0) => Date.UTC(2026, 10, day, hours, minutes);

const first = {
  isStart: false,
  createdAt: ten,
  targetAt: ten + 15 * minute,
  nextKind: 'first call' as const,
  nextAt: ten + 15 * minute,
  callingUntil: null,
};

test.each([
  ['a target of fifteen minutes from its first moment', first, ten, ten],
  [
    'a start at the roadside from its first moment, whatever its target',
    { ...first, isStart: true, targetAt: ten + 30 * minute, nextAt: ten + 30 * minute },
    ten,
    ten,
  ],
  [
    'a target of two hours in its last fifteen minutes',
    { ...first, targetAt: ten + 2 * hour, nextAt: ten + 2 * hour },
    ten,
    ten + 105 * minute,
  ],
  [
    'a target of ten minutes from its first moment',
    { ...first, targetAt: ten + 10 * minute, nextAt: ten + 10 * minute },
    ten,
    ten,
  ],
  ['no longer target', { ...first, targetAt: ten + 3 * hour, nextAt: ten + 3 * hour }, ten, null],
  ['no target at all', { ...first, targetAt: null }, ten, null],
  ['a first call that was put off from its new time', { ...first, nextAt: ten + 6 * hour }, ten, ten + 6 * hour],
  [
    'a promised call from its time',
    { ...first, targetAt: null, nextKind: 'call back' as const, nextAt: ten + hour },
    ten,
    ten + hour,
  ],
  ['no other step', { ...first, nextKind: 'try again' as const }, ten, null],
  ['nobody whom a colleague is calling', { ...first, callingUntil: ten + 10 * minute }, ten + 5 * minute, null],
  ['anew once a call came to nothing', { ...first, callingUntil: ten + 12 * minute }, ten + 12 * minute, ten + 12 * minute],
])('who waits: %s', (_, step, now, begins) => {
  expect(waitBeginsAt(step, now, 'always')).toBe(begins);
});

test.each<[string, OpeningHours, number, number[]]>([
  ['at any hour', 'always', ten, [0, 5, 10, 15].map((minutes) => ten + minutes * minute)],
  ['on a weekday', weekdays, london(20, 10), [0, 5, 10, 15].map((minutes) => london(20, 10, minutes))],
  ['on a Saturday, when it is closed', weekdays, ten, [0, 5, 10, 15].map((minutes) => london(23, 8, minutes))],
  [
    'shortly before it closes',
    weekdays,
    london(20, 19, 52),
    [london(20, 19, 52), london(20, 19, 57), london(23, 8), london(23, 8, 5)],
  ],
  ['in the minute in which it closes', weekdays, london(20, 20), [0, 5, 10, 15].map((minutes) => london(23, 8, minutes))],
])('the stages %s', (_, hours, begins, times) => {
  const stages = stageTimes(begins, hours);
  expect(stages.map(({ stage }) => stage)).toEqual(['shift', 'all', 'owners', 'alarm']);
  expect(stages.map(({ at }) => new Date(at).toISOString())).toEqual(times.map((at) => new Date(at).toISOString()));
});

test.each([
  [-1, []],
  [0, ['shift']],
  [4, ['shift']],
  [5, ['shift', 'all']],
  [10, ['shift', 'all', 'owners']],
  [15, ['shift', 'all', 'owners', 'alarm']],
  [12 * 60, ['shift', 'all', 'owners', 'alarm']],
  [13 * 60, []],
])('after %s minutes these are reached: %s', (minutes, stages) => {
  expect(stagesReached(ten, ten + minutes * minute, 'always')).toEqual(stages);
});
