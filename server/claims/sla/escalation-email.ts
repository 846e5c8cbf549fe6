import { minute } from '#forms/durations.ts';
import { londonMoment } from '#forms/london-day.ts';
import { senderOf } from '#forms/sender.ts';
import { defineEmail, type SubmissionEmail } from '#server/mail/out/define-email.ts';
import type { EmailContent } from '#server/mail/out/email-content.ts';
import { teamSummaryOf } from '#server/mail/out/team-summary.ts';
import { digestEntry } from '../team-emails.ts';

/** To owners, where nobody has called for ten minutes who has to be called now. It is not sent once somebody calls or has tried to. */
export const escalationEmail = defineEmail({
  template: 'escalation',
  title: 'To owners: nobody has called yet',
  to: 'team',
  digest: { everyMs: 0, render: escalationsContent },
  reads: async (db, { id, closed_at, calling_until }, { createdAt }) => {
    if (closed_at !== null || Number(calling_until ?? 0) > createdAt) return null;
    const since = createdAt - 10 * minute;
    const attempt = await db
      .selectFrom('contact_attempts')
      .select('id')
      .where('submission_id', '=', id)
      .where('at', '>=', since)
      .where('undone_at', 'is', null)
      .executeTakeFirst();
    return attempt ? null : {};
  },
  render: (email) => {
    const { reference, form, data, submittedAt, storedAt } = email;
    const { name } = senderOf(form, data);
    return {
      subject: `[Desk] Nobody has called: ${reference} ${name}`,
      title: `${reference}: nobody has called yet`,
      summary: teamSummaryOf(email),
      paragraphs: [
        `${name || 'An unnamed sender'} sent “${form.name}” on ${londonMoment(submittedAt)}. They wait for a call, and the desk showed none by ${londonMoment(storedAt)}.`,
        'Call now, or ask somebody to, then record how the call ended. Everybody who is not away has been told already.',
      ],
    };
  },
});

/** Those of one moment, in one e-mail. */
function escalationsContent(emails: SubmissionEmail[]): EmailContent {
  const title = `${emails.length} wait for a call, and nobody has called yet`;
  return {
    subject: `[Desk] ${title}`,
    title,
    paragraphs: ['Call now, or ask somebody to, then record how each call ended.'],
    entries: emails.map(digestEntry),
  };
}
