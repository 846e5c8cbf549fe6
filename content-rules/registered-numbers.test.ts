// Protects: numbers of a company's registration are in the form in which its register has them, and a shortened one is told in full.
import { expect, test } from 'vitest';
import { companyNumberShape, vatNumberShape } from './registered-numbers.ts';

test.each(['01234567', 'SC123456', 'NI000123', 'OC301234', 'R0000123', 'IP12345R'])('%s is a company number', (number) => {
  expect(companyNumberShape.safeParse(number).success).toBe(true);
});

test.each([
  ['NI 123', "write 'NI000123'"],
  ['sc123456', "write 'SC123456'"],
  ['1234567', "write '01234567'"],
  ['No. 12345678', "write '12345678'"],
  ['GB 123 4567 89', "as '01234567' or 'SC123456'"],
  ['none', "as '01234567' or 'SC123456'"],
  [' ', "as '01234567' or 'SC123456'"],
])('%s is none, with one sentence that says what to write', (number, instead) => {
  const issues = companyNumberShape.safeParse(number).error?.issues ?? [];
  expect(issues.map(({ message }) => message)).toEqual([expect.stringContaining(instead)]);
});

test.each([
  ['GB 123 4567 89', true],
  ['123456789', true],
  ['GB 123 4567 89 001', true],
  ['GB 391 8273 6', false],
  ['null', false],
  [null, true],
])('a VAT number of %s: %s', (number, isRight) => {
  expect(vatNumberShape.safeParse(number).success).toBe(isRight);
});
