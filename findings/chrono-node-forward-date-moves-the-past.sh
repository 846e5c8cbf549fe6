#!/usr/bin/env bash
# chrono-node: with forwardDate, "last Friday" is in the future.
#
# One would guess: forwardDate settles what is open ("Friday" is the coming one); words that say "past" stay in the past.
# Versions: chrono-node 2.10.3 (chrono.en.GB), Node 20 or later. The time of asking is Tuesday 3 March 2026, 10:00.
# Seen: "last Friday at 5pm" becomes the coming Friday, "this morning at 8" becomes tomorrow, and "on 2 March at 9am", which was
#   yesterday, becomes next year's. "yesterday" stays. Without the option all are right.
# Why it matters here: one field takes both what was said and when to ring. "Rang last Friday at 5pm, no answer" would plan a
#   call, and a date of accident would lie a year ahead.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund chrono-node@2.10.3

cat > run.mjs <<'JS'
import * as chrono from 'chrono-node';

const asked = { instant: new Date('2026-03-03T10:00:00Z'), timezone: 0 };
const read = (phrase, options) => chrono.en.GB.parseDate(phrase, asked, options).toISOString().slice(0, 16);
for (const phrase of ['last Friday at 5pm', 'this morning at 8', 'on 2 March at 9am', 'yesterday at 5pm'])
  console.log(`${phrase}: ${read(phrase)}, with forwardDate ${read(phrase, { forwardDate: true })}`);
JS

cat > expected.txt <<'TXT'
last Friday at 5pm: 2026-02-27T17:00, with forwardDate 2026-03-06T17:00
this morning at 8: 2026-03-03T08:00, with forwardDate 2026-03-04T08:00
on 2 March at 9am: 2026-03-02T09:00, with forwardDate 2027-03-02T09:00
yesterday at 5pm: 2026-03-02T17:00, with forwardDate 2026-03-02T17:00
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
