#!/usr/bin/env bash
# chrono-node: "Weds 2pm" is today at two, and "Friday week" is this Friday.
#
# One would guess: in en-GB a short weekday is that weekday, "Friday week" is the Friday after next, and what is not understood
#   gives no date.
# Versions: chrono-node 2.10.3 (chrono.en.GB), Node 20 or later. The time of asking is Tuesday 3 March 2026, 10:00.
# Seen: "Thurs 2pm" is read whole, "Weds 2pm" loses its day and is today at 2, "Friday week" loses its week and is three days
#   ahead instead of ten, "a week on Tuesday" is today. "last night at 11" is read whole, and is 11 in the morning.
#   Only `text` of the result says that words were left out.
# Why it matters here: a handler writes down when to ring back. The call would be made on the wrong day, and nothing on the
#   screen would look wrong.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund chrono-node@2.10.3

cat > run.mjs <<'JS'
import * as chrono from 'chrono-node';

const asked = { instant: new Date('2026-03-03T10:00:00Z'), timezone: 0 };
for (const phrase of ['Thurs 2pm', 'Weds 2pm', 'Friday week', 'a week on Tuesday', 'last night at 11']) {
  const read = chrono.en.GB.parse(phrase, asked).map(({ text, start }) => {
    const time = start.isCertain('hour') ? `, ${start.get('hour')} o'clock` : '';
    return `"${text}" as ${start.get('day')}/${start.get('month')}${time}`;
  });
  console.log(`${phrase}: ${read.join('; ')}`);
}
JS

cat > expected.txt <<'TXT'
Thurs 2pm: "Thurs 2pm" as 5/3, 14 o'clock
Weds 2pm: "2pm" as 3/3, 14 o'clock
Friday week: "Friday" as 6/3
a week on Tuesday: "on Tuesday" as 3/3
last night at 11: "last night at 11" as 2/3, 11 o'clock
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
