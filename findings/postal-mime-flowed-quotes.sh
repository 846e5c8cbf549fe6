#!/usr/bin/env bash
# postal-mime: the marks of a flowed quotation end up in the middle of its sentences.
#
# One would guess: format=flowed is undone as RFC 3676 says: the mark of quotation comes off each line before lines are joined, and
#   stands once before the whole paragraph.
# Versions: postal-mime 4.0.0, mailparser 3.14.2 beside it, Node 20 or later.
# Seen: postal-mime joins the lines with their marks: "> I was hit from > behind". mailparser has the sentence without them.
# Why it matters here: e-mail programs that send plain text write this. In what claimants quote, a search for "hit from behind" finds
#   nothing, and "> 30" may be a speed or the end of a line.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund postal-mime@4.0.0 mailparser@3.14.2

cat > run.mjs <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const email = (...lines) =>
  [
    'From: Anna <anna@example.com>',
    'To: claims@example.org',
    'Subject: Re: My accident',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8; format=flowed',
    '',
    ...lines,
    '',
  ].join('\r\n');

for (const lines of [
  ['> I was hit from ', '> behind at the ', '> lights.', 'By a van.'],
  ['>> Was it faster than ', '>> 30?', '> Yes.', 'Thank you.'],
]) {
  const raw = email(...lines);
  console.log('sent:       ', JSON.stringify(lines));
  console.log('postal-mime:', JSON.stringify((await PostalMime.parse(raw)).text.trim().split('\n')));
  console.log('mailparser: ', JSON.stringify((await simpleParser(raw)).text.trim().split('\n')));
}
JS

cat > expected.txt <<'TXT'
sent:        ["> I was hit from ","> behind at the ","> lights.","By a van."]
postal-mime: ["> I was hit from > behind at the > lights.","By a van."]
mailparser:  ["> I was hit from behind at the lights.","By a van."]
sent:        [">> Was it faster than ",">> 30?","> Yes.","Thank you."]
postal-mime: [">> Was it faster than >> 30?","> Yes.","Thank you."]
mailparser:  [">> Was it faster than 30?","> Yes.","Thank you."]
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
