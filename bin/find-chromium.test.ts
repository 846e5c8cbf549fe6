// Protects: a browser is installed by root only, announced first, and never with INSTALL_BROWSER=0.
import { expect, test } from 'vitest';
import { planForBrowser } from './find-chromium.mjs';

const machine = { isInstalled: false, isRoot: true, hasApt: true, setting: undefined };

test('a browser is installed by root alone, said beforehand, and never where INSTALL_BROWSER=0 refuses', () => {
  expect(planForBrowser({ ...machine, isInstalled: true })).toEqual({ kind: 'found', sentence: null });
  const apt = planForBrowser(machine);
  expect([apt.kind, apt.sentence]).toEqual(['apt', expect.stringContaining('apt-get install')]);
  expect(apt.sentence).toContain('INSTALL_BROWSER=0');
  for (const isRoot of [true, false]) {
    const refused = planForBrowser({ ...machine, isRoot, setting: '0' });
    expect([refused.kind, refused.sentence]).toEqual(['refused', expect.stringContaining('apt-get install')]);
  }
  const other = planForBrowser({ ...machine, isRoot: false });
  expect([other.kind, other.sentence]).toEqual(['playwright', expect.stringContaining('as root, apt-get install')]);
});
