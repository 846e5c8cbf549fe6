// Protects: a film's facts are those that it states, read in a few small pieces wherever they are, and nothing impossible is a fact.
import { expect, test, vi } from 'vitest';
import { box, fullBox, u32 } from '#testing/fixtures/boxes.ts';
import { appleMetadata, filmOf, movieHeader, pictureTrack, place3gpp, since1904, userText } from '#testing/fixtures/film.ts';
import { noFacts } from './file-facts.ts';
import { filmFacts } from './film-facts.ts';

const madeAt = since1904('2026-11-20T14:03:22Z');

test('A film of an iPhone has the time of its zone, its place, length, size and camera', async () => {
  const said = {
    make: 'Apple',
    model: 'iPhone 15',
    creationdate: '2026-11-20T15:03:22+0100',
    'location.ISO6709': '+51.5390+000.0810+012.345/',
  };
  const film = filmOf([movieHeader(madeAt, 12_345), pictureTrack(1_920, 1_080, true), appleMetadata(said)]);
  expect(await factsOf(film)).toEqual({
    takenAt: '2026-11-20T15:03:22+01:00',
    latitude: 51.539,
    longitude: 0.081,
    camera: 'Apple iPhone 15',
    width: 1_080,
    height: 1_920,
    durationMs: 12_345,
  });
});

test('A film of an Android phone has the time of its header, and its place', async () => {
  const userData = box('udta', [userText('©xyz', '+51.5390-000.0810/')]);
  const film = filmOf([movieHeader(madeAt, 900), pictureTrack(640, 480), userData], { brand: 'mp42', isAtBeginning: true });
  const expected = {
    takenAt: '2026-11-20T14:03:22Z',
    latitude: 51.539,
    longitude: -0.081,
    width: 640,
    height: 480,
    durationMs: 900,
  };
  expect(await factsOf(film)).toEqual({ ...noFacts, ...expected });
});

test.each([
  ['in degrees', '+51.5390+000.0810/', 51.539, 0.081],
  ['in degrees and minutes', '+5132.34-00004.86/', 51.539, -0.081],
  ['in degrees, minutes and seconds', '-513220.4+0000451.6/', -51.539, 0.081],
  ['of zeros', '+00.0000+000.0000/', null, null],
  ['beyond the pole', '+91.0000+000.0810/', null, null],
  ['without a sign', '51.5390,0.0810', null, null],
])('A place %s', async (_, text, latitude, longitude) => {
  const facts = await factsOf(filmOf([movieHeader(madeAt, 1), box('udta', [userText('©xyz', text), u32(0)])]));
  expect([facts.latitude, facts.longitude]).toEqual([latitude, longitude]);
});

test('A place of 3GPP, and a camera and a time in user data', async () => {
  const userData = [
    place3gpp(51.539, -0.081),
    userText('©mak', 'Nextbase'),
    userText('©mod', '622GW'),
    userText('©day', '2026-11-20T14:03:22Z'),
  ];
  const facts = await factsOf(filmOf([movieHeader(0, 1), box('udta', userData)], { brand: '3gp5' }));
  expect(facts).toMatchObject({ takenAt: '2026-11-20T14:03:22+00:00', camera: 'Nextbase 622GW' });
  expect(facts.latitude).toBeCloseTo(51.539, 4);
  expect(facts.longitude).toBeCloseTo(-0.081, 4);
});

const long = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};

const headers: [what: string, header: Buffer[], takenAt: string | null, durationMs: number | null][] = [
  ['a time of zero', [movieHeader(0, 1_000)], null, 1_000],
  ['the beginning of 1970', [movieHeader(since1904('1970-01-01T00:00:00Z'), 1_000)], null, 1_000],
  ['a length of all ones', [movieHeader(madeAt, 0xffffffff)], '2026-11-20T14:03:22Z', null],
  [
    'numbers of 64 bits',
    [fullBox('mvhd', 0x01000000, [long(BigInt(madeAt)), long(0n), u32(600), long(1_200n), Buffer.alloc(80)])],
    '2026-11-20T14:03:22Z',
    2_000,
  ],
  [
    'a time beyond every calendar',
    [fullBox('mvhd', 0x01000000, [long(2n ** 63n), long(0n), u32(600), long(1_200n)])],
    null,
    2_000,
  ],
  ['a scale of zero', [fullBox('mvhd', 0, [u32(madeAt), u32(0), u32(0), u32(5)])], '2026-11-20T14:03:22Z', null],
  [
    'its length in fragments',
    [movieHeader(madeAt, 0), box('mvex', [fullBox('mehd', 0, [u32(3_000)])])],
    '2026-11-20T14:03:22Z',
    3_000,
  ],
  ['a header that is cut', [fullBox('mvhd', 0, [u32(madeAt)])], null, null],
  ['no header', [], null, null],
];

