#!/usr/bin/env bash
# libmime: an empty line in flowed text ends no paragraph where the line above it ends with a space.
#
# One would guess: in format=flowed a line that ends with a space goes on in the next one, and a line that does not ends the paragraph
#   (RFC 3676). An empty line is such a line.
# Versions: libmime 5.6.4, mailparser 3.14.2, which uses it, Node 20 or later.
# Seen: the space above an empty line counts on behind it: two paragraphs, and a greeting and what follows it, are one line.
# Why it matters here: people type a space before they press Enter. Two facts of a claim become one sentence, and a name above a
#   signature runs into the text. Lines of flowed text are therefore joined by the product itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund libmime@5.6.4 mailparser@3.14.2

cat > run.mjs <<'JS'
import libmime from 'libmime';
import { simpleParser } from 'mailparser';

const head = ['From: Anna <anna@example.com>', 'Content-Type: text/plain; charset=utf-8; format=flowed', ''];
for (const lines of [
  ['The car is red. ', '', 'It is in Leeds.'],
  ['The car is red.', '', 'It is in Leeds.'],
]) {
  console.log('sent:      ', JSON.stringify(lines));
  console.log('libmime:   ', JSON.stringify(libmime.decodeFlowed(lines.join('\r\n')).split('\n')));
  console.log('mailparser:', JSON.stringify((await simpleParser([...head, ...lines].join('\r\n'))).text.split('\n')));
}
JS

cat > expected.txt <<'TXT'
sent:       ["The car is red. ","","It is in Leeds."]
libmime:    ["The car is red. It is in Leeds."]
mailparser: ["The car is red. It is in Leeds."]
sent:       ["The car is red.","","It is in Leeds."]
libmime:    ["The car is red.","","It is in Leeds."]
mailparser: ["The car is red.","","It is in Leeds."]
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
