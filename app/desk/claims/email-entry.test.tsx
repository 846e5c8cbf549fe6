// Protects: the timeline says in words what became of an email, also later.
import { expect, test } from 'vitest';
import { stateOf } from './email-entry.tsx';

const at = Date.UTC(2026, 10, 20, 10);

test.each([
  ['sent', 'Sent Fri, 20 Nov 2026, 10:00'],
  ['failed', 'Failed'],
  ['not sent', 'Not sent'],
  ['delayed', 'Delayed'],
  ['perhaps not delivered', 'Perhaps not delivered'],
  ['returned', 'Returned'],
  ['waiting', 'Waiting, next attempt Fri, 20 Nov 2026, 10:00'],
] as const)('one that is %s', (state, text) => {
  expect(stateOf({ state, at, nextAttemptAt: at })).toBe(text);
});
