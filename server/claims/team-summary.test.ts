// Protects: the e-mail to the team begins with what a handler needs first.
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { claim } from '#forms/claim.ts';
import { contact } from '#forms/contact.ts';
import { hour } from '#forms/durations.ts';
import type { Answers } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { partner } from '#forms/partner.ts';
import { roadside } from '#forms/roadside.ts';
import type { SubmissionEmail } from '#server/mail/out/define-email.ts';
import { renderEmail } from '#server/mail/out/email-layout.tsx';
import { decodeHtml } from '#testing/decode-html.ts';
import { shownAnswer } from '#testing/fixtures/answers-to.ts';
import { declan, harpreet, hostile, marcia } from '#testing/fixtures/enquirers.ts';
import { anjali, aoife, bo, jeanLuc, lukasz } from '#testing/fixtures/people.ts';
import { idris, iwona } from '#testing/fixtures/roadside-starts.ts';
import { claimComplete } from './claimant-emails.ts';
import { submissionEmails } from './submission-emails.ts';
import { notification } from './team-emails.ts';

const submittedAt = Date.UTC(2026, 10, 20, 22, 5);
const link = 'https://kerbside.example/desk/submissions/1';

const about = (data: Answers, formName: string = claim.name, more: Partial<SubmissionEmail> = {}): SubmissionEmail => ({
  form: formOf(formName, data),
  data,
  reference: '7F4M-9TQX',
  submittedAt,
  sentBy: null,
  link,
  dueAt: submittedAt + 24 * hour,
  ownTargetAt: null,
  isContacted: false,
  isDueAhead: true,
  isIncomplete: false,
  isQuarantined: false,
  privateLink: null,
  translation: null,
  storedAt: submittedAt,
  ...more,
});

const nothingNew = { actions: [], messages: [], callPreference: null };

const renderNotification = (email: SubmissionEmail) => renderEmail(notification.render(email, {}));
const renderComplete = (email: SubmissionEmail) => renderEmail(claimComplete.render(email, nothingNew));

const pco = about(aoife, claim.name, { ownTargetAt: submittedAt + 2 * hour });

/** The summary as it is shown, in order: the part before the reference. */
const first = (html: string) =>
  html
    .replace(/^.*<body[^>]*>/s, '')
    .split('Reference:')[0]
    ?.replaceAll(/<[^>]*>/g, '\n') ?? '';

test('the email to the team begins with who, which driver, which vehicle, by when, the number and the link to the desk', () => {
  const { text, html } = renderNotification(pco);
  const driver = `${shownAnswer(claim, 'vehicleType', aoife)} driver`;
  const lines = [
    "Aoife O'Neil",
    driver,
    'Kia Niro EV · LB77 ZZT',
    'Call by (our own target): Saturday 21 November, 00:05',
    'Promised by: Saturday 21 November, 22:05',
    'Call: 07700 900101',
    `Open in the desk: ${link}`,
  ];
  expect(text.startsWith(`${site.brand}: Make a Claim\n\n${lines.join('\n')}\n\nReference: 7F4M-9TQX\n`)).toBe(true);
  expect(decodeHtml(first(html)).split('\n').filter(Boolean)).toEqual([
    ...[site.brand, 'Make a Claim', "Aoife O'Neil", driver, 'Kia Niro EV · LB77 ZZT'],
    ...['Call by (our own target): ', 'Saturday 21 November, 00:05', 'Promised by: ', 'Saturday 21 November, 22:05'],
    ...['Call 07700 900101', 'Open in the desk'],
  ]);
  expect(html).toContain('href="tel:+447700900101"');
  expect(html).toContain(`href="${link}"`);
});

test('who drives for themselves is to be called as promised', () => {
  const { text } = renderNotification(about(lukasz));
  expect(text).toContain('\nCar\nFord Cortina Mk III · abc123k\nCall by: Saturday 21 November, 22:05\n');
  expect(text).not.toContain('Promised by');
});

