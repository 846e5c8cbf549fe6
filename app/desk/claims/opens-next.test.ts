// Protects: an act on a claim opens the next one to do, without a choice and without two people at one claim.
import { expect, test } from 'vitest';
import type { QueueRow } from '#server/claims/queue/read-queue.ts';
import { pathAfter, showOrder } from './opens-next.ts';

const now = Date.UTC(2026, 10, 20, 10);

function row(id: string, band: QueueRow['band'], calling: { id: string; name: string; until: number } | null = null): QueueRow {
  return { id, band, next: { kind: 'first call', at: now, by: null, calling } } as unknown as QueueRow;
}

test('the first one below that is due and that no colleague is calling, or else the first one above', () => {
  const grace = { id: 'grace', name: 'Grace', until: now + 1 };
  const rows = [
    row('first', 'now'),
    row('second', 'now'),
    row('called by grace', 'now', grace),
    row('called by me', 'now', { ...grace, id: 'olu' }),
    row('was called', 'now', { ...grace, until: now - 1 }),
    row('tomorrow', 'later'),
  ];
  showOrder(rows, 'olu', now, '?whose=own&search=x');
  expect(pathAfter('second')).toBe('/desk/submissions/called by me?whose=own');
  expect(pathAfter('called by me')).toBe('/desk/submissions/was called?whose=own');
  expect(pathAfter('was called')).toBe('/desk/submissions/first?whose=own');
  expect(pathAfter('of another page')).toBe('/desk/submissions/first?whose=own');
  showOrder(rows.slice(2, 3).concat(rows.slice(-1)), 'olu', now, '');
  expect(pathAfter('called by grace')).toBeNull();
});
