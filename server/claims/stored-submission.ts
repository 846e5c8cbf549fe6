import type { Answers } from '#forms/form.ts';
import { findForm } from '#forms/forms.ts';
import { answersOf, type Schema } from '#server/core/database/schema.ts';
import type { GivenLink } from './private-link.ts';
import { reminderTimesOf } from './sla/reminder-times.ts';
import { responseTargets } from './sla/response-targets.ts';
import { foundByOf, type Source } from './sources/source.ts';

/** How a claim came that staff entered. */
export type EnteredBy = 'phone' | 'walk-in' | 'email' | 'whatsapp';

/** How a submission came: by the function endpoint, the REST endpoint, a form posted without JavaScript, or through staff. */
export type CameBy = 'function' | 'rest' | 'page' | EnteredBy;

/** A submission as it is stored. Times are milliseconds since 1970. */
export type Submission = {
  id: string;
  reference: string;
  formName: string;
  data: Answers;
  createdAt: number;
  /** The response target that visitors are told; null where there is none. */
  dueAt: number | null;
};

/** A submission with what only the response to it says. */
export type AnsweredSubmission = Submission & {
  /** An acknowledgement to the sender was sent, or waits to be. */
  isAcknowledged?: boolean;
  /** Its private link, where it came before. */
  link?: GivenLink;
};

/** A submission as it was sent, with the key and the hash by which a duplicate is recognised. */
export type SentSubmission = Submission & {
  idempotencyKey: string | null;
  contentHash: string;
  cameBy: CameBy;
  /** The keys of submissions that it takes the place of: the same person sent them and got no response. */
  replaces?: string[];
  /** The claim that was begun at the roadside in the same browser. */
  startedId?: string | null;
  /** Whether its sender says that it is about the same accident as what came before; null where nobody was asked. */
  isSameAccident?: boolean | null;
  /** Our own, earlier target; null where there is none. */
  ownTargetAt: number | null;
  /** Who sent its sender; undefined where nobody is known. */
  source?: Source;
  /** The sender's IP address, by which e-mails are shared out; it is not stored. */
  network?: string | null;
};

/** A submission that was checked for spam and is ready to be stored. */
export type NewSubmission = SentSubmission & {
  /** Why it goes into quarantine, without an e-mail to the team; null for all others. */
  quarantineReason: string | null;
  /** Its sender gets an acknowledgement; decided when it is stored. */
  isAcknowledged?: boolean;
  /** It came in a flood, and the team is told of it in a digest; decided when it is stored. */
  isInFlood?: boolean;
};

export const submissionColumns = ['id', 'reference', 'form_name', 'form_data', 'created_at', 'due_at'] as const;

type Row = {
  [Column in (typeof submissionColumns)[number]]: Column extends 'form_data'
    ? string | Record<string, string>
    : Schema['form_submissions'][Column];
};

/** A new submission as a row. */
export function toRow(item: NewSubmission) {
  return {
    id: item.id,
    reference: item.reference,
    form_name: item.formName,
    form_data: JSON.stringify(item.data),
    created_at: item.createdAt,
    idempotency_key: item.idempotencyKey,
    content_hash: item.contentHash,
    came_by: item.cameBy,
    due_at: item.dueAt,
    target_at: item.ownTargetAt,
    next_reminder_at: reminderTimesOf(item)[0] ?? null,
    next_at: item.ownTargetAt ?? item.dueAt ?? item.createdAt,
    quarantined_at: item.quarantineReason === null ? null : item.createdAt,
    quarantine_reason: item.quarantineReason,
    partner_id: item.source?.partnerId ?? null,
    via: item.source?.via ?? null,
    found_by: foundByOf(item.data),
  };
}

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

/**
 * The claim as the response to what was saved into it at a time. Where the team was in touch already, or should have been, the time
 * for contact begins anew.
 */
export function answerOf(row: Row & { contacted_at: number | null }, at: number): Submission {
  const submission = fromRow(row);
  const isDueAhead = (row.contacted_at ?? at + 1) > at && row.due_at !== null && row.due_at > at;
  if (isDueAhead) return submission;
  const form = findForm(row.form_name);
  return { ...submission, createdAt: at, dueAt: form && responseTargets(form, submission.data, at).dueAt };
}
