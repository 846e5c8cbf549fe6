#!/usr/bin/env bash
# exifr: the same photograph has another time on another machine, although it says its offset from UTC.
#
# One would guess: a photograph with DateTimeOriginal and OffsetTimeOriginal "+01:00" is one instant, 13:00 UTC, wherever it is read.
# Versions: exifr 7.1.3, exif-reader 2.0.3, Node 20 or later.
# Seen: exifr makes a Date of the digits in the zone of the machine, and exif-reader one in UTC; neither uses the offset, which
#   both return beside it as text. Three machines have three instants, and the right one is a matter of luck.
# Why it matters here: phones write the offset. A server in UTC shows 15:00 in a British summer for what the phone's owner and
#   everybody else at the scene remember as 14:00; a developer's machine in London does not show the fault.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund exifr@7.1.3 exif-reader@2.0.3

cat > run.mjs <<'JS'
import readExif from 'exif-reader';
import exifr from 'exifr';

// DateTimeOriginal and OffsetTimeOriginal: a TIFF header, a directory that leads to the Exif directory, and its texts.
const tiff = Buffer.alloc(84);
tiff.write('MM\0*', 0, 'latin1');
tiff.writeUInt32BE(8, 4);
tiff.writeUInt16BE(1, 8);
entry(10, 0x8769, 4, 1, 26);
tiff.writeUInt16BE(2, 26);
entry(28, 0x9003, 2, 20, 56);
entry(40, 0x9011, 2, 7, 76);
tiff.write('2026:06:15 14:00:00', 56, 'latin1');
tiff.write('+01:00', 76, 'latin1');
const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
const length = Buffer.alloc(2);
length.writeUInt16BE(exif.length + 2);
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), length, exif, Buffer.from([0xff, 0xd9])]);

function entry(at, tag, type, count, value) {
  tiff.writeUInt16BE(tag, at);
  tiff.writeUInt16BE(type, at + 2);
  tiff.writeUInt32BE(count, at + 4);
  tiff.writeUInt32BE(value, at + 8);
}

for (const [name, { DateTimeOriginal, OffsetTimeOriginal }] of [
  ['exifr', await exifr.parse(jpeg)],
  ['exif-reader', readExif(exif).Photo],
])
  console.log(`${process.env.TZ}: ${name} ${DateTimeOriginal.toISOString()}, offset ${OffsetTimeOriginal}`);
JS

cat > expected.txt <<'TXT'
UTC: exifr 2026-06-15T14:00:00.000Z, offset +01:00
UTC: exif-reader 2026-06-15T14:00:00.000Z, offset +01:00
Europe/London: exifr 2026-06-15T13:00:00.000Z, offset +01:00
Europe/London: exif-reader 2026-06-15T14:00:00.000Z, offset +01:00
America/New_York: exifr 2026-06-15T18:00:00.000Z, offset +01:00
America/New_York: exif-reader 2026-06-15T14:00:00.000Z, offset +01:00
TXT
for zone in UTC Europe/London America/New_York; do TZ=$zone node run.mjs; done | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
