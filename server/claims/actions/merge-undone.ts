import type { Tx } from '#server/core/database/schema.ts';
import { consentTakenBack } from '#server/mail/out/email-store.ts';
import { isErasureRequested, type SubmissionRow } from '../view/submission-reader.ts';
import { givenAloud, givenInWriting } from './consent-actions.ts';
import type { Mark } from './kept.ts';
import { endedLink } from './link-of-address.ts';

/**
 * What a claim takes along when its merge is undone. Its claimant's link led to the claim that stayed, so a withdrawal, a request for erasure
 * or consent taken back since then may be theirs, and holds for both; so does the end of the link. What was sent since stays with the claim that
 * stayed, and somebody has to look whose it is.
 */
export function heldForBoth(
  row: SubmissionRow,
  merged: SubmissionRow,
  { at, now }: { at: number; now: number },
): Partial<SubmissionRow> {
  const isSince = (time: number | null | undefined): time is number => typeof time === 'number' && time >= at;
  const { [consentTakenBack]: takenBack } = marksIn(row);
  const { [givenAloud]: _aloud, [givenInWriting]: _written, ...marks } = marksIn(merged);
  const shared = merged.merged_link_generation;
  const hasLinkEnded = shared !== -1 && (shared !== row.link_generation || row.link_revoked_at !== null);
  return {
    ...(isSince(row.withdrawn_at) && { withdrawn_at: merged.withdrawn_at ?? row.withdrawn_at }),
    ...(isErasureRequested(row) &&
      isSince(row.erasure_requested_at) && {
        erasure_requested_at: row.erasure_requested_at,
        erasure_answered_at: null,
        erasure_answered_by: null,
        erasure_answer: null,
      }),
    ...(isSince(takenBack?.at) && { recorded: JSON.stringify({ ...marks, [consentTakenBack]: takenBack }) }),
    ...((isSince(takenBack?.at) || isSince(row.claimant_update_at)) && { next_kind: 'decide', next_at: now }),
    ...(hasLinkEnded && endedLink(merged, now)),
  };
}

/** Leaves open claims to everybody that were those of somebody whose account was closed since. */
export async function releaseFromLeavers(tx: Tx, ids: string[]): Promise<void> {
  for (const column of ['assigned_to', 'next_by'] as const) {
    await tx
      .updateTable('form_submissions')
      .set({ [column]: null })
      .where('id', 'in', ids)
      .where('closed_at', 'is', null)
      .where(column, 'in', (staff) => staff.selectFrom('staff').select('id').where('leftAt', 'is not', null))
      .execute();
  }
}

function marksIn({ recorded }: SubmissionRow): Record<string, Mark> {
  return JSON.parse(recorded ?? '{}');
}
