import type { Answers } from '#forms/form.ts';
import { answersOf, type Schema } from '#server/database/schema.ts';

/** How it came: by the function endpoint, the REST endpoint, or a page's own post without JavaScript. */
export type CameBy = 'function' | 'rest' | 'page';

/** A submission as it is stored. Times are milliseconds since 1970. */
export type Submission = {
  id: string;
  reference: string;
  formName: string;
  data: Answers;
  createdAt: number;
  /** The response target that visitors are told; null where there is none. */
  dueAt: number | null;
  /** Of a repeat: the private link that the first was answered with opens nothing any more. */
  hasLinkEnded?: boolean;
  /** Of a repeat: it was recognised by a few answers alone, which others may know, so its private link is not given out. */
  isLinkWithheld?: boolean;
  /** Of a claim that its claimant has the link of: which of its links that is. */
  linkGeneration?: number;
};

/** With the key and the hash by which a repeat is recognised. */
export type SentSubmission = Submission & {
  idempotencyKey: string | null;
  contentHash: string;
  cameBy: CameBy;
  /** The keys of those that it takes the place of: the same person sent them, and heard no answer. */
  replaces?: string[];
  /** The claim that was begun at the roadside in the browser that it came from. */
  startedId?: string | null;
  /** Our own, earlier target; null where there is none. */
  ownTargetAt: number | null;
};

/** Checked for spam and ready to be stored. */
export type NewSubmission = SentSubmission & {
  /** Why it goes into quarantine, without an e-mail; null for all others. */
  quarantineReason: string | null;
};

export const submissionColumns = ['id', 'reference', 'form_name', 'form_data', 'created_at', 'due_at'] as const;

type Row = {
  [Column in (typeof submissionColumns)[number]]: Column extends 'form_data'
    ? string | Record<string, string>
    : Schema['form_submissions'][Column];
};

export function fromRow(row: Row): Submission {
  return {
    id: row.id,
    reference: row.reference,
    formName: row.form_name,
    data: answersOf(row.form_data),
    createdAt: row.created_at,
    dueAt: row.due_at,
  };
}

/** The claim as the answer to what was saved into it at that time. Where the team was in touch, or was to be, its time begins anew. */
export function answerOf(row: Row & { contacted_at: number | null }, at: number): Submission {
  const isDueAhead = (row.contacted_at ?? at + 1) > at && row.due_at !== null && row.due_at > at;
  return { ...fromRow(row), createdAt: isDueAhead ? row.created_at : at };
}
