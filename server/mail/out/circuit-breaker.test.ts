// Protects: an outage of the mail server is told from the failure of one email.
import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

const misconfigured = { kind: 'misconfigured', reply: '535 wrong password' } as const;
const unreachable = { kind: 'unreachable', reply: 'ECONNREFUSED' } as const;

function openBreaker() {
  const clock = { now: 1_000 };
  const changes: string[] = [];
  const breaker = createCircuitBreaker({ now: () => clock.now, onChange: ({ server }) => changes.push(server) });
  return { clock, changes, breaker };
}

test('the mail server is checked once at the start, and not again while it works', () => {
  const { breaker } = openBreaker();
  expect(breaker.probeAt()).toBe(1_000);
  breaker.record({ kind: 'ready', reply: '' });
  expect(breaker.probeAt()).toBe(Number.POSITIVE_INFINITY);
});

test('while our login is rejected the circuit is open, half-open for one probe, and the change is reported once', () => {
  const { breaker, clock, changes } = openBreaker();
  for (let i = 0; i < 5; i += 1) breaker.record(misconfigured);
  expect(changes).toEqual(['misconfigured']);
  expect([breaker.state().circuit, breaker.capacity(5)]).toEqual(['open', 0]);
  clock.now += 10_000;
  expect([breaker.state().circuit, breaker.capacity(5)]).toEqual(['half-open', 1]);
  breaker.record(misconfigured);
  expect(breaker.capacity(5)).toBe(0);
  clock.now += 30_000;
  breaker.record({ kind: 'sent', reply: '250 OK' });
  expect([breaker.state().circuit, breaker.capacity(5)]).toEqual(['closed', 5]);
  expect(changes).toEqual(['misconfigured', 'ready']);
});

test('while the mail server is unreachable the circuit is open, and the server is checked at growing intervals, up to once a minute', () => {
  const { breaker, clock } = openBreaker();
  const pauses = Array.from({ length: 6 }, () => {
    breaker.record(unreachable);
    const pause = breaker.probeAt() - clock.now;
    clock.now = breaker.probeAt();
    return pause;
  });
  expect(pauses).toEqual([10_000, 30_000, 60_000, 60_000, 60_000, 60_000]);
  expect([breaker.state().circuit, breaker.capacity(5)]).toEqual(['open', 0]);
  breaker.record({ kind: 'ready', reply: '' });
  expect([breaker.state().circuit, breaker.capacity(5)]).toEqual(['closed', 5]);
});

test('two emails that are deferred in a row open the circuit, one alone does not, and one that is sent closes it', () => {
  const deferred = { kind: 'deferred', reply: '451 4.3.2 Not now' } as const;
  const { breaker, clock } = openBreaker();
  const record = (id: string) => breaker.record(deferred, { id, domains: ['one.example'] });
  for (let i = 0; i < 5; i += 1) record('greylisted');
  expect(breaker.state().circuit).toBe('closed');
  breaker.record({ kind: 'sent', reply: '250 OK' });
  record('other');
  expect(breaker.state().circuit).toBe('closed');
  record('greylisted');
  expect(breaker.state()).toMatchObject({ circuit: 'open', server: 'deferring', reply: '451 4.3.2 Not now' });
  const pauses = Array.from({ length: 4 }, () => {
    const pause = breaker.probeAt() - clock.now;
    clock.now = breaker.probeAt();
    expect(breaker.capacity(5)).toBe(1);
    record('greylisted');
    return pause;
  });
  expect(pauses).toEqual([10_000, 30_000, 30_000, 30_000]);
  breaker.record({ kind: 'sent', reply: '250 OK' });
  expect([breaker.state().circuit, breaker.capacity(5)]).toEqual(['closed', 5]);
});

test('while our login is rejected the mail server is probed every two minutes at most', () => {
  const { breaker, clock } = openBreaker();
  const pauses = Array.from({ length: 6 }, () => {
    breaker.record(misconfigured);
    const pause = breaker.probeAt() - clock.now;
    clock.now = breaker.probeAt();
    return pause;
  });
  expect(pauses).toEqual([10_000, 30_000, 60_000, 120_000, 120_000, 120_000]);
});

test('a response about one email shows that the mail server is ready', () => {
  const { breaker, changes } = openBreaker();
  breaker.record(unreachable);
  breaker.record({ kind: 'refused', reply: '550 No such user' });
  expect(changes).toEqual(['unreachable', 'ready']);
});

test('one domain that is denied opens no circuit; two, with nothing sent in between, do', () => {
  const about = (domain: string) => ({ id: domain, domains: [domain] });
  const denied = { kind: 'denied', reply: '550 5.7.1 Not from you' } as const;
  const { breaker } = openBreaker();
  for (let i = 0; i < 5; i += 1) breaker.record(denied, about('one.example'));
  expect(breaker.state().circuit).toBe('closed');
  breaker.record({ kind: 'sent', reply: '250 OK' }, about('two.example'));
  breaker.record(denied, about('two.example'));
  expect(breaker.state().circuit).toBe('closed');
  breaker.record(denied, about('one.example'));
  expect(breaker.state()).toMatchObject({ circuit: 'open', server: 'misconfigured', reply: '550 5.7.1 Not from you' });
  breaker.record({ kind: 'sent', reply: '250 OK' }, about('three.example'));
  expect(breaker.state().circuit).toBe('closed');
});

test('a clock that was put back by a day delays no probe', () => {
  const { breaker, clock } = openBreaker();
  breaker.record(misconfigured);
  clock.now -= 24 * 60 * 60_000;
  expect([breaker.isProbeDue(), breaker.capacity(5)]).toEqual([true, 1]);
  breaker.record(misconfigured);
  expect(breaker.probeAt() - clock.now).toBe(30_000);
});
