// Protects: a file is what its content says, nothing that harms whoever opens it is taken, and a form asks for what is taken.
import { expect, test } from 'vitest';
import { evidenceAccept, evidenceHint, evidenceKinds, type Kind } from '#forms/evidence-kinds.ts';
import { evidenceLimits } from '#forms/evidence-rules.ts';
import { fileSize } from '#forms/file-size.ts';
import { dngOf } from '#testing/fixtures/dng.ts';
import { kindFiles, media, notTaken, zip } from '#testing/fixtures/file-kinds.ts';
import { evidenceRefusals } from './evidence-refusals.ts';
import { sniff } from './media-type.ts';

const kindOf = (type: string) => (evidenceKinds as Record<string, Kind>)[type];

const see = (name: string, bytes: Buffer, addedBy = 'claimant') =>
  sniff({
    name,
    addedBy,
    head: bytes.subarray(0, 4_100),
    tail: bytes.subarray(-65_557),
    scan: async function* () {
      for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
    },
  });

test('there is a file of each kind in these tests', () => {
  expect(Object.keys(kindFiles).toSorted()).toEqual(Object.keys(evidenceKinds).toSorted());
});

test.each(notTaken)('%s is refused', async (_, name, bytes) => {
  expect((await see(name, bytes)).kind).toBe('refused');
});

test.each(['word/vbaProject.bin', 'Basic/script-lc.xml'])(
  'a program (%s) before a thousand other parts is found',
  async (name) => {
    const pictures = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`word/media/image${index}.png`, 'x']));
    const others = { ...pictures, 'word/document.xml': '<w/>' };
    expect(await see('letter.docx', zip(others))).toMatchObject({ kind: 'known' });
    expect(await see('letter.docx', zip({ [name]: 'x', ...others }))).toMatchObject({ message: evidenceRefusals.macros });
  },
);

test('the sentence of a refusal says what to do, where there is something', async () => {
  const message = async (what: string) => {
    const [, name = '', bytes = Buffer.alloc(0)] = notTaken.find(([one]) => one === what) ?? [];
    return see(name, bytes);
  };
  expect(await message('a document with macros')).toMatchObject({ message: evidenceRefusals.macros });
  expect(await message('a document that is locked')).toMatchObject({ message: evidenceRefusals.locked });
  expect(await message('a ZIP named as a document')).toMatchObject({ message: evidenceRefusals.otherDocument });
  expect(await message('a document of an older program')).toMatchObject({ message: evidenceRefusals.otherDocument });
  for (const what of ['a script', 'a program', 'an SVG named as a picture', 'an archive'])
    expect(await message(what), what).toMatchObject({ message: evidenceRefusals.active });
  expect(await message('bytes of nothing')).toMatchObject({ message: evidenceRefusals.unknownType });
  expect(evidenceRefusals.unknownType).toContain('send this by WhatsApp or email');
});

const text = (name: string, content: string) => see(name, Buffer.from(content));

test('a text is what it is, whatever it begins with, and of several kinds of text what its name says', async () => {
  for (const start of ['BMW 320d', 'RIFF of a car', 'ID3 it says', 'II*', 'GIF89a', 'From: me', 'OggS', 'PK', 'ftyp'])
    expect(await text('statement.txt', `${start} was hit.\n`), start).toMatchObject({ mediaType: 'text/plain' });
  expect(await text('driver.txt', 'BEGIN:VCARD\nEND:VCARD')).toMatchObject({ mediaType: 'text/plain' });
  expect(await text('driver', 'BEGIN:VCARD\nEND:VCARD')).toMatchObject({ mediaType: 'text/vcard' });
  expect(await text('wing.jpg', 'This is no picture.')).toMatchObject({ mediaType: 'text/plain' });
});

test('a text in which something else begins later is none', async () => {
  const bytes = Buffer.concat([Buffer.from('It was not my fault. '.repeat(400)), Buffer.from('MZ\x90\0\x03', 'latin1')]);
  expect((await see('statement.txt', bytes)).kind).toBe('refused');
});

test('sound alone is a recording, whatever brand it has; a film whose index is not whole stays a film', async () => {
  expect(await see('a.mp4', media('mp42', ['isom'], ['soun']))).toMatchObject({ mediaType: 'audio/mp4' });
  expect(await see('a.mp4', media('mp42', ['isom'], ['soun', 'vide']))).toMatchObject({ mediaType: 'video/mp4' });
  expect(await see('a.mp4', media('mp42', ['isom'], ['soun']).subarray(0, -5))).toMatchObject({ mediaType: 'video/mp4' });
});

test('a film may have any brand, and none', async () => {
  for (const brand of ['NDSC', 'XAVC', 'dash', 'mmp4', '\0\0\0\0'])
    expect(await see('a.mp4', media(brand, []))).toMatchObject({ mediaType: 'video/mp4' });
  expect(await see('a.heic', media('mif1', ['mif1', 'heic']))).toMatchObject({ mediaType: 'image/heic' });
  expect(await see('a.mov', media('mp42', [], ['vide']).subarray(16))).toMatchObject({ mediaType: 'video/quicktime' });
});

test('a PDF may have lines of a printer before it, but no page', async () => {
  const pdf = '%PDF-1.4\n1 0 obj';
  expect(await text('a.pdf', `\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n${pdf}`)).toMatchObject({
    mediaType: 'application/pdf',
  });
  expect((await text('a.pdf', `<html>\n${pdf}`)).kind).toBe('refused');
  expect(await text('a.pdf', `${pdf} /Encrypt 2 0 R`)).toMatchObject({ note: expect.stringContaining('password') });
  expect(await text('a.pdf', pdf)).toMatchObject({ note: null });
  // In the middle of a long one, and over the end of a piece.
  const long = pdf.padEnd(49_996) + '/Encrypt 2 0 R'.padEnd(90_000);
  expect(await text('a.pdf', long)).toMatchObject({ note: expect.stringContaining('password') });
});

test('a document that is a page or a PDF too is kept to be saved, and never shown', async () => {
  const bytes = zip({ '%PDF-1.4 <html>': '<script>', 'word/document.xml': '<w/>' });
  const found = await see('letter.docx', bytes);
  expect(found.kind === 'known' && kindOf(found.mediaType)).toMatchObject({ name: 'DOCX', group: 'paper' });
  expect(found.kind === 'known' && kindOf(found.mediaType)?.opens).toBeUndefined();
});

test('only pictures, sound and films are ever shown by a browser', () => {
  const shown = Object.entries<Kind>(evidenceKinds).flatMap(([type, { opens }]) => (opens ? [type] : []));
  expect(shown.filter((type) => !/^(image|audio|video)\//.test(type))).toEqual([]);
});

test('a document of very many parts is known by its directory, and an archive with a document in it is none', async () => {
  const pictures = Array.from({ length: 2_000 }, (_, index) => [`word/media/picture of the damage ${index}.jpg`, '']);
  const found = await see('letter.docx', zip({ 'word/document.xml': '<w/>', ...Object.fromEntries(pictures) }));
  expect(found).toMatchObject({ kind: 'known', mediaType: expect.stringContaining('wordprocessingml') });
  const short = zip({ 'word/document.xml': '<w/>' });
  const letter = short.toString('latin1');
  expect(await see('letter.docx', zip({ 'letter.docx': letter, 'readme.txt': 'x' }))).toMatchObject({ kind: 'refused' });
  const [end, wide] = [short.subarray(-22), Buffer.alloc(56)];
  wide.write('PK\x06\x06');
  for (const [at, wideAt] of [
    [12, 40],
    [16, 48],
  ] as const)
    wide.writeUInt32LE(end.readUInt32LE(at), wideAt);
  const inWideNumbers = Buffer.concat([short.subarray(0, -22), wide, Buffer.from(end).fill(0xff, 12, 20)]);
  expect(await see('letter.docx', inWideNumbers)).toMatchObject({ kind: 'known' });
});

test('a form says in one short sentence what can be added, and no line of it ends before a unit', () => {
  expect([0, 1, 600, 340 * 1024].map(fileSize)).toEqual(['0 KB', '1 KB', '1 KB', '340 KB']);
  expect(evidenceHint(evidenceLimits.file).replaceAll('\u00a0', '_')).toBe(
    'Photographs up to 25_MB (DNG up to 100_MB, TIFF up to 100_MB), films up to 2_GB, recordings up to 200_MB, documents up to 25_MB.',
  );
});

test('what a form asks for has the kinds that people can choose', () => {
  const accepted = evidenceAccept().split(',');
  for (const part of ['image/heic', '.heic', '.m2ts', 'audio/amr', '.docx', '.csv']) expect(accepted).toContain(part);
  for (const part of ['.dat', '.p7m', '.html', 'image/svg+xml', '.zip']) expect(accepted).not.toContain(part);
});

test('a raw picture is known by its first directory, wherever that is', async () => {
  expect(await see('raw.dng', await dngOf('thumbnail', 'raw', 'preview'))).toMatchObject({ mediaType: 'image/x-adobe-dng' });
});
