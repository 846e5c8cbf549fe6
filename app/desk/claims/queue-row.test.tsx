// Protects: a row of the queue says in words how long somebody waits.
import { expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import type { QueueRow } from '#server/claims/queue/read-queue.ts';
import { dueText } from './queue-row.tsx';

const now = Date.UTC(2026, 10, 20, 10);
const next = { kind: 'first call', at: now + hour, by: null, calling: null };
const row = { next, isWithdrawn: false, isUrgent: false, createdAt: now - hour };

test.each([
  ['one that is due in an hour', row, 'in 1 h'],
  ['one that is two hours late', { ...row, next: { ...next, at: now - 2 * hour } }, '2 h late'],
  ['somebody at the roadside', { ...row, isUrgent: true }, 'waits 1 h'],
  ['somebody at the roadside who was tried', { ...row, isUrgent: true, next: { ...next, kind: 'try again' } }, 'in 1 h'],
  ['one with a message before its time', { ...row, needsReply: true }, 'reply'],
  ['a closed one for which something came', { ...row, next: null, needsReply: true, isWithdrawn: true }, 'closed'],
  ['one that was withdrawn', { ...row, isWithdrawn: true }, 'withdrawn'],
])('the row of %s says so', (_, given, text) => {
  expect(dueText(given as QueueRow, now)).toBe(text);
});
