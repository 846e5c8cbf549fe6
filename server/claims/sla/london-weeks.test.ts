// Protects: weeks and hours are those of London's calendar and clocks.
import { expect, test } from 'vitest';
import { createLondonHours, lastWeeks } from './london-weeks.ts';

test('weeks begin on Monday at midnight in London, in summer too, and are named by their Thursday', () => {
  const [one] = lastWeeks(Date.UTC(2026, 9, 25, 23, 59), 1);
  // The clocks go back on that Sunday: the week has 169 hours.
  expect(one).toEqual({ name: '2026-W43', from: Date.UTC(2026, 9, 18, 23), until: Date.UTC(2026, 9, 26) });
  expect(lastWeeks(Date.UTC(2027, 0, 1, 12), 1)[0]?.name).toBe('2026-W53');
  expect(lastWeeks(Date.UTC(2027, 0, 4), 1)[0]?.name).toBe('2027-W01');
  const year = lastWeeks(Date.UTC(2026, 10, 21, 10), 53);
  for (const [index, week] of year.slice(1).entries()) expect(week.from).toBe(year[index]?.until);
});

test('the hour is that of the clocks in London on both days on which they change', () => {
  const hourOf = createLondonHours();
  expect([0, 1, 2].map((utc) => hourOf(Date.UTC(2026, 9, 25, utc, 59)))).toEqual([1, 1, 2]);
  expect([0, 1, 2].map((utc) => hourOf(Date.UTC(2026, 2, 29, utc)))).toEqual([0, 2, 3]);
});
