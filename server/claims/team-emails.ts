import { blocksOf } from '#forms/answers.ts';
import { minute } from '#forms/durations.ts';
import { isUrgent } from '#forms/form.ts';
import { londonMoment } from '#forms/london-day.ts';
import { senderOf, summaryOf } from '#forms/sender.ts';
import type { NewJob } from '#server/core/jobs/queue.ts';
import { defineEmail, type SubmissionEmail, type TeamEmailKind } from '#server/mail/out/define-email.ts';
import type { DigestEntry, EmailContent } from '#server/mail/out/email-content.ts';
import { teamEmail } from '#server/mail/out/email-store.ts';
import { subjectLine } from '#server/mail/out/email-text.ts';
import { teamSummaryOf } from '#server/mail/out/team-summary.ts';
import type { EmailQuotas } from './accept/email-quotas.ts';

const identityNote = 'Sent by the website form. Confirm identity before sharing any information.';

/** In a flood the team gets a digest this often. Less than what an alarm lets an e-mail wait. */
export const digest = defineEmail({
  template: 'digest',
  title: 'To the team: what was sent, in a digest',
  to: 'team',
  replyTo: 'sender',
  digest: { everyMs: 5 * minute, render: (emails) => digestContent(emails, '', 'new or updated submissions') },
  // One that is alone in its digest.
  render: notificationContent,
});

export const urgentDigest = defineEmail({
  template: 'urgent-digest',
  title: 'To the team: urgent, in a digest',
  to: 'team',
  replyTo: 'sender',
  digest: { everyMs: minute, render: (emails) => digestContent(emails, 'URGENT ', 'wait at the roadside') },
  render: notificationContent,
});

/** What was sent, with every answer. */
export const notification = defineEmail({
  template: 'notification',
  title: 'To the team: what was sent',
  to: 'team',
  replyTo: 'sender',
  limit: { allowance: 'other', digest },
  render: notificationContent,
});

/** The same about what is urgent, which is told apart only by what a flood of it does. */
export const urgentNotification: TeamEmailKind = { ...notification, limit: { allowance: 'urgent', digest: urgentDigest } };

export const teamEmails = [notification, digest, urgentDigest];

/** An e-mail to the team: at once, or while its kind comes in a flood, in the next digest. */
export function emailToTeam(kind: TeamEmailKind, subjectId: string, createdAt: number, isFlood: boolean): NewJob {
  return teamEmail((isFlood && kind.limit?.digest) || kind, { subjectId, createdAt });
}

/** Whether an e-mail of this kind is one of a flood. Each question counts against its allowance, so it is asked once for each. */
export function isInFlood({ limit }: TeamEmailKind, quotas: Pick<EmailQuotas, 'isFlood'>, now: number): boolean {
  return limit !== null && quotas.isFlood(limit.allowance, now);
}

function notificationContent(email: SubmissionEmail): EmailContent {
  const { form, data } = email;
  return {
    subject: `${isUrgent(form) ? 'URGENT ' : ''}[Website] ${form.name}: ${form.subjectOf(data)}`,
    ...answersContent(email, form.name),
    isUrgent: isUrgent(form),
  };
}

/** Every answer, after the summary for the caller. */
export function answersContent(
  email: SubmissionEmail,
  title: string,
): Omit<EmailContent, 'subject'> & Required<Pick<EmailContent, 'answers'>> {
  const { form, data, reference, submittedAt, sentBy } = email;
  return {
    title,
    summary: teamSummaryOf(email),
    answers: { reference, submittedAt, sentBy, blocks: blocksOf(form, data) },
    closing: [identityNote],
  };
}

function digestContent(emails: SubmissionEmail[], mark: string, what: string): EmailContent {
  const title = `${emails.length} ${what}`;
  return {
    subject: `${mark}[Website] ${title}`,
    title,
    paragraphs: [
      'So many came within a few minutes that they are listed here, instead of one email each. Each is in the desk with all its answers.',
    ],
    entries: emails.map(digestEntry),
  };
}

/** One submission in a digest. */
export function digestEntry({ form, data, reference, submittedAt, dueAt, isContacted, link }: SubmissionEmail): DigestEntry {
  const { name, phone } = senderOf(form, data);
  return {
    heading: subjectLine(`${reference} ${name}`),
    lines: [
      subjectLine([form.name, summaryOf(form, data)].filter(Boolean).join(': ')),
      `Received: ${londonMoment(submittedAt)}`,
      ...(dueAt === null || isContacted ? [] : [`Call by: ${londonMoment(dueAt)}`]),
      ...(phone === '' ? [] : [subjectLine(`Phone: ${phone}`)]),
    ],
    link,
  };
}
