// Protects: a postcode and coordinates that do not belong together are noticed.
import { expect, test } from 'vitest';
import { isInUnitedKingdom, isLondonArea, kmOutside, postcodeArea } from './postcode-areas.ts';

const places = {
  Barking: [51.54, 0.08, 'IG11 7BG'],
  Leeds: [53.797, -1.548, 'LS1 4DY'],
  Belfast: [54.597, -5.93, 'BT1 5GS'],
  Enniskillen: [54.344, -7.634, 'BT74 7EL'],
  Derry: [54.997, -7.309, 'BT48 6HQ'],
  Penzance: [50.118, -5.537, 'TR18 2NG'],
  Lowestoft: [52.48, 1.753, 'NR32 1HB'],
  Lerwick: [60.155, -1.145, 'ZE1 0HB'],
  Stornoway: [58.209, -6.387, 'HS1 2XX'],
  Portree: [57.413, -6.194, 'IV51 9EF'],
  Holyhead: [53.309, -4.633, 'LL65 1HH'],
  Aberystwyth: [52.415, -4.083, 'SY23 2BH'],
  Dover: [51.129, 1.308, 'CT16 1LH'],
  Ilfracombe: [51.209, -4.113, 'EX34 9EE'],
  Skegness: [53.144, 0.336, 'PE25 2UG'],
  Whitby: [54.486, -0.613, 'YO21 1EB'],
  Alnwick: [55.413, -1.706, 'NE66 1HU'],
  Campbeltown: [55.426, -5.606, 'PA28 6AB'],
  Bournemouth: [50.72, -1.88, 'BH1 2BU'],
} as const;

test.each(Object.entries(places))(
  '%s is in the United Kingdom, and in the area of its postcode',
  (_, [latitude, longitude, postcode]) => {
    expect(isInUnitedKingdom({ latitude, longitude })).toBe(true);
    expect(kmOutside(postcodeArea(postcode) ?? '', { latitude, longitude })).toBeNull();
  },
);

test.each([
  ['Dublin', 53.35, -6.26],
  ['Cork', 51.9, -8.47],
  ['Galway', 53.27, -9.05],
  ['Calais', 50.951, 1.858],
  ['Cherbourg', 49.64, -1.62],
  ['Dieppe', 49.92, 1.08],
  ['Douglas, Isle of Man', 54.15, -4.48],
  ['Leeds without its minus', 53.797, 1.548],
  ['Leeds the other way round', -1.548, 53.797],
  ['the sea at 0, 0', 0, 0],
])('%s is not', (_, latitude, longitude) => {
  expect(isInUnitedKingdom({ latitude, longitude })).toBe(false);
});

test('a postcode of one area and a place in another do not fit', () => {
  const [latitude, longitude] = places.Leeds;
  expect(kmOutside('IG', { latitude, longitude })).toBeGreaterThan(250);
  expect(kmOutside('RG', { latitude: 51.455, longitude: 0.97 })).toBeGreaterThan(100);
});

test.each([
  ['IG11', 'IG'],
  ['ig11 7bg', 'IG'],
  ['M2 5DB', 'M'],
  ['EC1A 1BB', 'EC'],
  ['QQ1 1AA', null],
  ['London', null],
  ['IG', null],
])('the area of "%s" is %s', (text, area) => {
  expect(postcodeArea(text)).toBe(area);
});

test('areas of London', () => {
  expect(['E', 'IG', 'SW', 'LS', 'M', 'BT'].map(isLondonArea)).toEqual([true, true, true, false, false, false]);
});
