// Protects: the badge of a claim tells a missed response target from a breached SLA.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { DueBadge } from './due-badge.tsx';

const came = Date.UTC(2026, 10, 20, 10);
const driver = { status: 'new', dueAt: came + 24 * hour, ownTargetAt: came + 2 * hour };
const other = { ...driver, ownTargetAt: null };

test.each([
  ['a driver with time left', driver, 0.5, 'Target in 1 h 30 min', 'badge-soon'],
  ['a driver after the target', driver, 5, 'Target missed, due in 19 h', 'badge-soon'],
  ['a driver after the SLA', driver, 26, 'Late by 2 h', 'badge-late'],
  ['a driver two days after the SLA', driver, 24 + 50, 'Late by 2 days 2 h', 'badge-late'],
  ['anybody else with time left', other, 1, 'Due in 23 h', 'badge-new'],
  ['anybody else in the last two hours', other, 23, 'Due in 1 h', 'badge-soon'],
  ['anybody else after the SLA', other, 26.5, 'Late by 2 h 30 min', 'badge-late'],
  ['what has no response target', { ...other, dueAt: null }, 100, 'New', 'badge-new'],
  ['what was contacted', { ...driver, status: 'contacted' }, 30, 'Contacted', 'badge-good'],
])('the badge of %s says target or SLA', (_, row, hours, text, className) => {
  expect(renderToStaticMarkup(<DueBadge row={row} now={came + hours * hour} />)).toBe(
    `<span class="badge ${className}">${text}</span>`,
  );
});
