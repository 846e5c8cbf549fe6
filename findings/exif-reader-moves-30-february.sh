#!/usr/bin/env bash
# exif-reader: a photograph of 30 February, 24:03, was taken on 3 March.
#
# One would guess: a time that no calendar has is undefined or an Invalid Date, or at least its text is there to be looked at.
# Versions: exif-reader 2.0.3, exifreader 4.46.0, Node 20 or later.
# Seen: exif-reader gives a valid Date, with what is too much carried over, and nothing of the text. exifreader gives the text.
# Why it matters here: a clock that writes 30 February is wrong about everything else. The day would stand in a claim as a fact,
#   beside the day of the accident.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts exif-reader@2.0.3 exifreader@4.46.0

cat > run.mjs <<'JS'
import readExif from 'exif-reader';
import ExifReader from 'exifreader';

/** DateTimeOriginal alone: a TIFF header, a directory that leads to the Exif directory, and its text of 20 bytes. */
const tiff = Buffer.alloc(64);
tiff.write('MM\0*', 0, 'latin1');
tiff.writeUInt32BE(8, 4);
directory(8, 0x8769, 4, 1, 26);
directory(26, 0x9003, 2, 20, 44);
tiff.write('2026:02:30 24:03:00', 44, 'latin1');

function directory(at, tag, type, count, value) {
  tiff.writeUInt16BE(1, at);
  tiff.writeUInt16BE(tag, at + 2);
  tiff.writeUInt16BE(type, at + 4);
  tiff.writeUInt32BE(count, at + 6);
  tiff.writeUInt32BE(value, at + 10);
}

console.log('exif-reader:', readExif(tiff).Photo.DateTimeOriginal.toISOString());
console.log('exifreader:', ExifReader.load(tiff).DateTimeOriginal.value[0]);
JS

cat > expected.txt <<'TXT'
exif-reader: 2026-03-03T00:03:00.000Z
exifreader: 2026:02:30 24:03:00
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
