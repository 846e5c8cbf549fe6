import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

const misconfigured = { kind: 'misconfigured', answer: '535 wrong password' } as const;
const unreachable = { kind: 'unreachable', answer: 'ECONNREFUSED' } as const;

function openBreaker() {
  const clock = { now: 1_000 };
  const changes: string[] = [];
  const breaker = createCircuitBreaker({ now: () => clock.now, onChange: ({ kind }) => changes.push(kind) });
  return { clock, changes, breaker };
}

test('the mail server is checked once at the start, and not again while it works', () => {
  const { breaker } = openBreaker();
  expect(breaker.probeAt()).toBe(1_000);
  breaker.note({ kind: 'ready', answer: '' });
  expect(breaker.probeAt()).toBe(Number.POSITIVE_INFINITY);
});

test('while our login is refused the circuit is open but for one probe, and the change is reported once', () => {
  const { breaker, clock, changes } = openBreaker();
  for (let i = 0; i < 5; i += 1) breaker.note(misconfigured);
  expect(changes).toEqual(['open']);
  expect(breaker.capacity(5)).toBe(0);
  clock.now += 10_000;
  expect(breaker.capacity(5)).toBe(1);
  breaker.note(misconfigured);
  expect(breaker.capacity(5)).toBe(0);
  clock.now += 30_000;
  breaker.note({ kind: 'sent', answer: '250 OK' });
  expect(breaker.capacity(5)).toBe(5);
  expect(changes).toEqual(['open', 'closed']);
});

test('while nobody answers e-mails are still attempted, and the mail server is probed at growing intervals, up to once a minute', () => {
  const { breaker, clock } = openBreaker();
  const pauses = Array.from({ length: 6 }, () => {
    breaker.note(unreachable);
    const pause = breaker.probeAt() - clock.now;
    clock.now = breaker.probeAt();
    return pause;
  });
  expect(pauses).toEqual([10_000, 30_000, 60_000, 60_000, 60_000, 60_000]);
  expect(breaker.capacity(5)).toBe(5);
});

test('while our login is refused the mail server is probed every two minutes at most', () => {
  const { breaker, clock } = openBreaker();
  const pauses = Array.from({ length: 6 }, () => {
    breaker.note(misconfigured);
    const pause = breaker.probeAt() - clock.now;
    clock.now = breaker.probeAt();
    return pause;
  });
  expect(pauses).toEqual([10_000, 30_000, 60_000, 120_000, 120_000, 120_000]);
});

test('an answer about one e-mail closes the circuit', () => {
  const { breaker, changes } = openBreaker();
  breaker.note(unreachable);
  breaker.note({ kind: 'refused', answer: '550 No such user' });
  expect(changes).toEqual(['half-open', 'closed']);
});
