#!/usr/bin/env bash
# heic-decode: of a HEIC with several pictures it shows the first, and not the one that the file names as its primary.
#
# One would guess: what comes back is the picture that every phone and browser shows, which is what `pitm` in the file is for.
# Versions: heic-decode 2.1.0, sharp 0.35.5, Node 20 or later.
# Seen: the file below has a picture of 512 × 512 and a primary of 512 × 1,024. heic-decode gives the first. `all` gives both in the
#   order of the file and does not say which is primary; libheif knows, and so does sharp (`pagePrimary`), which counts alike.
# Why it matters here: an edited photograph, a burst and a portrait may have several pictures. The preview would be another photograph
#   than the one that the sender saw when they chose it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund heic-decode@2.1.0 sharp@0.35.5
base64 -d > two.heic <<'HEIC'
AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAACCG1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAADnBpdG0AAAAAAAQAAABIaWxvYwAAAABEAAAEAAEAAAAB
AAACKAAAAI0AAgAAAAEAAAIoAAAAjQADAAAAAQAAAigAAACNAAQAAAABAAACtQAAAAgAAABiaWluZgAAAAAABAAAABVpbmZlAgAAAAABAABodmMxAAAAABVpbmZlAgAAAQACAABodmMx
AAAAABVpbmZlAgAAAQADAABodmMxAAAAABVpbmZlAgAAAAAEAABncmlkAAAAAQdpcHJwAAAAzWlwY28AAAB5aHZjQwEDcAAAAAAAAAAAAFrwAPz9+PgAAA8DIAABABhAAQwB//8DcAAA
AwCQAAADAAADAFq6AkAhAAEALEIBAQNwAAADAJAAAAMAAAMAWqAEAgCAWW6kkprm4EBAwIAAAAMAgAAAAwCEIgABAAdEAcFysGJAAAAACWlyb3QAAAAACWlyb3QBAAAACWlyb3QCAAAA
CWlyb3QDAAAAFGlzcGUAAAAAAAACAAAAAgAAAAAUaXNwZQAAAAAAAAQAAAACAAAAADJpcG1hAAAAAQAAAAQAAQOAAYAGgAIAAgOAAYAGgAIAAwOAAYAGgAIABAKAB4ADAAAAHGlyZWYA
AAAAAAAAEGRpbWcABAACAAIAAwAAAJ1tZGF0AAAAiSgBrxkQagwohcki93yFN//4oYf+a1r/r8FeKz/LGyjzqAg8/4XcEHfAuZ/2CniFxBAAxICmtzqAeoW39lAAAB/gkwWo4AkbmIAA
5oCHAAAELKOABRwqvVQbzfFFA+U7T/sGRAAAAwAAAwAADFgAAAMAAAMAAElAAAADAAADAAMWAAADAAADAAvoAAAAAQQAAgA=
HEIC

cat > run.mjs <<'JS'
import { readFileSync } from 'node:fs';
import decode from 'heic-decode';
import sharp from 'sharp';

const buffer = readFileSync('two.heic');
const sizeOf = ({ width, height }) => `${width} × ${height}`;
const metadata = await sharp(buffer).metadata();
console.log('heic-decode:', sizeOf(await decode({ buffer })));
console.log('its list:', (await decode.all({ buffer })).map(sizeOf).join(', '));
console.log('sharp:', sizeOf(metadata), 'primary', metadata.pagePrimary, 'of', metadata.pages);
JS

cat > expected.txt <<'TXT'
heic-decode: 512 × 512
its list: 512 × 512, 512 × 1024
sharp: 512 × 1024 primary 1 of 2
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