test.each(headers)('A film with %s', async (_, header, takenAt, durationMs) => {
  expect(await factsOf(filmOf(header))).toEqual({ ...noFacts, takenAt, durationMs });
});

test('Of a film of two gigabytes that is described at its end a few kilobytes are read', async () => {
  const film = filmOf([movieHeader(madeAt, 60_000)]);
  const mediaAt = film.indexOf('mdat') - 4;
  const end = film.subarray(film.indexOf('moov') - 4);
  const beginning = Buffer.concat([film.subarray(0, mediaAt), u32(1), Buffer.from('mdat'), long(2n ** 31n)]);
  const endAt = mediaAt + 2 ** 31;
  const reads: number[] = [];
  const read = async (from: number, to: number) => {
    reads.push(to - from + 1);
    return from < endAt ? beginning.subarray(from, to + 1) : end.subarray(from - endAt, to - endAt + 1);
  };
  expect(await filmFacts(read, endAt + end.length)).toMatchObject({ durationMs: 60_000 });
  expect(reads.length).toBeLessThan(6);
  expect(Math.max(...reads)).toBeLessThan(1_000);
});

test('What is no film, or only its beginning, has no facts, and is not read for ever', async () => {
  const film = filmOf([movieHeader(madeAt, 1)]);
  const tiny = Buffer.concat(Array.from({ length: 5_000 }, () => box('free', [])));
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(100), film.subarray(0, 60), Buffer.from('RIFF1234AVI LIST'), tiny])
    expect(await factsOf(bytes)).toEqual(noFacts);
});

test('A description without content is not read', async () => {
  const film = filmOf([], { isAtBeginning: true });
  const reads: [from: number, to: number][] = [];
  const read = async (from: number, to: number) => {
    reads.push([from, to]);
    return film.subarray(from, to + 1);
  };
  expect(await filmFacts(read, film.length)).toEqual(noFacts);
  expect(reads.filter(([from, to]) => to < from)).toEqual([]);
});

test.each(['trak', '©aaa'])(
  'Of a description with millions of empty boxes (%s) only the first ones are looked at',
  async (type) => {
    const empty = box(type, []);
    const boxes = Buffer.alloc(1_000_000 * empty.length, empty);
    const film = filmOf([movieHeader(madeAt, 1_000), box('udta', [boxes]), boxes]);
    let reads = 0;
    const look = Buffer.prototype.readUInt32BE;
    const counted = vi.spyOn(Buffer.prototype, 'readUInt32BE').mockImplementation(function (this: Buffer, at) {
      reads += 1;
      return look.call(this, at);
    });
    expect(await factsOf(film)).toMatchObject({ durationMs: 1_000 });
    counted.mockRestore();
    expect(reads).toBeLessThan(10_000);
  },
);

test('Every film that is cut or damaged anywhere has facts or none, and no error', async () => {
  const film = filmOf(
    [
      movieHeader(madeAt, 1),
      pictureTrack(64, 48),
      appleMetadata({ make: 'A' }),
      box('udta', [place3gpp(1, 2), userText('©xyz', '+1+2/')]),
    ],
    { mediaBytes: 0 },
  );
  for (let at = 0; at < film.length; at += 1) {
    await factsOf(film.subarray(0, at));
    for (const value of [0, 1, 255]) {
      const damaged = Buffer.from(film);
      damaged[at] = value;
      await factsOf(damaged);
    }
  }
});

function factsOf(film: Buffer) {
  return filmFacts(async (start, end) => film.subarray(start, end + 1), film.length);
}
