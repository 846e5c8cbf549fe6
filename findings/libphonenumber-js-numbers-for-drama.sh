#!/usr/bin/env bash
# libphonenumber-js: most of Ofcom's numbers for drama are valid; the two that everybody uses are not.
#
# One would guess: numbers that nobody has are alike: all are invalid, or all have the form of real ones and are found in text.
# Versions: libphonenumber-js 1.13.16, country GB, smallest and largest set of rules alike, Node 20 or later.
# Seen: London, Manchester, Cardiff, freephone and UK-wide numbers for drama are valid and found; 01632 960001, 07700 900001 and,
#   alone among these cities, Nottingham's 0115 496 0001 are invalid and never found. parse reads all.
# Why it matters here: tests may only use such numbers. One that searches a text for 07700 900123 sees nothing found and proves
#   nothing, and a rule that demands isValid() refuses every example number on our own pages.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund libphonenumber-js@1.13.16

cat > run.mjs <<'JS'
import { findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js';
import { findPhoneNumbersInText as findByAllRules } from 'libphonenumber-js/max';

for (const number of [
  '020 7946 0001',
  '0161 496 0001',
  '0115 496 0001',
  '0116 496 0001',
  '029 2018 0001',
  '01632 960001',
  '07700 900001',
  '0808 157 0001',
  '03069 990001',
]) {
  const parsed = parsePhoneNumberFromString(number, 'GB');
  const found = [findPhoneNumbersInText, findByAllRules].map((find) => find(`Ring ${number}, please`, 'GB').length);
  console.log(`${number}: ${parsed.number}, valid ${parsed.isValid()}, found in text ${found.join(' and ')}`);
}
JS

cat > expected.txt <<'TXT'
020 7946 0001: +442079460001, valid true, found in text 1 and 1
0161 496 0001: +441614960001, valid true, found in text 1 and 1
0115 496 0001: +441154960001, valid false, found in text 0 and 0
0116 496 0001: +441164960001, valid true, found in text 1 and 1
029 2018 0001: +442920180001, valid true, found in text 1 and 1
01632 960001: +441632960001, valid false, found in text 0 and 0
07700 900001: +447700900001, valid false, found in text 0 and 0
0808 157 0001: +448081570001, valid true, found in text 1 and 1
03069 990001: +443069990001, valid true, found in text 1 and 1
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
