import { minute } from '#forms/durations.ts';
import { londonMoment } from '#forms/london-day.ts';
import { senderOf } from '#forms/sender.ts';
import { defineEmail, type SubmissionEmail } from '#server/mail/out/define-email.ts';
import type { EmailContent } from '#server/mail/out/email-content.ts';
import { teamSummaryOf } from '#server/mail/out/team-summary.ts';
import { digestEntry } from '../team-emails.ts';
import { ownTargetLength } from './response-targets.ts';

/** The reminder of one submission, as the release before stored them; since then `dueDigest` takes their place. */
export const reminder = defineEmail({
  template: 'reminder',
  title: (hours) => (hours > 0 ? `Reminder: no contact after ${hours} hours` : 'Reminder: no contact yet'),
  to: 'team',
  inQuarantine: 'sent',
  digest: { everyMs: 0, render: remindersContent },
  whyNotSent: ({ isWaiting }) => (isWaiting ? null : 'Nobody waits any more.'),
  render: (email) => {
    const { reference, form, data, submittedAt, dueAt } = email;
    const { isOverdue, waited, target } = stageOf(email);
    const { name } = senderOf(form, data);
    const promised = `We promised contact by ${londonMoment(dueAt ?? submittedAt)}`;
    return {
      subject: isOverdue ? `[Desk] Overdue: ${reference} ${name}` : `[Desk] ${waited} without contact: ${reference} ${name}`,
      title: isOverdue ? `${reference}: response target missed` : `${reference}: no contact after ${waited}`,
      // The summary leaves out the times, because the sentences below give them.
      summary: teamSummaryOf({ ...email, dueAt: null, ownTargetAt: null }),
      paragraphs: [
        `${name || 'An unnamed sender'} sent “${form.name}” on ${londonMoment(submittedAt)}.${target && ` Our own target was ${target}.`}`,
        isOverdue
          ? `${promised}, and the desk shows none. Call now, then record how it ended.`
          : `${promised}. Call, then record how it ended. The reminders stop once you have spoken.`,
        ...(email.isQuarantined ? [inQuarantine] : []),
      ],
    };
  },
});

const inQuarantine = 'It is in quarantine. Look at it today, and release it if a person wrote it: they were told that we call.';

/** The reminders to one person, in one e-mail. */
function remindersContent(emails: SubmissionEmail[]): EmailContent {
  const stages = emails.map(stageOf);
  const overdue = stages.filter(({ isOverdue }) => isOverdue).length;
  const title = overdue > 0 ? `${emails.length} wait for contact, ${overdue} overdue` : `${emails.length} wait for contact`;
  return {
    subject: `[Desk] ${title}`,
    title,
    paragraphs: [
      'Call each, then record how the call ended. Its reminders stop once you have spoken. The one that is due first comes first.',
    ],
    entries: emails.map((email, index) => {
      const { heading, lines, link } = digestEntry(email);
      return { heading, lines: [stages[index]?.told ?? '', ...(email.isQuarantined ? [inQuarantine] : []), ...lines], link };
    }),
  };
}

/** How long a submission has waited for contact, by the targets that were stored with it. `told` says so in words. */
function stageOf({ submittedAt, dueAt, ownTargetAt, storedAt }: SubmissionEmail) {
  const isOverdue = dueAt !== null && storedAt >= dueAt;
  const isTargetMissed = !isOverdue && ownTargetAt !== null && storedAt >= ownTargetAt;
  const waited = durationText(storedAt - submittedAt);
  const target = isTargetMissed ? durationText(ownTargetLength(submittedAt, ownTargetAt)) : '';
  const told = `${isOverdue ? 'Overdue: ' : ''}${waited} without contact${target && `, our own target was ${target}`}`;
  return { isOverdue, waited, target, told };
}

/** Whole minutes up to two hours, then whole hours. */
export function durationText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / minute);
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`;
}
