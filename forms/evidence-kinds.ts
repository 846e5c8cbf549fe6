// biome-ignore-all lint/suspicious/noControlCharactersInRegex: the first bytes of a file are what they are.

import { fileSize, megabyte } from './file-size.ts';

export type EvidenceGroup = 'picture' | 'film' | 'sound' | 'paper';

export type Kind = {
  /** Its name for people. */
  name: string;
  group: EvidenceGroup;
  /** The first one is that of downloads; the others mean the same. */
  extensions: readonly string[];
  /** Other media types that browsers have for it. */
  also?: readonly string[];
  /** How its first bytes look, one character each, with the last ones behind them; of a text, its first characters behind a byte order mark. */
  begins: RegExp;
  /** Which files can be it at all: bytes, if nothing else is said; text without control characters; or both, as PDF. */
  of?: 'text' | 'both';
  /** What is among the names of the parts of a ZIP or a compound file: they show which document it is. */
  holds?: RegExp;
  /** What it is where it has sound alone. */
  withoutPictures?: 'audio/mp4';
  /** What a browser does with the original: shows it as a picture, or plays it; all others are only saved. */
  opens?: 'picture' | 'player';
  /** It comes as a part of an email, and nowhere else. */
  isOfEmail?: true;
  /** Where it can be larger than other photographs. */
  bytes?: number;
};

/** Text of no other kind. Markup and scripts begin otherwise. */
const plainText = /^(?!\s{0,99}(?:<|#!|%PDF-|\{\\rtf|MZ))/;

const inGroup =
  (group: EvidenceGroup) =>
  (
    name: string,
    extensions: string[],
    begins: RegExp,
    more: Omit<Kind, 'name' | 'group' | 'extensions' | 'begins'> = {},
  ): Kind => ({
    name,
    group,
    extensions,
    begins,
    ...more,
  });
const [picture, film, sound, paper] = [inGroup('picture'), inGroup('film'), inGroup('sound'), inGroup('paper')];

/**
 * The kinds of files that are taken, by media type: all that the product says, asks and does about them is here. A file is of the first
 * kind that its content fits; of several kinds of text, the one that its name has the extension of.
 */
export const evidenceKinds = {
  'image/jpeg': picture('JPEG', ['jpg', 'jpeg', 'jpe', 'jfif'], /^\xff\xd8\xff/, { opens: 'picture' }),
  'image/png': picture('PNG', ['png'], /^\x89PNG\r\n\x1a\n/, { opens: 'picture' }),
  'image/webp': picture('WebP', ['webp'], /^RIFF.{4}WEBP/s, { opens: 'picture' }),
  'image/heic': picture(
    'HEIC',
    ['heic', 'heif', 'heics'],
    /^\0.{3}ftyp(?:hei[cxms]|hev[cxms]|m[is]f1.{4}(?:.{4}){0,9}?hei[cx])/s,
  ),
  'image/avif': picture('AVIF', ['avif', 'avifs'], /^\0.{3}ftyp(?:avi[fs]|m[is]f1.{4}(?:.{4}){0,9}?avif)/s, { opens: 'picture' }),
  'image/heif': picture('HEIF', ['heif', 'heic', 'heifs', 'hif'], /^\0.{3}ftypm[is]f1/s),
  'image/gif': picture('GIF', ['gif'], /^GIF8[79]a/, { opens: 'picture' }),
  // A TIFF whose first directory, which may be at its end, has the entry DNGVersion.
  'image/x-adobe-dng': picture(
    'DNG',
    ['dng'],
    /^(?:II\*\0.{4,}?\x12\xc6\x01\0\x04\0\0\0|MM\0\*.{4,}?\xc6\x12\0\x01\0\0\0\x04)/s,
    { also: ['image/dng'], bytes: 100 * megabyte },
  ),
  'image/tiff': picture('TIFF', ['tif', 'tiff'], /^(?:II\*\0|MM\0\*)/, { bytes: 100 * megabyte }),
  'audio/mp4': sound('M4A', ['m4a', 'm4b', 'mp4', '3gp'], /^\0.{3}ftypM4[ABP] /s, {
    also: ['audio/x-m4a'],
    opens: 'player',
  }),
  'video/quicktime': film('MOV', ['mov', 'qt'], /^(?:\0.{3}(?:ftypqt {2}|moov|wide|skip|free|pnot|uuid)|[\0-\x1f].{3}mdat)/s, {
    withoutPictures: 'audio/mp4',
    opens: 'player',
  }),
  'video/3gpp': film('3GP', ['3gp', '3g2', '3gpp'], /^\0.{3}ftyp3g/s, {
    also: ['video/3gpp2'],
    withoutPictures: 'audio/mp4',
    opens: 'player',
  }),
  // Dashcams have brands of their own. Some brands are those of raw pictures and of JPEG 2000.
  'video/mp4': film('MP4', ['mp4', 'm4v'], /^\0.{3}ftyp(?!crx |j[p2x]|mjp2)/s, {
    also: ['video/x-m4v'],
    withoutPictures: 'audio/mp4',
    opens: 'player',
  }),
  'video/webm': film('WebM', ['webm'], /^\x1aE\xdf\xa3.{0,80}?webm/s, { opens: 'player' }),
  'video/x-matroska': film('MKV', ['mkv'], /^\x1aE\xdf\xa3.{0,80}?matroska/s, { also: ['video/matroska'], opens: 'player' }),
  'video/x-msvideo': film('AVI', ['avi'], /^RIFF.{4}AVI /s, { also: ['video/avi', 'video/vnd.avi'] }),
  // Packets of one length, each with its mark. A piece of a recording may begin within one.
  'video/mp2t': film('TS', ['ts', 'm2t'], /^.{0,187}?(?:G.{187}){10}/s),
  'video/vnd.dlna.mpeg-tts': film('M2TS', ['m2ts', 'mts'], /^.{0,191}?(?:G.{191}){10}/s),
  'audio/ogg': sound('Ogg', ['ogg', 'opus', 'oga'], /^OggS.{24}(?:OpusHead|\x01vorbis)/s, {
    also: ['audio/opus', 'application/ogg'],
    opens: 'player',
  }),
  // Tags, or a frame and the next one.
  'audio/mpeg': sound(
    'MP3',
    ['mp3', 'mpga'],
    /^(?:ID3[\x02-\x04].[\0-\xe0][\0-\x7f]{4}|(\xff[\xe2\xe3\xf2\xf3\xfa\xfb])[\x10-\xef].{40,2000}?\1[\x10-\xef])/s,
    { also: ['audio/mp3'], opens: 'player' },
  ),
  'audio/amr': sound('AMR', ['amr', 'awb'], /^#!AMR(?:-WB)?\n/, { also: ['audio/amr-wb'] }),
  'audio/wav': sound('WAV', ['wav'], /^(?:RIFF|RF64).{4}WAVE/s, {
    also: ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
    opens: 'player',
  }),
  // Printers write lines of their own before it, and some programs a byte order mark.
  'application/pdf': paper('PDF', ['pdf'], /^(?:\xef\xbb\xbf)?\s{0,99}(?:[\x1b -;=-~]{1,200}\r?\n){0,2}%PDF-\d\.\d/, {
    of: 'both',
  }),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': paper('DOCX', ['docx'], /^PK\x03\x04/, {
    holds: /^word\/document\d?\.xml$/m,
  }),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': paper('XLSX', ['xlsx'], /^PK\x03\x04/, {
    holds: /^xl\/workbook\.xml$/m,
  }),
  'application/vnd.oasis.opendocument.text': paper(
    'ODT',
    ['odt'],
    /^PK\x03\x04.{26}mimetypeapplication\/vnd\.oasis\.opendocument\.text(?:PK|$)/s,
    { holds: /^content\.xml$/m },
  ),
  'application/vnd.ms-outlook': paper('MSG', ['msg'], /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, {
    holds: /^__properties_version1\.0$/m,
  }),
  'application/rtf': paper('RTF', ['rtf'], /^\s{0,99}\{\\rtf/, { also: ['text/rtf'], of: 'text' }),
  'text/vcard': paper('VCF', ['vcf', 'vcard'], /^\s{0,99}BEGIN:VCARD\s/i, { also: ['text/x-vcard'], of: 'text' }),
  'text/calendar': paper('ICS', ['ics'], /^\s{0,99}BEGIN:VCALENDAR\s/i, { of: 'text' }),
  // Lines of headers, one of which is no other text's.
  'message/rfc822': paper(
    'EML',
    ['eml'],
    /^\s{0,99}(?:From [^\n]*\n)?(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:received|return-path|message-id|mime-version|delivered-to|dkim-signature|x-received|authentication-results|arc-seal|x-unsent):/i,
    { of: 'text' },
  ),
  'text/plain': paper('TXT', ['txt', 'text', 'log'], plainText, { of: 'text' }),
  'text/csv': paper('CSV', ['csv'], plainText, { of: 'text' }),
  'application/ms-tnef': paper('winmail.dat', ['dat'], /^\x78\x9f\x3e\x22/, { isOfEmail: true }),
  'application/pkcs7-mime': paper(
    'smime.p7m',
    ['p7m'],
    /^0[\x80-\x84].{0,4}?\x06(?:\x09\*\x86H\x86\xf7\x0d\x01\x07|\x0b\*\x86H\x86\xf7\x0d\x01\x09\x10\x01)/s,
    { isOfEmail: true },
  ),
};

export type EvidenceType = keyof typeof evidenceKinds;

export const kindOf = (mediaType: EvidenceType): Kind => evidenceKinds[mediaType];

/** The kinds that people can choose. */
const chosen = () => Object.entries<Kind>(evidenceKinds).filter(([, { isOfEmail }]) => !isOfEmail);

/** The `accept` of a file input. It has extensions too, because no browser knows all types. */
export function evidenceAccept(): string {
  const parts = chosen().flatMap(([type, { also = [], extensions }]) => [type, ...also, ...extensions.map((one) => `.${one}`)]);
  return [...new Set(parts)].join(',');
}

/** The names of the kinds that people can choose. */
export const evidenceNames = (): string =>
  chosen()
    .map(([, { name }]) => name)
    .join(', ');

/** What can be added and how large it can be, short enough for a phone. No line ends between a number and its unit. */
export function evidenceHint(largest: Record<EvidenceGroup, number>): string {
  const upTo = (bytes: number) => `up to ${fileSize(bytes).replace(' ', '\u00a0')}`;
  const larger = chosen().flatMap(([, { name, bytes }]) => (bytes ? [`${name} ${upTo(bytes)}`] : []));
  const { picture, film, sound, paper } = largest;
  return `Photographs ${upTo(picture)} (${larger.join(', ')}), films ${upTo(film)}, recordings ${upTo(sound)}, documents ${upTo(paper)}.`;
}
