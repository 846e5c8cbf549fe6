import { type Selectable, sql } from 'kysely';
import { type Completeness, completenessOf } from '#forms/continuation.ts';
import { isUrgent } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { phoneInLine } from '#forms/phone-numbers.ts';
import { senderOf, summaryOf } from '#forms/sender.ts';
import type { App } from '#server/core/app.ts';
import { nameIn } from '#server/core/audit/audit-trail.ts';
import { readTexts, staffNames } from '#server/core/audit/names.ts';
import { isOneOf } from '#server/core/database/engine.ts';
import { answersOf, type Schema } from '#server/core/database/schema.ts';
import { emailIs, hasConsent } from '#server/mail/out/email-store.ts';
import { type ContactAttemptRow, type NextStepView, needsReply, nextStepOf } from './next-step-view.ts';

export type SubmissionRow = Selectable<Schema['form_submissions']>;
export type EmailRow = Selectable<Schema['jobs']>;
export type AttemptRow = Schema['job_attempts'];
export type CorrectionRow = Schema['corrections'];
export type MessageRow = Selectable<Schema['messages']>;
export type NoteRow = Schema['notes'];

/**
 * The status, derived from timestamps. A submission in quarantine has that status whatever else was done to it, and is in no other
 * list.
 */
export type Status = 'new' | 'contacted' | 'closed' | 'quarantine';

/** The worst state of its e-mails to the team. One that failed and was acknowledged counts as sent. */
export type EmailState = 'none' | 'waiting' | 'sent' | 'failed';

/** A row of the inbox. */
export type InboxRow = {
  id: string;
  reference: string;
  form: string;
  name: string;
  phone: string;
  summary: string;
  createdAt: number;
  /** The response target that visitors are told; null where there is none. */
  dueAt: number | null;
  /** Our own, earlier target; null where there is none. */
  ownTargetAt: number | null;
  status: Status;
  emailState: EmailState;
  assignedTo: { id: string; name: string } | null;
  /** What is done next; null for what is closed or in quarantine. */
  next: NextStepView | null;
  /** Something came in that was not answered yet; of what is closed: since then. */
  needsReply: boolean;
  /** How often somebody tried to make contact. */
  attemptCount: number;
  /** The claimant did something that nobody of the team has seen yet. */
  isUpdated: boolean;
  isWithdrawn: boolean;
  /** The sender took their consent back. */
  isConsentTakenBack: boolean;
  /** The form says that its sender is called back within minutes. */
  isUrgent: boolean;
  /** Which answers a claim that was begun at the roadside still lacks; null for all others. */
  completeness: Completeness | null;
};

/** The rows with these ids, in no order, without those that were erased. */
export async function rows({ db: { db } }: App, ids: string[]): Promise<SubmissionRow[]> {
  return ids.length > 0 ? db.selectFrom('form_submissions').selectAll().where('id', 'in', ids).execute() : [];
}

/** What staff merged into a claim, oldest first. */
export function mergedInto({ db: { db } }: App, id: string): Promise<SubmissionRow[]> {
  return db.selectFrom('form_submissions').selectAll().where('merged_into', '=', id).orderBy('created_at').execute();
}

/** The submission of a form that was stored with this key; null where there is none. */
export async function idOfKey({ db: { db } }: App, formName: string, key: string): Promise<string | null> {
  const query = db.selectFrom('form_submissions').select('id').where('form_name', '=', formName);
  return (await query.where('idempotency_key', '=', key).executeTakeFirst())?.id ?? null;
}

/** The inbox rows of these rows, in the same order. */
export async function inboxRows(app: App, rows: SubmissionRow[]): Promise<InboxRow[]> {
  const [states, names] = await Promise.all([
    emailStates(
      app,
      rows.map(({ id }) => id),
    ),
    staffNames(
      app,
      rows.flatMap((row) => [row.assigned_to, row.next_by, row.calling_by]),
    ),
  ]);
  return rows.map((row) => inboxRow(row, states.get(row.id) ?? 'none', names));
}

/** Names of partners, including those whose links have ended. */
export function partnerNames({ db: { db } }: App, ids: (string | null)[]): Promise<Map<string, string>> {
  return readTexts(ids, (wanted) => db.selectFrom('partners').select(['id', 'name as text']).where('id', 'in', wanted).execute());
}

/** The notes on a submission, oldest first, including those that were removed. */
export function notes({ db: { db } }: App, ids: string[]): Promise<NoteRow[]> {
  return db.selectFrom('notes').selectAll().where('submission_id', 'in', ids).orderBy('created_at').orderBy('id').execute();
}

/** The attempts to make contact with a sender, oldest first, including those that were undone. */
export function attempts({ db: { db } }: App, ids: string[]): Promise<ContactAttemptRow[]> {
  return db.selectFrom('contact_attempts').selectAll().where('submission_id', 'in', ids).orderBy('id').execute();
}

