#!/usr/bin/env bash
# file-type: a statement that begins with "BMW" is a picture.
#
# One would guess: a text has no signature, so fileTypeFromBuffer() gives undefined for it, whatever the first word.
# Versions: file-type 22.3.0, Node 20 or later.
# Seen: a text whose first word is BMW is image/bmp, because two letters, "BM", are all that is asked of a bitmap. The same text
#   about a Ford, or one in which the BMW comes second, is undefined, and taken as text by whoever asks.
# Why it matters here: statements and notes of damage begin with the car. One about a BMW would be refused as a kind of picture
#   that is not taken, or shown as a damaged one, and a test with another make passes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund file-type@22.3.0

cat > run.mjs <<'JS'
import { fileTypeFromBuffer } from 'file-type';

for (const statement of [
  'BMW 320d, LX21 ABC, was hit from behind at the lights.\n',
  'Ford Focus, LX21 ABC, was hit from behind at the lights.\n',
  'My BMW 320d, LX21 ABC, was hit from behind at the lights.\n',
])
  console.log(`${statement.slice(0, 10)}...: ${(await fileTypeFromBuffer(Buffer.from(statement)))?.mime}`);
JS

cat > expected.txt <<'TXT'
BMW 320d, ...: image/bmp
Ford Focus...: undefined
My BMW 320...: undefined
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
