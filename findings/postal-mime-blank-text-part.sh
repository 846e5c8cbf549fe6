#!/usr/bin/env bash
# postal-mime: a letter whose text part is blank has a "text" that counts as true.
#
# One would guess: where the text part of an e-mail holds nothing, `text` is empty or undefined, so `text || html` is the letter.
# Versions: postal-mime 4.0.0, Node 20 or later.
# Seen: an empty text part gives "\n", one with a no-break space gives that space and two line ends. Both are true in JavaScript,
#   so `text || html` is a blank letter. The words are in `html` alone.
# Why it matters here: mailers that build HTML and fill in an empty alternative write this. The e-mail would stand in the desk
#   as one without words, and whoever opened it would answer nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund postal-mime@4.0.0

cat > run.mjs <<'JS'
import PostalMime from 'postal-mime';

const email = (textPart) =>
  [
    'From: Anna <anna@example.com>',
    'To: claims@example.org',
    'Subject: My accident',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    ...textPart,
    '--part',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>The van was LX21 ABC</p>',
    '--part--',
    '',
  ].join('\r\n');

for (const [name, textPart] of [
  ['empty', ['']],
  ['no-break space', ['=C2=A0', '']],
]) {
  const { text, html } = await PostalMime.parse(email(textPart));
  console.log(`${name}: text || html has words: ${(text || html).trim() !== ''}; html: ${html.trim()}`);
  console.log(`  code points of text: ${[...text].map((character) => character.codePointAt(0)).join(' ')}`);
}
JS

cat > expected.txt <<'TXT'
empty: text || html has words: false; html: <p>The van was LX21 ABC</p>
  code points of text: 10
no-break space: text || html has words: false; html: <p>The van was LX21 ABC</p>
  code points of text: 160 10 10
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
