// Protects: what the desk holds is what visitors are told: targets, reminders and who waits are in opening hours.
import { expect, test } from 'vitest';
import { callingHours } from '#content/calling-hours.ts';
import type { OpeningHours } from '#content/opening-hours.ts';
import { site } from '#content/site.ts';
import { claim } from '#forms/claim.ts';
import { minute } from '#forms/durations.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import { targetEnd, whenOpen } from '#forms/opening-calendar.ts';
import { roadside } from '#forms/roadside.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { waitBeginsAt } from './escalation-times.ts';
import { reminderTimesOf } from './reminder-times.ts';
import { ownTargetLength, responseTargets } from './response-targets.ts';

const shop: OpeningHours = {
  times: [{ from: 'Monday', to: 'Saturday', opens: '08:00', closes: '20:00' }],
  bankHolidays: false,
  closedDays: { bankHolidaysOf: 'England and Wales', days: [{ from: '2026-12-24', to: '2026-12-24' }] },
};

/** Wednesday evening before Christmas, an hour after the shop has closed. */
const late = Date.UTC(2026, 11, 23, 21);

test('the content’s own hours give the targets', () => {
  const targets = responseTargets(claim, aoife, late);
  expect(targets.dueAt).toBe(targetEnd(late, site.claimTargetHours, callingHours));
  expect(responseTargets(claim, { ...lukasz, vehicleType: 'car' }, late).ownTargetAt).toBeNull();
});

test('a start at the roadside after closing is due once the shop opens, and keeps its place by its length', () => {
  const { dueAt, ownTargetAt } = responseTargets(roadside, idris, late, shop);
  const length = site.roadsideTargetMinutes * minute;
  expect(ownTargetAt).toBe(Date.UTC(2026, 11, 29, 8) + length);
  expect(dueAt).toBeGreaterThan(ownTargetAt ?? 0);
  expect(ownTargetLength(late, ownTargetAt ?? 0, shop)).toBe(length);
  expect(ownTargetLength(late, late + length, shop)).toBe(length);
  const step = {
    isStart: false,
    createdAt: late,
    targetAt: ownTargetAt,
    nextKind: 'first call' as const,
    nextAt: ownTargetAt ?? 0,
  };
  const begins = waitBeginsAt({ ...step, callingUntil: null }, late, shop);
  expect(shortLondonMoment(whenOpen(begins ?? 0, shop))).toMatch(/^Tue, 29 Dec 2026, 08:/);
});

test('a submission becomes late after five sixths of the time for which the shop is open', () => {
  const dueAt = targetEnd(late, 48, shop);
  const times = reminderTimesOf({ createdAt: late, dueAt, ownTargetAt: null }, shop);
  expect(times.map(shortLondonMoment)).toEqual(['Wed, 30 Dec 2026, 16:00', 'Wed, 30 Dec 2026, 20:00']);
});

test('what was promised before stays: a time after closing is reminded of no later than it ends', () => {
  const dueAt = Date.UTC(2026, 11, 25, 12);
  const times = reminderTimesOf({ createdAt: late, dueAt, ownTargetAt: null }, shop);
  expect(Math.max(...times)).toBe(dueAt);
});
