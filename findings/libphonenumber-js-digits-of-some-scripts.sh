#!/usr/bin/env bash
# libphonenumber-js: digits of Arabic, Urdu and full-width keyboards are read; those of Bengali, Gurmukhi and Devanagari are no number.
#
# One would guess: it reads the digits of all scripts, as it says of ٠-٩ and ０-９; or of none but ASCII's.
# Versions: libphonenumber-js 1.13.16, country GB, Node 20 or later. The numbers are Ofcom's for drama.
# Seen: parse reads Arabic-Indic, Persian and full-width digits; from Bengali, Gurmukhi, Devanagari and Tamil it returns nothing.
#   A (0) behind the code of a country is dropped for +44 and +353, and is part of the number for +48 and +34.
# Why it matters here: people type their number on the keyboard that they have, and write the (0) that their letterhead has. Digits are turned
#   into ASCII's (Unicode's property Nd, ten of a script in a row) and the (0) is taken out before the library is asked.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund libphonenumber-js@1.13.16

cat > run.mjs <<'JS'
import { parsePhoneNumberFromString } from 'libphonenumber-js';

const inDigitsOf = (zero) => '020 7946 0018'.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const scripts = { Arabic: 0x660, Persian: 0x6f0, 'full-width': 0xff10, Bengali: 0x9e6, Gurmukhi: 0xa66, Devanagari: 0x966, Tamil: 0xbe6 };
for (const [name, zero] of Object.entries(scripts))
  console.log(`${name}: ${parsePhoneNumberFromString(inDigitsOf(zero), 'GB')?.number ?? 'none'}`);
for (const typed of ['+44 (0)20 7946 0018', '+353 (0)85 012 3456', '+48 (0)22 000 00 00', '+34 (0)612 345 678'])
  console.log(`${typed}: ${parsePhoneNumberFromString(typed, 'GB')?.number ?? 'none'}`);
JS
cat > expected.txt <<'TXT'
Arabic: +442079460018
Persian: +442079460018
full-width: +442079460018
Bengali: none
Gurmukhi: none
Devanagari: none
Tamil: none
+44 (0)20 7946 0018: +442079460018
+353 (0)85 012 3456: +353850123456
+48 (0)22 000 00 00: +480220000000
+34 (0)612 345 678: +340612345678
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
