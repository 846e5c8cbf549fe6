#!/usr/bin/env bash
# html-to-text: the cells of a table are joined into one word.
#
# One would guess: text from a table has at least a blank between two cells and a new line between two rows, as a browser's
#   innerText has a tab and a new line.
# Versions: html-to-text 10.0.1, Node 20 or later.
# Seen: with the defaults nothing at all stands between cells, rows, terms and definitions. Paragraphs do get their lines.
#   The formatter "dataTable" has to be asked for; then cells are columns.
# Why it matters here: garages and insurers send their details as a table. "RegLX21 ABC" is found by no search for LX21 ABC, and
#   the telephone number below begins with the digits of the cell before it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund html-to-text@10.0.1

cat > run.mjs <<'JS'
import { convert } from 'html-to-text';

const table =
  '<table><tr><td>Reg</td><td>LX21 ABC</td></tr><tr><td>Claim</td><td>4417</td></tr>' +
  '<tr><td>07700 900123</td><td>Anna</td></tr></table>';
console.log('table:', JSON.stringify(convert(table)));
console.log('list:', JSON.stringify(convert('<dl><dt>Excess</dt><dd>250</dd><dt>Miles</dt><dd>12</dd></dl>')));
console.log('paragraphs:', JSON.stringify(convert('<p>Reg</p><p>LX21 ABC</p>')));
console.log('dataTable:', JSON.stringify(convert(table, { selectors: [{ selector: 'table', format: 'dataTable' }] })));
JS

cat > expected.txt <<'TXT'
table: "RegLX21 ABCClaim441707700 900123Anna"
list: "Excess250Miles12"
paragraphs: "Reg\n\nLX21 ABC"
dataTable: "Reg            LX21 ABC\nClaim          4417\n07700 900123   Anna"
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
