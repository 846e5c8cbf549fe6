import type { Answers } from '#forms/form.ts';
import type { Database } from '#server/database/database.ts';
import { answersOf } from '#server/database/schema.ts';
import type { ClaimFile } from './claim-files.ts';

/** What the page of a claim shows to whoever has its private link. Times are milliseconds. Nothing of it is the team's own. */
export type ClaimPage = {
  reference: string;
  receivedAt: number;
  /** By when we said that we would be in touch; null where we did not. */
  dueAt: number | null;
  contactedAt: number | null;
  closedAt: number | null;
  withdrawnAt: number | null;
  erasureRequestedAt: number | null;
  /** What we answered to that; null where we have not. */
  erasureAnswer: { at: number; text: string } | null;
  /** In the claimant's own words. */
  callPreference: string | null;
  /** Oldest first. */
  messages: { id: string; at: number; text: string }[];
  /** The name of the form that it was sent by, and its answers. */
  form: string;
  data: Answers;
  /** Oldest first. */
  files: ClaimFile[];
};

/** Null where it was erased. */
export function readClaimPage({ read }: Database, id: string): Promise<Omit<ClaimPage, 'files'> | null> {
  return read(async (db) => {
    const row = await db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return null;
    const messages = await db
      .selectFrom('claimant_messages')
      .select(['id', 'created_at as at', 'text'])
      .where('submission_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return {
      reference: row.reference,
      receivedAt: row.created_at,
      dueAt: row.due_at,
      contactedAt: row.contacted_at,
      closedAt: row.closed_at,
      withdrawnAt: row.withdrawn_at,
      erasureRequestedAt: row.erasure_requested_at,
      erasureAnswer: row.erasure_answered_at === null ? null : { at: row.erasure_answered_at, text: row.erasure_answer ?? '' },
      callPreference: row.call_preference,
      messages,
      form: row.form_name,
      data: answersOf(row.form_data),
    };
  });
}
