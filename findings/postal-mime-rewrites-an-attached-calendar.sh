#!/usr/bin/env bash
# postal-mime: an attached calendar does not come out as it was sent.
#
# One would guess: the content of an attachment is its bytes, whatever its type, as a PDF's are. RFC 5545 wants CRLF in a calendar.
# Versions: postal-mime 4.0.0, Node 20 or later.
# Seen: the same 45 bytes, in base64 and with "Content-Disposition: attachment", come out whole as application/octet-stream, and as
#   text/calendar with LF in place of CRLF: 42 bytes, of another digest.
# Why it matters here: an email's files are kept as evidence with the digest of what was sent. An invitation that is kept so is
#   not what its sender has, and programs that insist on CRLF refuse it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund postal-mime@4.0.0

cat > run.mjs <<'JS'
import PostalMime from 'postal-mime';

const calendar = Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n');
const email = (type) =>
  [
    'From: Anna <anna@example.com>',
    'To: claims@example.org',
    'Subject: Inspection',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'See the date.',
    '--part',
    `Content-Type: ${type}; name="inspection.ics"`,
    'Content-Disposition: attachment; filename="inspection.ics"',
    'Content-Transfer-Encoding: base64',
    '',
    calendar.toString('base64'),
    '--part--',
    '',
  ].join('\r\n');

console.log(`sent: ${calendar.length} bytes`);
for (const type of ['application/octet-stream', 'text/calendar']) {
  const { attachments } = await PostalMime.parse(email(type));
  const bytes = Buffer.from(attachments[0].content);
  console.log(`${type}: ${bytes.length} bytes, the same: ${bytes.equals(calendar)}`);
}
JS

cat > expected.txt <<'TXT'
sent: 45 bytes
application/octet-stream: 45 bytes, the same: true
text/calendar: 42 bytes, the same: false
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
