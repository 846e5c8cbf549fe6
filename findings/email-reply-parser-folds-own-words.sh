#!/usr/bin/env bash
# email-reply-parser: what somebody writes below "On Tuesday the insurer wrote:" is folded away with it.
#
# One would guess: only what is quoted with ">" or stands at the end (the e-mail answered, the signature) is left out of the visible
#   text; the writer's words below are in it.
# Versions: email-reply-parser 2.3.9, Node 20 or later.
# Seen: a line that begins with "On" and ends with "wrote:" hides everything from there to the end, unless ">" stands before
#   what was copied. A postscript below "Sent from my iPhone", or below "Best regards" and a name, is hidden too.
# Why it matters here: claimants copy what the other side wrote and ask below. Whoever reads the visible text alone sees "Hello,"
#   and neither the denial nor the question nor the plate.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund email-reply-parser@2.3.9

cat > run.mjs <<'JS'
import EmailReplyParser from 'email-reply-parser';

const letters = [
  ['Hello,', '', 'On Tuesday the insurer wrote:', 'we deny liability.', '', 'What shall I do?', ''],
  ['Hello,', '', 'On Tuesday the insurer wrote:', '> we deny liability.', '', 'What shall I do?', ''],
  ['The car is at the garage.', '', 'Sent from my iPhone', '', 'PS: the van was LX21 ABC', ''],
  ['It is at the garage.', '', 'Best regards', 'Anna', '', 'PS: the van was LX21 ABC', ''],
];
for (const lines of letters) {
  const visible = new EmailReplyParser().parseReply(lines.join('\n')).split('\n').filter(Boolean);
  console.log(`${lines.filter(Boolean).join(' / ')}`);
  console.log(`  visible: ${visible.join(' / ')}`);
}
JS

cat > expected.txt <<'TXT'
Hello, / On Tuesday the insurer wrote: / we deny liability. / What shall I do?
  visible: Hello,
Hello, / On Tuesday the insurer wrote: / > we deny liability. / What shall I do?
  visible: Hello, / What shall I do?
The car is at the garage. / Sent from my iPhone / PS: the van was LX21 ABC
  visible: The car is at the garage.
It is at the garage. / Best regards / Anna / PS: the van was LX21 ABC
  visible: It is at the garage.
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
