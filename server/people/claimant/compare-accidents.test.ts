// Protects: two submissions about different accidents are told apart.
import { expect, test } from 'vitest';
import { differencesBetween } from './compare-accidents.ts';

const startedAt = Date.parse('2026-11-13T23:50:00Z');
const start = (locationOfAccident = 'A13 near Renwick Road', more = {}) => ({ data: { locationOfAccident, ...more }, startedAt });
const claimOf = (data: Record<string, string>) => ({ data: data as Record<string, string>, startedAt: null });

test.each([
  ['2026-11-13', []],
  ['2026-11-12', []],
  ['2026-11-10', ['date']],
  ['', []],
  // None of them says a date: a year that cannot be read, and an order of day and month that nobody knows.
  ['0026-11-13', []],
  ['12026-11-13', []],
  ['10/11/2026', []],
])('After a start on the 13th a claim with the date %j differs by %j', (dateOfAccident, differences) => {
  expect(differencesBetween(start(), claimOf({ dateOfAccident }))).toEqual(differences);
  expect(differencesBetween(claimOf({ dateOfAccident }), start())).toEqual(differences);
});

test('A date that was stated at the start is compared to the day', () => {
  const stated = start('A13', { dateOfAccident: '2026-11-13' });
  expect(differencesBetween(stated, claimOf({ dateOfAccident: '2026-11-12' }))).toEqual(['date']);
});

test.each([
  ['A13, Barking', 'A13 near Renwick Road', []],
  ['Tesco car park', 'A13 near Renwick Road', ['place']],
  ['The road by the roundabout', 'A13 near Renwick Road', []],
  ['Tesco', '51.53920, 0.08010 (± 20 m)', []],
  ['', 'A13', []],
])('%j and %j differ by %j', (one, other, differences) => {
  expect(differencesBetween(start(one), claimOf({ locationOfAccident: other }))).toEqual(differences);
});

test('Registrations are compared without spaces and case, and with letters for digits', () => {
  const one = claimOf({ vehicleReg: 'ab10 cde' });
  for (const vehicleReg of ['AB10CDE', 'ABIO CDE', '', 'unknown'])
    expect([vehicleReg, differencesBetween(one, claimOf({ vehicleReg }))]).toEqual([vehicleReg, []]);
  for (const vehicleReg of ['LB77 ZZT', 'AB10 CDF', 'A 1'])
    expect([vehicleReg, differencesBetween(one, claimOf({ vehicleReg }))]).toEqual([vehicleReg, ['registration']]);
});
