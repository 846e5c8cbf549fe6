// Protects: the e-mail about a submission has every answer as typed, and nothing typed becomes markup.
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { serviceBoxes } from '#forms/claim-options.ts';
import { contact } from '#forms/contact.ts';
import { type FormDefinition, fieldsIn, fieldsOf, isAsked } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { roadside } from '#forms/roadside.ts';
import type { SubmissionEmail } from '#server/mail/out/define-email.ts';
import { renderEmail } from '#server/mail/out/email-layout.tsx';
import { subjectLine } from '#server/mail/out/email-text.ts';
import { decodeHtml } from '#testing/decode-html.ts';
import { shownAnswer } from '#testing/fixtures/answers-to.ts';
import { declan, hostile } from '#testing/fixtures/enquirers.ts';
import { aoife, jeanLuc, mallory, xiaoming } from '#testing/fixtures/people.ts';
import { iwona } from '#testing/fixtures/roadside-starts.ts';
import { claimComplete } from './claimant-emails.ts';
import { acknowledgement } from './sender-emails.ts';
import { digestEntry, notification } from './team-emails.ts';

const november = Date.UTC(2026, 10, 20, 22, 5);
const link = 'https://kerbside.example/desk/submissions/1';
const facts = {
  reference: '7F4M-9TQX',
  submittedAt: november,
  sentBy: null,
  storedAt: november,
  link,
  dueAt: null,
  ownTargetAt: null,
  isContacted: false,
  isDueAhead: false,
  isIncomplete: false,
  isQuarantined: false,
  privateLink: null,
  translation: null,
};
const renderNotification = (email: SubmissionEmail) => renderEmail(notification.render(email, {}));
const render = (data = aoife, form: FormDefinition = claim) => renderNotification({ ...facts, form, data });

test('the text has every field in the order of the form, under the titles of its sections', async () => {
  const { text } = await render();
  const headings = claim.sections.flatMap((section) => {
    const labels = fieldsIn(section).flatMap((field) => (isAsked(field, aoife) ? [`\n${field.label}`] : []));
    return labels.length > 0 ? [`${section.title}\n${'-'.repeat(section.title.length)}\n`, ...labels] : [];
  });
  expect(placesOf(headings, text)).toEqual(placesOf(headings, text).toSorted((a, b) => a - b));
  expect(text).toContain("Last name: O'Neil\nEmail: aoife.o'neil@example.com\nPhone: 07700 900101\n");
  expect(text).toMatch(/\nConsent\n-------\nI agree that .* as needed\. Yes\n/);
});

test('the date of the accident is as people write it', async () => {
  const { html, text } = await render();
  expect(text).toContain('\nDate of accident: 14 October 2026\n');
  expect(html).toContain('>14 October 2026<');
  expect(html + text).not.toContain('2026-10-14');
});

test('the html has the same fields, in the same order', async () => {
  const html = decodeHtml((await render()).html);
  const asked = fieldsOf(claim).filter((field) => isAsked(field, aoife));
  const labels = asked.map(({ label }) => `>${label}</span>`);
  expect(placesOf(labels, html)).toEqual(placesOf(labels, html).toSorted((a, b) => a - b));
  for (const value of [
    "O'Neil",
    'PHV/000/123-A',
    shownAnswer(claim, 'claimType', aoife),
    shownAnswer(claim, 'vehicleType', aoife),
  ])
    expect(html).toContain(`>${value}<`);
});

test('the subject names the form and the person, and nothing of their health', async () => {
  expect((await render()).subject).toBe("[Website] Make a Claim: Aoife O'Neil");
});

test('the email about a roadside start says that it is urgent, and in which language the page was', async () => {
  const { subject, text, html } = await render(iwona, roadside);
  expect(subject).toBe('URGENT [Website] Roadside Start: Iwona Kowalska');
  expect(text).toContain('\nLanguage of the page: Polish\n');
  expect(html).toContain('>Polish<');
});

test('a blank field is shown as Not given, an unticked box as No, an option by its label', async () => {
  const { text } = await render(jeanLuc);
  expect(text).toContain('\nPolicy number: Not given\n');
  for (const { name, label } of serviceBoxes) expect(text).toContain(`\n${label}: ${jeanLuc[name] === 'yes' ? 'Yes' : 'No'}\n`);
  expect(text).toContain('\nVehicle type: Motorcycle\n');
  expect((await render(declan, contact)).text).toContain('\nPhone: Not given\n');
});