/** The corrections of answers, oldest first, including those that were taken back. */
export function corrections({ db: { db } }: App, ids: string[]): Promise<CorrectionRow[]> {
  return db.selectFrom('corrections').selectAll().where('submission_id', 'in', ids).orderBy('id').execute();
}

/** Records that the team has looked at what the claimant did until then. */
export async function markUpdateSeen({ db }: App, id: string, updateAt: number): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable('form_submissions')
      .set({ claimant_update_seen_at: updateAt })
      .where('id', '=', id)
      // A colleague may have opened it since with something newer.
      .where((where) => where.or([where('claimant_update_seen_at', 'is', null), where('claimant_update_seen_at', '<', updateAt)]))
      .execute(),
  );
}

/** What the claimant and the team wrote to each other, oldest first. */
export function messages({ db: { db } }: App, ids: string[]): Promise<MessageRow[]> {
  return db.selectFrom('messages').selectAll().where('submission_id', 'in', ids).orderBy('at').orderBy('id').execute();
}

/** Submissions that were saved into these when they came. */
export function merged({ db: { db } }: App, ids: string[]): Promise<{ form_name: string; created_at: number }[]> {
  return db
    .selectFrom('merged_submissions')
    .select(['form_name', 'created_at'])
    .where('submission_id', 'in', ids)
    .orderBy('created_at')
    .execute();
}

/** The e-mails about submissions, oldest first, with their attempts. */
export async function emails(
  { db: { db } }: App,
  submissionIds: string[],
): Promise<{ email: EmailRow; attempts: AttemptRow[] }[]> {
  const found = await db
    .selectFrom('jobs')
    .selectAll()
    .where('subject_id', 'in', submissionIds)
    .where('template', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = found.map(({ id }) => id);
  const attempts =
    ids.length > 0
      ? await db.selectFrom('job_attempts').selectAll().where('job_id', 'in', ids).orderBy('at').orderBy('id').execute()
      : [];
  return found.map((email) => ({ email, attempts: attempts.filter((one) => one.job_id === email.id) }));
}

async function emailStates({ db: { db } }: App, ids: string[]): Promise<Map<string, EmailState>> {
  if (ids.length === 0) return new Map();
  const worst = sql<number>`max(case when finished_at is not null or acknowledged_at is not null then 0 when failed_at is null then 1 else 2 end)`;
  const withMerged = sql<boolean>`subject_id in (
    select id from form_submissions where ${isOneOf(db, 'id', ids)}
    union all select id from form_submissions where ${isOneOf(db, 'merged_into', ids)})`;
  const rows = await db
    .selectFrom('jobs')
    .innerJoin('form_submissions', 'form_submissions.id', 'subject_id')
    .select([sql<string>`coalesce(merged_into, form_submissions.id)`.as('of'), worst.as('worst')])
    .where(withMerged)
    .where(emailIs.any)
    .groupBy('of')
    .execute();
  return new Map(rows.map((row) => [row.of, (['sent', 'waiting', 'failed'] as const)[row.worst] ?? 'none']));
}

export function inboxRow(row: SubmissionRow, emailState: EmailState, names: Map<string, string>): InboxRow {
  const data = answersOf(row.form_data);
  const form = formOf(row.form_name, data);
  const sender = senderOf(form, data);
  return {
    id: row.id,
    reference: row.reference,
    form: row.form_name,
    name: sender.name,
    phone: phoneInLine(sender.phone),
    summary: summaryOf(form, data),
    createdAt: row.created_at,
    dueAt: row.due_at,
    ownTargetAt: row.target_at,
    status: statusOf(row),
    emailState,
    isUpdated: (row.claimant_update_at ?? 0) > (row.claimant_update_seen_at ?? 0),
    isWithdrawn: row.withdrawn_at !== null,
    isConsentTakenBack: !hasConsent(row),
    isUrgent: isUrgent(form),
    completeness: completenessOf(row.form_name, data),
    next: nextStepOf(row, names),
    needsReply: needsReply(row),
    attemptCount: row.attempt_count,
    assignedTo: row.assigned_to === null ? null : { id: row.assigned_to, name: nameIn(names, row.assigned_to) },
  };
}

/** Whether its claimant asked to have their data erased, and nobody has answered yet. */
export function isErasureRequested(row: Pick<SubmissionRow, 'erasure_requested_at' | 'erasure_answered_at'>): boolean {
  return row.erasure_requested_at !== null && row.erasure_answered_at === null;
}

export function statusOf(row: Pick<SubmissionRow, 'quarantined_at' | 'closed_at' | 'contacted_at'>): Status {
  if (row.quarantined_at !== null) return 'quarantine';
  if (row.closed_at !== null) return 'closed';
  return row.contacted_at === null ? 'new' : 'contacted';
}
