import type { Answers } from '#forms/form.ts';
import type { Database } from '#server/database/database.ts';
import { answersOf } from '#server/database/schema.ts';
import { marksOf } from '#server/submissions/actions/actions.ts';
import type { ClaimFile } from './claim-files.ts';

/**
 * What the page of a claim shows to anyone who has its private link. Times are milliseconds since 1970. It never has anything that is
 * only for the team, such as notes.
 */
export type ClaimPage = {
  reference: string;
  receivedAt: number;
  /** The time by which we said that we would be in touch; null where we said none. */
  dueAt: number | null;
  contactedAt: number | null;
  closedAt: number | null;
  withdrawnAt: number | null;
  /** What the team did, in sentences. */
  done: { at: number; text: string }[];
  erasureRequestedAt: number | null;
  /** What we answered to the request for erasure; null where we have not answered. */
  erasureAnswer: { at: number; text: string } | null;
  /** When the claimant wants to be called, in their own words. */
  callPreference: string | null;
  /** Oldest first. */
  messages: { id: string; at: number; text: string }[];
  /** The name of the form that the claim was sent by. */
  form: string;
  data: Answers;
  /** Oldest first. */
  files: ClaimFile[];
};

/** Reads what the page of a claim shows; null where the claim was erased. */
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
      done: marksOf(row).flatMap(({ at, onClaimantsPage: text }) => (text === null ? [] : [{ at, text }])),
      erasureRequestedAt: row.erasure_requested_at,
      erasureAnswer: row.erasure_answered_at === null ? null : { at: row.erasure_answered_at, text: row.erasure_answer ?? '' },
      callPreference: row.call_preference,
      messages,
      form: row.form_name,
      data: answersOf(row.form_data),
    };
  });
}
