#!/usr/bin/env bash
# happy-dom: a "<" near the end of a script makes the form behind it disappear.
#
# One would guess: the text of a script ends at "</script>", whatever stands in it, so the form behind it is in the document.
# Versions: happy-dom 21.0.4, Node 20 or later.
# Seen: where "<" and other characters, without a blank, slash, "!" or ">" between, run up to "</script>", the end tag is not
#   found. The document is then empty behind <body>: no script, no form, no field, no error. A blank or a new line after the "<"
#   brings everything back. Chromium has the form in each case.
# Why it matters here: pages are asked in Node for what they must and must not hold. A check that finds nothing wrong in such a
#   document has looked at no page at all; one word in the JSON of a page is enough.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund happy-dom@21.0.4

cat > run.mjs <<'JS'
import { Window } from 'happy-dom';

for (const json of ['{"speed":"30mph"}', '{"speed":"< 30mph"}', '{"speed":"<30mph"}', '{"sign":"<"}']) {
  const window = new Window();
  window.document.write(
    '<!doctype html><html lang="en"><head><title>Claim</title></head><body>' +
      `<script type="application/json">${json}</script>` +
      '<form action="/claim"><input name="phone"></form></body></html>',
  );
  const count = (selector) => window.document.querySelectorAll(selector).length;
  console.log(`${json}: ${count('script')} script, ${count('form')} form, ${count('input')} field`);
  await window.happyDOM.close();
}
JS

cat > expected.txt <<'TXT'
{"speed":"30mph"}: 1 script, 1 form, 1 field
{"speed":"< 30mph"}: 1 script, 1 form, 1 field
{"speed":"<30mph"}: 0 script, 0 form, 0 field
{"sign":"<"}: 0 script, 0 form, 0 field
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
