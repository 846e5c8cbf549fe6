// Protects: an unlikely date, year or phone number is questioned, in London time.
import { expect, test } from 'vitest';
import { claim } from './claim.ts';
import { fieldWarning, fieldWarnings } from './field-warning.ts';
import { fieldsOf } from './form.ts';

const future = 'That date is in the future. Please check it; if it is right, carry on.';
const longAgo = 'That is more than six years ago, and it may be too late to claim. If the date is right, ask a solicitor today.';
const afterThree = 'If anyone was hurt, the three years to go to court may be over. Ask a solicitor today.';
const unknownYear = 'That is a year we cannot read. Please check day and month too; if it is right, carry on.';
const noDate = (typed: string) => `We cannot read “${typed}” as a date. Please check it; if it is right, carry on.`;
const notCallable = 'We may not be able to call this number. Please check it; if it is right, carry on.';
const unusualYear = 'That is an unusual year for a vehicle. Please check it; if it is right, carry on.';

test.each([
  ['today, at 00:20 in summer, when UTC still has yesterday', '2026-07-01', '2026-07-01T00:20:00+01:00', null],
  ['tomorrow, at 00:20 in summer', '2026-07-02', '2026-07-01T00:20:00+01:00', future],
  ['tomorrow, at 23:40 in summer', '2026-07-02', '2026-07-01T23:40:00+01:00', future],
  ['today, in the last minute of the year', '2026-12-31', '2026-12-31T23:59:00Z', null],
  ['New Year, in the last minute of the year', '2027-01-01', '2026-12-31T23:59:00Z', future],
  ['three years ago to the day', '2023-07-01', '2026-07-01T00:20:00+01:00', null],
  ['three years and a day ago', '2023-06-30', '2026-07-01T00:20:00+01:00', afterThree],
  ['six years ago to the day', '2020-07-01', '2026-07-01T00:20:00+01:00', afterThree],
  ['six years and a day ago', '2020-06-30', '2026-07-01T00:20:00+01:00', longAgo],
  ['a British date typed into an American browser', '12026-02-01', '2026-07-01T12:00:00Z', unknownYear],
  ['a year of two digits', '0026-02-01', '2026-07-01T12:00:00Z', unknownYear],
  ['another century', '1926-07-01', '2026-07-01T12:00:00Z', longAgo],
  ['as a program sends it', '20/11/2026', '2026-07-01T12:00:00Z', noDate('20/11/2026')],
  ['in no calendar', '2026-02-30', '2026-07-01T12:00:00Z', noDate('2026-02-30')],
  ['no date', '', '2026-07-01T12:00:00Z', null],
])('the date of the accident, %s', (_, value, now, warning) => {
  expect(fieldWarning(field('dateOfAccident'), value, Date.parse(now))).toBe(warning);
});

test('an old date that is none of the accident is not questioned', () => {
  const born = { name: 'dateOfBirth', label: 'Date of birth', type: 'date' } as const;
  expect(fieldWarning(born, '1980-02-01', Date.parse('2026-07-01T12:00:00Z'))).toBeNull();
});

test.each([
  ['07700 900123', null],
  ['+44 (0)20 7946 0000 ext 12', null],
  ['abc', notCallable],
  ['12', notCallable],
  ['   ', notCallable],
  ['', null],
])('the phone number %j', (value, warning) => {
  expect(fieldWarning(field('phone'), value, 0)).toBe(warning);
});

test.each([
  ['1884', unusualYear],
  ['1885', null],
  ['2027', null],
  ['2028', unusualYear],
  ['20.5', unusualYear],
  ['', null],
])('the year of the vehicle, %j in 2026', (value, warning) => {
  expect(fieldWarning(field('vehicleYear'), value, Date.parse('2026-12-31T23:59:00Z'))).toBe(warning);
});

test('the year is the one in London when UTC and London differ', () => {
  const newYear = Date.parse('2027-01-01T00:00:00Z');
  expect(fieldWarning(field('vehicleYear'), '2028', newYear)).toBeNull();
  expect(fieldWarning(field('vehicleYear'), '2028', newYear - 1)).toBe(unusualYear);
});

test('the warnings of a form are by field name, and an empty form has none', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(fieldWarnings(claim, { dateOfAccident: '2091-01-01', vehicleYear: '1492', firstName: 'Aoife' }, now)).toEqual({
    dateOfAccident: future,
    vehicleYear: unusualYear,
  });
  expect(fieldWarnings(claim, {}, now)).toEqual({});
});

function field(name: string) {
  const found = fieldsOf(claim).find((one) => one.name === name);
  if (!found) throw new Error(`The claim has no field ${name}.`);
  return found;
}
