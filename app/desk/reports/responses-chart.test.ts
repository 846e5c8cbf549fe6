// Protects: the parts of a bar make up its whole, and none covers another.
import { expect, test } from 'vitest';
import { partsOf } from './responses-chart.tsx';

test('each claim is in one part of its bar, and the parts follow each other without a gap', () => {
  const tally = { met: 3, missed: 2, closedWithout: 0, withdrawn: 1, open: 4 };
  expect(partsOf(tally, 10)).toEqual([
    { figure: 'met', from: 0, size: 30 },
    { figure: 'missed', from: 30, size: 20 },
    { figure: 'withdrawn', from: 50, size: 10 },
    { figure: 'open', from: 60, size: 40 },
  ]);
});
