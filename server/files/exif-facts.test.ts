// Protects: the facts of a photograph are those that it states, and nothing impossible or half said is a fact.
import sharp, { type Exif } from 'sharp';
import { expect, test } from 'vitest';
import { exifFacts } from './exif-facts.ts';

const time = '2026:11:20 14:03:22';
const moment = '2026-11-20T14:03:22';

const times: [what: string, exif: Exif, takenAt: string | null][] = [
  ['the original time', { IFD2: { DateTimeOriginal: time } }, moment],
  ['CreateDate alone', { IFD2: { DateTimeDigitized: time } }, moment],
  ['ModifyDate alone', { IFD0: { DateTime: time } }, moment],
  [
    'several times, of which the original counts',
    { IFD0: { DateTime: '2026:12:01 09:00:00' }, IFD2: { DateTimeOriginal: time } },
    moment,
  ],
  [
    'an impossible original beside a possible one',
    { IFD0: { DateTime: time }, IFD2: { DateTimeOriginal: '0000:00:00 00:00:00' } },
    moment,
  ],
  ['its own offset', { IFD2: { DateTimeOriginal: time, OffsetTimeOriginal: '-05:30', OffsetTime: '+01:00' } }, `${moment}-05:30`],
  ['OffsetTime alone', { IFD2: { DateTimeOriginal: time, OffsetTime: '+01:00' } }, `${moment}+01:00`],
  ['the offset Z', { IFD2: { DateTimeOriginal: time, OffsetTimeOriginal: 'Z' } }, `${moment}+00:00`],
  ['an impossible offset', { IFD2: { DateTimeOriginal: time, OffsetTimeOriginal: '+99:00' } }, moment],
  ['29 February of a leap year', { IFD2: { DateTimeOriginal: '2024:02:29 10:00:00' } }, '2024-02-29T10:00:00'],
  ...[
    '0000:00:00 00:00:00',
    '2026:02:30 10:00:00',
    '2026:11:20 24:03:00',
    '2026:11:20 14:60:00',
    '1980:01:01 00:00:00',
    '    :  :     :  :  ',
  ].map((impossible): [string, Exif, null] => [`the time "${impossible}"`, { IFD2: { DateTimeOriginal: impossible } }, null]),
];

test.each(times)('A photograph with %s', async (_, exif, takenAt) => {
  expect(exifFacts(await photographWith(exif))).toMatchObject({ takenAt, latitude: null, camera: null });
});

const [north, east] = ['51/1 32/1 2040/100', '0/1 4/1 5160/100'];
const place = { GPSLatitudeRef: 'N', GPSLatitude: north, GPSLongitudeRef: 'E', GPSLongitude: east };
const { GPSLatitudeRef: _latitudeRef, ...withoutNorth } = place;
const { GPSLongitudeRef: _longitudeRef, ...withoutEast } = place;

const places: [what: string, gps: Record<string, string>, at: [number, number] | null][] = [
  ['a place', place, [51.539, 0.081]],
  ['a place in the south and west', { ...place, GPSLatitudeRef: 'S', GPSLongitudeRef: 'W' }, [-51.539, -0.081]],
  ['a latitude without its direction', withoutNorth, null],
  ['a longitude without its direction', withoutEast, null],
  ['a denominator of 0', { ...place, GPSLatitude: '51/1 32/0 2040/100' }, null],
  ['denominators of 0 alone', { ...place, GPSLatitude: '0/0 0/0 0/0', GPSLongitude: '0/0 0/0 0/0' }, null],
  ['zeros', { ...place, GPSLatitude: '0/1 0/1 0/1', GPSLongitude: '0/1 0/1 0/1' }, null],
  ['a latitude beyond the pole', { ...place, GPSLatitude: '91/1 0/1 0/1' }, null],
];

test.each(places)('A photograph with %s', async (_, gps, at) => {
  const { latitude, longitude } = exifFacts(await photographWith({ IFD3: gps }));
  expect([latitude, longitude]).toEqual(at ?? [null, null]);
});

test('What is no picture has no facts', () => {
  const nothing = { takenAt: null, latitude: null, longitude: null, camera: null };
  for (const bytes of [Buffer.alloc(0), Buffer.from('%PDF-1.7'), Buffer.from('Exif\0\0MM\0*')])
    expect(exifFacts(bytes)).toEqual(nothing);
});

function photographWith(exif: Exif): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .withExif(exif)
    .jpeg()
    .toBuffer();
}
