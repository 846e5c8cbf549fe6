#!/usr/bin/env bash
# postal-mime: the text of an e-mail with a forwarded one inside depends on the machine, and can name another day or month.
#
# One would guess: a parser gives the same text for the same bytes everywhere, with the Date of the forwarded e-mail as it was sent.
# Versions: postal-mime 4.0.0, Node 20 or later.
# Seen: the forwarded e-mail is put into `text` behind a block whose date is in the zone and the language of the machine. Sent on
#   3 April at half past midnight, it is of 3 April in London, of 2 April in UTC, and of "4/2" where the language is American,
#   which a British reader takes for 4 February. No zone is named.
# Why it matters here: forwarded e-mails are evidence of what was written when. The day in the claim would change with the server,
#   and a second parse of the same bytes on another machine is not the text that was stored.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund postal-mime@4.0.0

cat > run.mjs <<'JS'
import PostalMime from 'postal-mime';

const { text } = await PostalMime.parse(
  [
    'From: Anna <anna@example.com>',
    'To: claims@example.org',
    'Subject: Fwd: Your claim',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'See below.',
    '--part',
    'Content-Type: message/rfc822',
    '',
    'From: insurer@example.com',
    'To: anna@example.com',
    'Subject: Your claim',
    'Date: Fri, 3 Apr 2026 00:30:00 +0100',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'We accept.',
    '--part--',
    '',
  ].join('\r\n'),
);
console.log(`${process.env.LC_ALL} ${process.env.TZ}: ${text.match(/^Date: +([\d/]+)/m)[1]}`);
JS

cat > expected.txt <<'TXT'
en_GB.UTF-8 Europe/London: 03/04/2026
en_US.UTF-8 Europe/London: 4/3/2026
en_GB.UTF-8 UTC: 02/04/2026
en_US.UTF-8 UTC: 4/2/2026
TXT
for zone in Europe/London UTC; do
  for language in en_GB en_US; do LC_ALL=$language.UTF-8 TZ=$zone node run.mjs; done
done | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
