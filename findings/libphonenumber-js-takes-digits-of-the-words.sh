#!/usr/bin/env bash
# libphonenumber-js: the digit of "6pm", or of a plate, becomes part of the telephone number.
#
# One would guess: a number followed by a time is either read as the number, or not at all. The function that searches texts
#   finds it in any case.
# Versions: libphonenumber-js 1.13.16, country GB, Node 20 or later. The numbers are Ofcom's for drama.
# Seen: parse gives "020 7946 0018 6pm" a twelfth digit, and "Reg LX21 020 7946 0018" two in front. isValid() is false; the number
#   that was written is gone. The search finds neither. It does find the number before "after 6pm", where parse has nothing, and
#   takes a second number behind a comma for an extension; with only a blank between two numbers there is none.
# Why it matters here: callers write when to ring beside their number. Dialling what parse gives rings somebody else, or nobody,
#   and the search offers nothing in its place. Text has to be split before either is asked.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund libphonenumber-js@1.13.16

cat > run.mjs <<'JS'
import { findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js';

const tell = ({ number, ext }) => (ext ? `${number} extension ${ext}` : number);
for (const text of [
  '020 7946 0018',
  '020 7946 0018 6pm',
  'Reg LX21 020 7946 0018',
  '020 7946 0018 after 6pm',
  '020 7946 0018, 020 7946 0019',
  '020 7946 0018 020 7946 0019',
]) {
  const parsed = parsePhoneNumberFromString(text, 'GB');
  const found = findPhoneNumbersInText(text, 'GB').map((one) => tell(one.number));
  console.log(`${text} | parsed: ${parsed ? tell(parsed) : 'none'} | found: ${found.join(', ') || 'none'}`);
}
JS

cat > expected.txt <<'TXT'
020 7946 0018 | parsed: +442079460018 | found: +442079460018
020 7946 0018 6pm | parsed: +4420794600186 | found: none
Reg LX21 020 7946 0018 | parsed: +442102079460018 | found: none
020 7946 0018 after 6pm | parsed: none | found: +442079460018
020 7946 0018, 020 7946 0019 | parsed: none | found: +442079460018 extension 020
020 7946 0018 020 7946 0019 | parsed: none | found: none
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
