#!/usr/bin/env bash
# hucre: one character, U+FFFE, makes an XLSX of which a spreadsheet shows the rows before it and none after.
#
# One would guess: a writer that escapes the control characters of a text writes every text as a file that opens.
# Versions: hucre 1.0.0, saxes 6.0.0, fflate 0.8.2, Node 20 or later; LibreOffice 7.4.7 opened the file.
# Seen: U+0001 is escaped as the format has it (_x0001_). U+FFFE and U+FFFF are written as they are, which XML 1.0 has no way to:
#   a parser refuses the sheet, and LibreOffice ends it there without a word, its dates as bare numbers. A text such as _x0041_
#   is not escaped either, and means A in that format. A text longer than the 32,767 characters of a cell is written whole.
# Why it matters here: anybody can send a form with that character, and the list of all claims would end with it. The texts are
#   cleaned, escaped and cut before they reach the library.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund hucre@1.0.0 saxes@6.0.0 fflate@0.8.2

cat > run.mjs <<'JS'
import { unzipSync } from 'fflate';
import { writeXlsxStream } from 'hucre/xlsx';
import { SaxesParser } from 'saxes';

const codes = (text) => text.replace(/[^ -~]/gu, (one) => `U+${one.codePointAt(0).toString(16).toUpperCase()}`);
for (const text of ['plain', 'a\u0001', 'a\ufffe', 'a\uffff', '_x0041_', 'x'.repeat(40_000)]) {
  const file = new Uint8Array(await new Response(writeXlsxStream([[text]], { name: 'List' })).arrayBuffer());
  const xml = new TextDecoder().decode(unzipSync(file)['xl/worksheets/sheet1.xml']);
  const [, written = ''] = /<t>(.*)<\/t>/s.exec(xml) ?? [];
  let parsed = 'well-formed';
  try {
    new SaxesParser().write(xml).close();
  } catch {
    parsed = 'refused by a parser';
  }
  console.log(`${written.length > 50 ? `${written.length} characters` : codes(written)}: ${parsed}`);
}
JS

cat > expected.txt <<'TXT'
plain: well-formed
a_x0001_: well-formed
aU+FFFE: refused by a parser
aU+FFFF: refused by a parser
_x0041_: well-formed
40000 characters: well-formed
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
