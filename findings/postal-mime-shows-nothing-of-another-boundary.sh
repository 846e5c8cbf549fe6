#!/usr/bin/env bash
# postal-mime: an e-mail whose boundary is missing, or another one than stands between its parts, has no text, no file and no error.
#
# One would guess: what cannot be parted is given as one text, as mail programs show it, or there is an error or a mark to know it by.
# Versions: postal-mime 4.0.0, mailparser 3.14.2 beside it, Node 20 or later.
# Seen: both give no text and no attachment, as of an empty e-mail, and say nothing.
# Why it matters here: scripts and gateways write such e-mails, and a claimant's letter with photographs would look like one without words.
#   The body is there while the library sorts its parts (`content` of the part in `collectNode`), where it can be taken apart again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund postal-mime@4.0.0 mailparser@3.14.2

cat > run.mjs <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const parts = ['--b', 'Content-Type: text/plain', '', 'The car is red.', '--b', 'Content-Type: image/png; name=car.png', '', 'PNG', '--b--', ''];
for (const [what, parameter, body] of [
  ['the right boundary', '; boundary=b', parts],
  ['another boundary', '; boundary=a', parts],
  ['no boundary', '', ['The car is red.', '']],
]) {
  const raw = ['From: anna@example.com', 'MIME-Version: 1.0', `Content-Type: multipart/mixed${parameter}`, '', ...body].join('\r\n');
  const shown = ({ text, attachments }) => JSON.stringify([text?.trim() ?? null, attachments.map(({ filename }) => filename)]);
  console.log(`${what}: postal-mime ${shown(await PostalMime.parse(raw))}, mailparser ${shown(await simpleParser(raw))}`);
}
JS

cat > expected.txt <<'TXT'
the right boundary: postal-mime ["The car is red.",["car.png"]], mailparser ["The car is red.",["car.png"]]
another boundary: postal-mime [null,[]], mailparser [null,[]]
no boundary: postal-mime [null,[]], mailparser [null,[]]
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
