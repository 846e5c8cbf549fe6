// Protects: the place of an accident leads to a map, and what is no place does not.
import { expect, test } from 'vitest';
import { mapLink } from './submission-sections.tsx';

test.each([
  ['51.53920, 0.08010 (within 20 m)', '51.53920', '0.08010'],
  ['A13 eastbound, 51.53920, -0.08010 (± 20 m)', '51.53920', '-0.08010'],
  ['-33.8688,151.2093', '-33.8688', '151.2093'],
])('%s is shown on a map', (text, latitude, longitude) => {
  expect(mapLink(text)).toBe(`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`);
});

test.each([
  '',
  'A13, junction 4',
  '07700 900606',
  '1.5, 2.5',
  '91.00000, 0.00000',
  '51.53920, 181.00000',
  '1.2.3.4, 10.20.30.40',
])('%j is no place on a map', (text) => {
  expect(mapLink(text)).toBeNull();
});
