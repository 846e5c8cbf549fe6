import type { Selectable } from 'kysely';
import { nameIn } from '#server/core/audit/audit-trail.ts';
import type { AttemptChannel, ClaimTables, NextKind, Outcome } from '#server/core/database/claim-tables.ts';
import type { Schema } from '#server/core/database/schema.ts';
import { hasConsent } from '#server/mail/out/email-store.ts';

type SubmissionRow = Selectable<Schema['form_submissions']>;

/** What is done next about an open submission. `by`: whose step it is; null: anybody's. */
export type NextStepView = {
  kind: NextKind;
  at: number;
  by: { id: string; name: string } | null;
  /** Who is calling, unless they end it before `until`. */
  calling: { id: string; name: string; until: number } | null;
};

/** An attempt to make contact. `next`: the time of the next step that followed; null where it ended the claim. */
export type AttemptView = {
  id: string;
  at: number;
  by: string;
  channel: AttemptChannel;
  outcome: Outcome;
  text: string;
  next: number | null;
  /** It was recorded in a claim that was merged into this one since. */
  isMerged: boolean;
};

export type ContactAttemptRow = ClaimTables['contact_attempts'];

/** The next step of a row; null for what is closed or in quarantine, which has none. */
export function nextStepOf(row: SubmissionRow, names: Map<string, string>): NextStepView | null {
  if (row.closed_at !== null || row.quarantined_at !== null) return null;
  const person = (id: string | null) => (id === null ? null : { id, name: nameIn(names, id) });
  const calling = person(row.calling_by);
  return {
    kind: isToDecide(row) ? 'decide' : row.next_kind,
    at: row.next_at,
    by: person(row.next_by),
    calling: calling && { ...calling, until: row.calling_until ?? 0 },
  };
}

/** When a submission is to be called first: by our own target, the one that visitors are told, or at once. */
export function firstCallAt(row: Pick<SubmissionRow, 'target_at' | 'due_at' | 'created_at'>): number {
  return row.target_at ?? row.due_at ?? row.created_at;
}

/** Whether something that came in was not answered yet. Whoever closes a claim leaves what came before that unanswered. */
export function needsReply(row: SubmissionRow): boolean {
  return row.quarantined_at === null && (row.claimant_update_at ?? 0) > Math.max(row.update_answered_at ?? 0, row.closed_at ?? 0);
}

/** A claim that was withdrawn, or for which the consent was taken back, is not called. */
function isToDecide(row: SubmissionRow): boolean {
  return row.withdrawn_at !== null || !hasConsent(row);
}

export function attemptView(row: ContactAttemptRow, claimId: string, names: Map<string, string>): AttemptView {
  const { id, at, channel, outcome, text, next_at: next } = row;
  return { id, at, channel, outcome, text, next, by: nameIn(names, row.by), isMerged: row.submission_id !== claimId };
}
