#!/usr/bin/env bash
# date-holidays: Scotland's bank holiday of Monday 15 June 2026 is missing.
#
# One would guess: a release from after the proclamation (February 2026) knows the day, since those that were proclaimed once in
#   2022 and 2023 are there.
# Versions: date-holidays 3.37.0, Node 20 or later.
# Seen: the jubilee, the Queen's funeral and the coronation are holidays; 15 June 2026, proclaimed for Scotland alone, is a working
#   day. The rest of Scotland's year is right: 2 January and St Andrew's Day are there, Easter Monday is not.
# Why it matters here: deadlines in working days and the hours in which calls are promised depend on it. Days proclaimed once have
#   to be data that an owner can add, not what a release happens to know.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund date-holidays@3.37.0

cat > run.mjs <<'JS'
import Holidays from 'date-holidays';

const scotland = new Holidays('GB', 'SCT');
for (const day of ['2022-06-03', '2022-09-19', '2023-05-08', '2026-01-02', '2026-04-06', '2026-06-15', '2026-11-30']) {
  const names = scotland
    .getHolidays(Number(day.slice(0, 4)))
    .filter(({ date, type }) => date.startsWith(day) && type === 'public')
    .map(({ name }) => name);
  console.log(`${day}: ${names.join(', ') || 'a working day'}`);
}
JS

cat > expected.txt <<'TXT'
2022-06-03: Queen’s Platinum Jubilee
2022-09-19: Queen Elizabeth's Funeral Day
2023-05-08: King Charles III's Coronation
2026-01-02: January 2nd
2026-04-06: a working day
2026-06-15: a working day
2026-11-30: St Andrew’s Day
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
