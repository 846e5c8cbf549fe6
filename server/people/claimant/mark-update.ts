import { sql } from 'kysely';
import { minute } from '#forms/durations.ts';
import { type EmailQuotas, unlimitedEmails } from '#server/claims/accept/email-quotas.ts';
import { claimantUpdate, claimComplete } from '#server/claims/claimant-emails.ts';
import { digest, emailToTeam, isInFlood } from '#server/claims/team-emails.ts';
import { sharedNow } from '#server/core/database/engine.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { waitingEmails } from '#server/mail/out/email-store.ts';

/**
 * The least time between two e-mails about one claim. When somebody adds sixty photographs, the team gets two: one about the first,
 * one about the others.
 */
const quietMs = 5 * minute;

/**
 * Records that the claimant added or changed something: marks the claim for the inbox and stores the e-mail to the team, in the
 * transaction of the change. Returns whether there is an e-mail to send. None is stored in quarantine, nor while one waits, because
 * that one will report this change too. That a claim begun at the roadside is now complete is an e-mail of its own, sent at once. In a
 * flood of updates either is told in a digest. `tellsTeam`: false where there is no e-mail to be.
 */
export async function noteClaimantUpdate(
  tx: Tx,
  id: string,
  now: number,
  {
    isCompleted = false,
    quotas = unlimitedEmails,
    tellsTeam = true,
  }: { isCompleted?: boolean; quotas?: Pick<EmailQuotas, 'isFlood'>; tellsTeam?: boolean } = {},
): Promise<boolean> {
  const row = await tx
    .selectFrom('form_submissions')
    .select(['claimant_update_seen_at', 'closed_at', 'quarantined_at', 'merged_into'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return false;
  const options = { isCompleted, quotas, tellsTeam };
  if (row.merged_into !== null) return noteClaimantUpdate(tx, row.merged_into, now, options);
  // The mark must be later than what staff have seen, and than the closing, even within the same millisecond.
  const at = Math.max(now, (row.claimant_update_seen_at ?? 0) + 1, (row.closed_at ?? 0) + 1);
  const { numUpdatedRows } = await tx
    .updateTable('form_submissions')
    .set({ claimant_update_at: at })
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
  // It was merged into another claim, or erased, since it was read.
  if (numUpdatedRows === 0n) return noteClaimantUpdate(tx, id, now, options);
  if (row.quarantined_at !== null || !tellsTeam) return false;
  const isTold = await isEmailWaiting(tx, id, now);
  if (isTold && !isCompleted) return false;
  const kind = isCompleted ? claimComplete : claimantUpdate;
  const isFlood = isInFlood(kind, quotas, now);
  if (isTold && isFlood) return false;
  await enqueue(tx, [emailToTeam(kind, id, now, isFlood)]);
  if (!isFlood && !isCompleted && (await wasToldJustNow(tx, id, now))) await delayEmail(tx, id);
  return true;
}

async function isEmailWaiting(tx: Tx, id: string, now: number): Promise<boolean> {
  const row = await waitingEmails(tx)
    .select('id')
    .where('subject_id', '=', id)
    .where('template', 'in', [claimantUpdate.template, digest.template])
    // An e-mail that is being sent was written before this change and does not report it.
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', sharedNow(tx, now))]))
    .executeTakeFirst();
  return row !== undefined;
}

async function wasToldJustNow(tx: Tx, id: string, now: number): Promise<boolean> {
  const row = await tx
    .selectFrom('jobs')
    .select('id')
    .where('subject_id', '=', id)
    .where('template', '=', claimantUpdate.template)
    .where('first_attempt_at', '>', sql<number>`${sharedNow(tx, now)} - ${quietMs}`)
    .executeTakeFirst();
  return row !== undefined;
}

async function delayEmail(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ run_at: sql<number>`run_at + ${quietMs}` })
    .where('subject_id', '=', id)
    .where('template', '=', claimantUpdate.template)
    .where('attempts', '=', 0)
    .execute();
}
