#!/usr/bin/env bash
# ical.js: a time that clocks show twice is the second one, and a month that is none becomes one of the next year.
#
# One would guess: a calendar that describes its zone gives the instant that RFC 5545 names (3.3.5: the first of the two), and a value
#   that no calendar has is an error.
# Versions: ical.js 2.2.1, Node 20 or later.
# Seen: 01:30 in London in the night of 25 October 2026 is 01:30 UTC, an hour after the first one. 01:30 of 29 March, which the clocks leave
#   out, is 00:30 UTC, an hour before. Month 13 is January. Without a VTIMEZONE a time in Europe/London is in no zone.
# Why it matters here: an invitation to an inspection would be read an hour off, or on a day that its sender did not write.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund ical.js@2.2.1

cat > run.mjs <<'JS'
import ICAL from 'ical.js';

const zone = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/London',
  'BEGIN:STANDARD',
  'DTSTART:19961027T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:19960331T010000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];
const startOf = (start, zones) => {
  const lines = ['BEGIN:VCALENDAR', ...zones, 'BEGIN:VEVENT', `DTSTART${start}`, 'END:VEVENT', 'END:VCALENDAR', ''];
  const calendar = new ICAL.Component(ICAL.parse(lines.join('\r\n')));
  return new ICAL.Event(calendar.getFirstSubcomponent('vevent')).startDate;
};
const utc = (start) => startOf(start, zone).convertToZone(ICAL.Timezone.utcTimezone).toString();

console.log(`twice: ${utc(';TZID=Europe/London:20261025T013000')}`);
console.log(`left out: ${utc(';TZID=Europe/London:20260329T013000')}`);
console.log(`month 13: ${startOf(':20261301T100000Z', [])}`);
console.log(`without a description: ${startOf(';TZID=Europe/London:20260701T100000', []).zone.tzid}`);
JS

cat > expected.txt <<'TXT'
twice: 2026-10-25T01:30:00Z
left out: 2026-03-29T00:30:00Z
month 13: 2027-01-01T10:00:00Z
without a description: floating
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }
