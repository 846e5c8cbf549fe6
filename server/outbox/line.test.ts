import { expect, test } from 'vitest';
import { createLine } from './line.ts';

const barred = { kind: 'barred', answer: '535 wrong password' } as const;
const unreachable = { kind: 'unreachable', answer: 'ECONNREFUSED' } as const;

function openLine() {
  const clock = { now: 1_000 };
  const changes: string[] = [];
  const line = createLine({ now: () => clock.now, onChange: ({ kind }) => changes.push(kind) });
  return { clock, changes, line };
}

test('the line is looked at once at the start, and not again while it works', () => {
  const { line } = openLine();
  expect(line.probeAt()).toBe(1_000);
  line.note({ kind: 'ready', answer: '' });
  expect(line.probeAt()).toBe(Number.POSITIVE_INFINITY);
});

test('while our login is refused every letter waits but one, and that is told once', () => {
  const { line, clock, changes } = openLine();
  for (let i = 0; i < 5; i += 1) line.note(barred);
  expect(changes).toEqual(['barred']);
  expect(line.mayBeOnTheirWay(5)).toBe(0);
  clock.now += 10_000;
  expect(line.mayBeOnTheirWay(5)).toBe(1);
  line.note(barred);
  expect(line.mayBeOnTheirWay(5)).toBe(0);
  clock.now += 30_000;
  line.note({ kind: 'sent', answer: '250 OK' });
  expect(line.mayBeOnTheirWay(5)).toBe(5);
  expect(changes).toEqual(['barred', 'open']);
});

test('while nobody answers letters keep trying, and the line is probed ever more gently, up to once a minute', () => {
  const { line, clock } = openLine();
  const pauses = Array.from({ length: 6 }, () => {
    line.note(unreachable);
    const pause = line.probeAt() - clock.now;
    clock.now = line.probeAt();
    return pause;
  });
  expect(pauses).toEqual([10_000, 30_000, 60_000, 60_000, 60_000, 60_000]);
  expect(line.mayBeOnTheirWay(5)).toBe(5);
});

test('while our login is refused it is probed every two minutes at most', () => {
  const { line, clock } = openLine();
  const pauses = Array.from({ length: 6 }, () => {
    line.note(barred);
    const pause = line.probeAt() - clock.now;
    clock.now = line.probeAt();
    return pause;
  });
  expect(pauses).toEqual([10_000, 30_000, 60_000, 120_000, 120_000, 120_000]);
});

test('an answer about one letter shows that the line works', () => {
  const { line, changes } = openLine();
  line.note(unreachable);
  line.note({ kind: 'refused', answer: '550 No such user' });
  expect(changes).toEqual(['unreachable', 'open']);
});
