// Protects: the part of the United Kingdom in which a company is registered follows from its number.
import { expect, test } from 'vitest';
import { registerOf } from './company-register.ts';

test.each([
  ['01234567', 'England and Wales'],
  ['OC301234', 'England and Wales'],
  ['SC123456', 'Scotland'],
  ['so301234', 'Scotland'],
  ['NI654321', 'Northern Ireland'],
  ['NC001234', 'Northern Ireland'],
  ['R0000123', 'Northern Ireland'],
])('the company %s is registered in %s', (companyNumber, register) => {
  expect(registerOf(companyNumber)).toBe(register);
});
