import { type OverviewKind, type SubmissionEmailKind, titleOf } from '#server/mail/out/define-email.ts';
import { assignmentEmail } from './actions/assignment-email.ts';
import { progress } from './actions/progress-email.ts';
import { claimantEmails } from './claimant-emails.ts';
import { reply } from './messages/reply-email.ts';
import { senderEmails } from './sender-emails.ts';
import { dueDigest } from './sla/due-digest-email.ts';
import { escalationEmail } from './sla/escalation-email.ts';
import { teamEmails } from './team-emails.ts';

/** The kinds of e-mail about a submission. */
export const submissionEmails: readonly SubmissionEmailKind[] = [
  ...teamEmails,
  ...claimantEmails,
  escalationEmail,
  assignmentEmail,
  ...senderEmails,
  progress,
  reply,
];

/** Emails about many of them. */
export const overviewEmails: readonly OverviewKind[] = [dueDigest];

/** Its title in the desk. */
export function titleOfSubmissionEmail(template: string): string {
  return titleOf(submissionEmails, template);
}
