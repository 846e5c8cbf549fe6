#!/usr/bin/env bash
# html-to-text: what stands behind </body> is left out, and so is a letter that has a second document in it.
#
# One would guess: all text of a document is text, as in a browser, which moves what follows </body> into the body.
# Versions: html-to-text 10.0.1, Node 20 or later.
# Seen: as soon as there is a body element, nothing outside of one is read. Without any, everything is. An empty list of base
#   elements reads everything.
# Why it matters here: mailing lists, scanners and gateways write their lines behind the end of somebody's letter, and a library
#   that joins the parts of an email puts the answer there that stands below a picture.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund html-to-text@10.0.1

cat > run.mjs <<'JS'
import { convert } from 'html-to-text';

const letter = '<html><body><p>The car is here.</p></body></html>';
const whole = { baseElements: { selectors: [] } };
console.log('letter:', JSON.stringify(convert(letter)));
console.log('with text behind it:', JSON.stringify(convert(`${letter}<p>Ring me at six.</p>`)));
console.log('without body:', JSON.stringify(convert('<p>The car is here.</p><p>Ring me at six.</p>')));
console.log('no base elements:', JSON.stringify(convert(`${letter}<p>Ring me at six.</p>`, whole)));
JS

cat > expected.txt <<'TXT'
letter: "The car is here."
with text behind it: "The car is here."
without body: "The car is here.\n\nRing me at six."
no base elements: "The car is here.\n\nRing me at six."
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