test('the email about a roadside start begins with URGENT and has where it happened', () => {
  const start = about(idris, roadside.name, { ownTargetAt: submittedAt + hour / 4 });
  const { text, html } = renderNotification(start);
  const lines = ['Idris Khan', 'A13 near Renwick Road', 'Call by (our own target): Friday 20 November, 22:20'];
  expect(text).toContain(`\n\n${lines.join('\n')}\n`);
  expect(first(html).split('\n').filter(Boolean).slice(1, 4)).toEqual(['URGENT', ' Roadside Start', 'Idris Khan']);
  expect(first(renderNotification(pco).html)).not.toContain('URGENT');
});

test('a message and a partner’s enquiry say what they are about, and promise no hour', () => {
  const message = renderNotification(about(harpreet, contact.name, { dueAt: null })).text;
  expect(message).toContain('\n\nHarpreet Kaur\nReplacement vehicle\nCall: 020 7946 0111\nOpen in the desk: ');
  const enquiry = renderNotification(about(marcia, partner.name, { dueAt: null })).text;
  expect(enquiry).toContain('\n\nMarcia Boyle\nSample Street Body Repairs Ltd · Body shop\nOpen in the desk: ');
  expect(renderNotification(about(declan, contact.name, { dueAt: null })).html).not.toContain('tel:');
});

test('an extension is not dialled as part of the number, and what is no number is no link', () => {
  expect(renderNotification(about(jeanLuc)).html).toContain('href="tel:+443069990707;ext=12"');
  const { html } = renderNotification(about({ ...bo, phone: 'javascript:alert(1)' }));
  expect(html).not.toContain('href="javascript');
  expect(html).toContain('Phone: javascript:alert(1)');
});

test('each number in what was typed is rung by itself, in whatever digits it was typed, and other words beside it are told', () => {
  const { html, text } = renderNotification(about({ ...bo, phone: '٠٧٧٠٠ ٩٠٠١٢٣, 020 7946 0018 x12 after 6pm' }));
  for (const part of ['href="tel:+447700900123"', 'href="tel:+442079460018;ext=12"']) expect(html).toContain(part);
  expect(text).toContain('\nCall: 07700 900123\nCall: 020 7946 0018 ext. 12\nPhone: ٠٧٧٠٠ ٩٠٠١٢٣, 020 7946 0018 x12 after 6pm\n');
});

test('what was typed stays on its line of the summary', () => {
  const { text } = renderNotification(about(hostile, contact.name, { dueAt: null }));
  expect(text).toContain('\n\nQA Hostile\nHello Bcc: victim@example.com <b>bold</b>\nCall: 07700 900999\n');
});

test('every email to the team has the number to tap and the link to the desk, and no hour once somebody was in touch', () => {
  for (const kind of submissionEmails) {
    const { template, to } = kind;
    if (to !== 'team') continue;
    const { html, text } = renderEmail(kind.render(pco, nothingNew));
    for (const part of ['href="tel:+447700900101"', `href="${link}"`]) expect(html.split(part), template).toHaveLength(2);
    expect(text).toContain('\nKia Niro EV · LB77 ZZT\n');
    expect(text.split(link)).toHaveLength(2);
  }
  expect(renderComplete({ ...pco, isContacted: true }).text).not.toContain('Call by');
  expect(renderComplete(about(iwona, roadside.name)).text).toContain('Call by');
});

test('the HTML stays below what Gmail shows at once, and the text has every answer', () => {
  const long: Answers = {
    ...anjali,
    additionalInfo: anjali.descriptionOfAccident ?? '',
    address: anjali.descriptionOfAccident ?? '',
  };
  expect(renderNotification(about(long)).html).not.toContain('All of it is in the desk');
  const longest: Answers = { ...bo, descriptionOfAccident: `${'<"🚗'.repeat(22_000)}end` };
  for (const data of [anjali, long, longest]) {
    const { html, text } = renderNotification(about(data));
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
    expect(text).toContain(data.descriptionOfAccident);
  }
  const { html } = renderNotification(about(longest));
  expect(html).toContain('…<br/>[All of it is in the desk, and in the text part of this email.]');
  expect(html).not.toContain('\ufffd');
});
