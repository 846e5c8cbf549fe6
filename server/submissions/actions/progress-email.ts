import { sharedNow } from '#server/database/engine.ts';
import { answersOf, type Tx } from '#server/database/schema.ts';
import { progressTemplate, stateBefore } from '#server/email/progress.ts';
import { emailToSender } from '#server/email/sender-email.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { hasLinkEnded, privateLinkOf } from '../private-link.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';
import type { ActionContext } from './define-action.ts';

/** How long the e-mail waits, so that an action can be undone without the claimant noticing. */
const delayMs = 10 * 60_000;

/**
 * Stores the e-mail that tells the claimant what staff did, in the transaction of the action; its text is made when it is sent. None
 * is stored while one waits, because that one will report this action too, nor where the private link has ended, nor where the
 * claimant withdrew. `row` is the claim before the action; `changed` after it, where that decides about the link. Returns whether there
 * is one to send.
 */
export async function addProgressEmail(
  { tx, row, now, acknowledges }: ActionContext,
  changed: SubmissionRow = row,
): Promise<boolean> {
  const link = privateLinkOf(changed);
  if (!acknowledges || link === null || hasLinkEnded(link, now)) return false;
  if (row.quarantined_at !== null || row.withdrawn_at !== null || (await isProgressEmailWaiting(tx, row.id, now))) return false;
  const sent = { id: row.id, formName: row.form_name, data: answersOf(row.form_data) };
  const emails = emailToSender(sent, progressTemplate, now).map((email) => ({ ...email, delayMs, payload: stateBefore(row) }));
  await enqueue(tx, emails);
  return emails.length > 0;
}

async function isProgressEmailWaiting(tx: Tx, id: string, now: number): Promise<boolean> {
  const row = await tx
    .selectFrom('jobs')
    .select('id')
    .where('subject_id', '=', id)
    .where('template', '=', progressTemplate)
    .where('finished_at', 'is', null)
    // An e-mail that is being sent was written before this action and does not report it.
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', sharedNow(tx, now))]))
    .executeTakeFirst();
  return row !== undefined;
}
