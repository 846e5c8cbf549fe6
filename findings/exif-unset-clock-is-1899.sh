#!/usr/bin/env bash
# exifr and exif-reader: a camera whose clock was never set took its photograph on 30 November 1899.
#
# One would guess: an unknown time is undefined or null, or an Invalid Date.
# Versions: exifr 7.1.3, exif-reader 2.0.3, Node 20 or later, in UTC.
# Seen: "0000:00:00 00:00:00", which some cameras write while their clock is not set, is a valid Date in 1899 in
#   both. Exif's own form for an unknown time, blanks between the colons, is null in exif-reader and 1899 again in exifr.
# Why it matters here: the time of a photograph is shown beside the time of the accident. 1899 is a Date like any other: it sorts,
#   it is compared, and "taken 46,000 days before the accident" would stand in a claim.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund exifr@7.1.3 exif-reader@2.0.3

cat > run.mjs <<'JS'
import readExif from 'exif-reader';
import exifr from 'exifr';

/** DateTimeOriginal alone: a TIFF header, a directory that leads to the Exif directory, and its text of 20 bytes. */
function exifWith(time) {
  const tiff = Buffer.alloc(64);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  directory(tiff, 8, 0x8769, 4, 1, 26);
  directory(tiff, 26, 0x9003, 2, 20, 44);
  tiff.write(time, 44, 'latin1');
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

function directory(tiff, at, tag, type, count, value) {
  tiff.writeUInt16BE(1, at);
  tiff.writeUInt16BE(tag, at + 2);
  tiff.writeUInt16BE(type, at + 4);
  tiff.writeUInt32BE(count, at + 6);
  tiff.writeUInt32BE(value, at + 10);
}

function jpegWith(exif) {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), length, exif, Buffer.from([0xff, 0xd9])]);
}

for (const time of ['2026:06:15 14:00:00', '0000:00:00 00:00:00', '    :  :     :  :  ']) {
  const exif = exifWith(time);
  const times = [readExif(exif).Photo.DateTimeOriginal, (await exifr.parse(jpegWith(exif)))?.DateTimeOriginal];
  console.log(`"${time}": exif-reader ${times.map((one) => one?.toISOString() ?? String(one)).join(', exifr ')}`);
}
JS

cat > expected.txt <<'TXT'
"2026:06:15 14:00:00": exif-reader 2026-06-15T14:00:00.000Z, exifr 2026-06-15T14:00:00.000Z
"0000:00:00 00:00:00": exif-reader 1899-11-30T00:00:00.000Z, exifr 1899-11-30T00:00:00.000Z
"    :  :     :  :  ": exif-reader null, exifr 1899-11-30T00:00:00.000Z
TXT
TZ=UTC node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
