// Protects: nobody is led to a page of the desk that they may not open.
import { expect, test } from 'vitest';
import { isBelow, mayOpen } from './desk-links.ts';

test.each([
  ['owner', '/desk/background', true],
  ['handler', '/desk/background', false],
  ['handler', '/desk/audit?page=2', false],
  ['handler', '/desk/all?email=failed', true],
  ['handler', '/desk', true],
] as const)('may an %s open %s: %s', (role, path, expected) => {
  expect(mayOpen(role, path)).toBe(expected);
});

test.each([
  ['/desk/partner-links', true],
  ['/desk/partner-links/1', true],
  ['/desk/partner-links-of-old', false],
  ['/desk', false],
])('is %s the page of partner links or below it: %s', (path, expected) => {
  expect(isBelow('/desk/partner-links', path)).toBe(expected);
});