test('line breaks and every script are kept as typed', async () => {
  const { text, html, subject } = await render(xiaoming);
  for (const value of Object.values(xiaoming).filter((value) => value.length > 14)) {
    expect(text).toContain(value);
    // Line breaks are elements, because Outlook shows no others.
    expect(html).toContain(value.replaceAll('\n', '<br/>'));
  }
  expect(subject).toBe('[Website] Make a Claim: 小明 欧阳');
  expect(html).toMatch(/dir="auto" style="white-space:pre-wrap[^>]*>دوسری/);
  const spaced = render({ ...aoife, descriptionOfAccident: 'one\r\ntwo\rthree\n\n  four' });
  expect(spaced.html).toContain('>one<br/>two<br/>three<br/><br/>  four<');
});

test('markup is escaped: whatever was typed, the elements are those of the layout', () => {
  const { html, text } = render(hostile, contact);
  expect(html).toContain('&lt;a href=&quot;javascript:alert(1)&quot;&gt;link&lt;/a&gt; &amp; &lt;style&gt;');
  expect(elementsOf(html)).toEqual(elementsOf(render({ ...hostile, subject: 'a\nb', message: 'a\nb\nc' }, contact).html));
  expect(html.match(/ (?:href|src)="[^"]*"/g)).toEqual([' href="tel:+447700900999"', ` href="${link}"`]);
  expect(text).toContain('<style>*{display:none}</style>');
  const inClaim = render(mallory).html;
  expect(inClaim).not.toContain('<b>Mallory');
  const harmless = { ...mallory, firstName: 'M', lastName: 'M', locationOfAccident: 'A13', descriptionOfAccident: 'a\nb\nc' };
  expect(elementsOf(inClaim)).toEqual(elementsOf(render(harmless).html));
});

test('the subject stays on one line and is cut between characters', async () => {
  expect((await render(hostile, contact)).subject).toBe('[Website] Contact Us: Hello Bcc: victim@example.com <b>bold</b>');
  expect(subjectLine('a\r\n\tb\u0000c\u0085d\u2028e')).toBe('a b c d e');
  expect(subjectLine(`Car\u202e gnp.exe`)).toBe('Car gnp.exe');
  expect(subjectLine('👨‍👩‍👧'.repeat(200))).toBe(`${'👨‍👩‍👧'.repeat(119)}…`);
  expect(subjectLine('y'.repeat(100_000))).toHaveLength(120);
});

test('the time is London time as people say it, in winter and in summer, whatever zone the server keeps', async () => {
  expect((await render()).text).toContain('Received: Friday 20 November, 22:05\n');
  const summer = { ...facts, form: claim, data: aoife, submittedAt: Date.UTC(2026, 6, 1, 23, 30) };
  expect(renderNotification(summer).text).toContain('Received: Thursday 2 July, 00:30\n');
});

test('the reference stands in html and text', async () => {
  const { html, text } = await render();
  expect(html).toContain('<strong>7F4M-9TQX</strong>');
  expect(text).toContain('\nReference: 7F4M-9TQX\n');
});

/** The names of the elements, in their order. */
function elementsOf(html: string): string[] {
  return html.match(/<\/?[a-z][a-z0-9]*/g) ?? [];
}

/** The positions of the parts, each searched for after the one before it. */
function placesOf(parts: string[], text: string): number[] {
  let from = 0;
  return parts.map((part) => {
    const place = text.indexOf(part, from);
    expect(place, `${JSON.stringify(part)} after position ${from}`).toBeGreaterThan(-1);
    from = place + 1;
    return place;
  });
}

const renderAcknowledgement = (email: SubmissionEmail) => renderEmail(acknowledgement.render(email, {}));

const started = (data: Record<string, string>, more: Partial<SubmissionEmail> = {}): SubmissionEmail => ({
  ...facts,
  form: formOf(roadside.name, data),
  data,
  dueAt: november,
  isDueAhead: true,
  isIncomplete: true,
  isQuarantined: false,
  privateLink: 'https://x.example/your-claim/x',
  translation: null,
  ...more,
});

test('the email about a claim that is complete now has every answer, and what was written since', () => {
  const update = { actions: [], messages: ['In other words.'], callPreference: null };
  const { subject, text } = renderEmail(claimComplete.render(started({ ...aoife, ...iwona }), update));
  expect(subject).toBe("[Website] Claim complete: 7F4M-9TQX Aoife O'Neil");
  for (const part of ['In other words.', 'Your name: Iwona Kowalska', 'Registration: LB77 ZZT']) expect(text).toContain(part);
});

test('the acknowledgement of an unfinished claim says where to finish it, and names no hour once somebody was in touch', () => {
  const { text } = renderAcknowledgement(started(iwona));
  expect(text).toContain('Finish your claim');
  expect(text).toContain('We will contact you by');
  const later = renderAcknowledgement(started(iwona, { isDueAhead: false, isIncomplete: false })).text;
  expect(later).not.toContain('We will contact you by');
  expect(later).not.toContain('Finish your claim');
});

test('in a digest a start without a word about the accident is named by its form alone', () => {
  expect(digestEntry({ ...facts, form: roadside, data: { ...iwona, descriptionOfAccident: '' } }).lines[0]).toBe(
    'Roadside Start',
  );
  expect(digestEntry({ ...facts, form: contact, data: declan }).lines[0]).toMatch(/^Contact Us: \S/);
});
