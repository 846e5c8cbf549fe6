// Protects: an invitation says what, when and where in the desk, with the time of its sender's clocks, also in the night in which they change.
import { expect, test } from 'vitest';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { invitationText } from './invitation.ts';
import { parseEmail } from './parse-email.ts';

/** London, under a name that no list has, as Outlook writes it. */
const described = [
  'BEGIN:VTIMEZONE\r\nTZID:Customized Time Zone',
  'BEGIN:STANDARD\r\nDTSTART:16010101T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0000\r\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r\nEND:STANDARD',
  'BEGIN:DAYLIGHT\r\nDTSTART:16010101T010000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0100\r\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\r\nEND:DAYLIGHT',
  'END:VTIMEZONE',
].join('\r\n');

const calendarOf = (lines: string[], { method = 'REQUEST', zones = '' } = {}) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    ...(zones ? [zones] : []),
    'BEGIN:VEVENT',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const whenOf = (lines: string[], more = {}) => /^When: (.*)$/m.exec(invitationText(calendarOf(lines, more), false) ?? '')?.[1];

const double = 'Sunday 25 October 2026, 01:30 BST';

test.each([
  ['a time in UTC', 'DTSTART:20261201T090000Z', 'Tuesday 1 December 2026, 09:00 GMT'],
  ['a time in summer', 'DTSTART:20260701T090000Z', 'Wednesday 1 July 2026, 10:00 BST'],
  ['a zone of IANA', 'DTSTART;TZID=Europe/Warsaw:20261201T100000', 'Tuesday 1 December 2026, 09:00 GMT'],
  ['a zone of Windows', 'DTSTART;TZID=W. Europe Standard Time:20261201T100000', 'Tuesday 1 December 2026, 09:00 GMT'],
  [
    'a zone with a prefix',
    'DTSTART;TZID=/mozilla.org/20050126_1/Europe/Warsaw:20261201T100000',
    'Tuesday 1 December 2026, 09:00 GMT',
  ],
  ['the first of two', 'DTSTART;TZID=Europe/London:20261025T013000', double],
  ['the first of two, by Windows', 'DTSTART;TZID=GMT Standard Time:20261025T013000', double],
  ['the first of two, as described', 'DTSTART;TZID=Customized Time Zone:20261025T013000', double],
  ['one that is left out', 'DTSTART;TZID=Europe/London:20260329T013000', 'Sunday 29 March 2026, 02:30 BST'],
  ['one that is left out, as described', 'DTSTART;TZID=Customized Time Zone:20260329T013000', 'Sunday 29 March 2026, 02:30 BST'],
  [
    'an unknown zone',
    'DTSTART;TZID=Moon:20261201T100000',
    'Tuesday 1 December 2026, 10:00 (in the time zone "Moon", which is not known)',
  ],
  ['no zone', 'DTSTART:20261201T100000', 'Tuesday 1 December 2026, 10:00 (no time zone is given)'],
  ['a day', 'DTSTART;VALUE=DATE:20261201', 'Tuesday 1 December 2026'],
  ['a month that is none', 'DTSTART:20261301T100000Z', undefined],
  ['a day that is none', 'DTSTART:20260230T100000Z', undefined],
])('%s', (_, start, when) => {
  expect(whenOf([start], { zones: described })).toBe(when);
});

test('a short name is what the calendar describes under it, such as London as GMT (HCL Notes)', () => {
  const zones = described.replace('Customized Time Zone', 'GMT');
  expect(whenOf(['DTSTART;TZID="GMT":20260701T100000'], { zones })).toBe('Wednesday 1 July 2026, 10:00 BST');
  expect(whenOf(['DTSTART;TZID=GMT:20260701T100000'])).toBe('Wednesday 1 July 2026, 11:00 BST');
});

test.each([
  ['DTEND:20261201T093000Z', 'Tuesday 1 December 2026, 09:00 GMT to 09:30 GMT'],
  ['DURATION:PT1H', 'Tuesday 1 December 2026, 09:00 GMT to 10:00 GMT'],
  ['DTEND:20261202T093000Z', 'Tuesday 1 December 2026, 09:00 GMT to Wednesday 2 December 2026, 09:30 GMT'],
  ['RRULE:FREQ=WEEKLY', 'Tuesday 1 December 2026, 09:00 GMT, and again after that'],
])('with %s', (line, when) => {
  expect(whenOf(['DTSTART:20261201T090000Z', line])).toBe(when);
});

test('days end with the day before their end', () => {
  expect(whenOf(['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261203'])).toBe(
    'Tuesday 1 December 2026 to Wednesday 2 December 2026',
  );
});

test('an answer and a cancellation say so, and what is no calendar says nothing', () => {
  const reply = ['SUMMARY:Inspection', 'ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.example'];
  expect(invitationText(calendarOf(reply, { method: 'REPLY' }), false)).toBe('Declined: Inspection');
  const byOutlook = ['SUMMARY:Declined: Inspection', ...reply.slice(1)];
  expect(invitationText(calendarOf(byOutlook, { method: 'REPLY' }), false)).toBe('Declined: Inspection');
  expect(invitationText(calendarOf(['SUMMARY:Inspection'], { method: 'CANCEL' }), false)).toBe('Cancelled: Inspection');
  expect(invitationText(calendarOf(['SUMMARY:Your Invitation: Leeds']), false)).toBe('Invitation: Your Invitation: Leeds');
  expect(invitationText('BEGIN:VCALENDAR\r\nno calendar', true)).toBeNull();
});

test('rules by which clocks would change each second end soon, and are not used', () => {
  const zones = described.replaceAll('FREQ=YEARLY', 'FREQ=SECONDLY');
  expect(whenOf(['DTSTART;TZID=Customized Time Zone:20261201T100000'], { zones })).toContain('is not known');
});

const invitation = calendarOf([
  'SUMMARY:Inspection of your car',
  'DTSTART;TZID=GMT Standard Time:20261201T100000',
  'LOCATION:12 High Street\\, Leeds',
  'DESCRIPTION:Bring the keys.',
]);
const place = 'When: Tuesday 1 December 2026, 10:00 GMT\nWhere: 12 High Street, Leeds';

test.each([
  ['alone', '', `Invitation: Inspection of your car\n${place}\n\nBring the keys.`],
  ['with a text', 'See the date.', `See the date.\n\nInvitation: Inspection of your car\n${place}`],
])('an invitation %s is words of the email, and kept once', async (_, text, expected) => {
  // As Gmail sends it: a form of the text, and a file.
  const parts = [
    `Content-Type: multipart/alternative; boundary=b2\r\n\r\n--b2\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--b2\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\n${invitation}\r\n--b2--`,
    `Content-Type: application/ics; name="invite.ics"\r\nContent-Disposition: attachment; filename="invite.ics"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(invitation).toString('base64')}`,
  ];
  const body = parts.map((part) => `--b1\r\n${part}\r\n`).join('');
  const email = await parseEmail(
    Buffer.from(`From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b1\r\n\r\n${body}--b1--`),
    null,
  );
  expect(email.text).toBe(expected);
  expect(email.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([['invite.ics', invitation]]);
});

test('of several calendars in one file each is words, with its own zones', () => {
  const zoned = ['SUMMARY:Inspection', 'DTSTART;TZID=GMT:20260701T100000'];
  const zones = described.replace('Customized Time Zone', 'GMT');
  expect(invitationText(calendarOf(zoned) + calendarOf(zoned, { zones, method: 'CANCEL' }), false)).toBe(
    'Invitation: Inspection\nWhen: Wednesday 1 July 2026, 11:00 BST\n\nCancelled: Inspection\nWhen: Wednesday 1 July 2026, 10:00 BST',
  );
});

test('of several invitations each is words of the email, and of one with very many how many more there are', async () => {
  const summaries = ['Inspection', 'Handover'];
  const files = summaries.map((one) => ({
    name: `${one}.ics`,
    type: 'text/calendar',
    bytes: Buffer.from(calendarOf([`SUMMARY:${one}`])),
  }));
  expect((await parseEmail(mimeEmail({ text: 'See', files }), null)).text).toBe(
    'See\n\nInvitation: Inspection\n\nInvitation: Handover',
  );
  const event = ['SUMMARY:Inspection', 'END:VEVENT', 'BEGIN:VEVENT'];
  expect(invitationText(calendarOf(Array.from({ length: 12 }, () => event).flat()), false)).toMatch(
    /\n\nAnd 3 more, which are in the file.$/,
  );
});

test('one that is no more than a form of the text is a file too', async () => {
  const raw = mimeEmail({ html: '<p>Hello</p>' })
    .toString()
    .replace(/Content-Type: text\/html.*/s, `Content-Type: text/calendar\r\n\r\n${invitation}`);
  const { text, files } = await parseEmail(Buffer.from(raw), null);
  expect([text.split('\n')[0], files.map(({ name }) => name)]).toEqual([
    'Invitation: Inspection of your car',
    ['invitation.ics'],
  ]);
});
