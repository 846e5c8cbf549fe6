import { createHash } from 'node:crypto';
import { readDate } from '#forms/accident-date.ts';
import { lineOf } from '#forms/answers.ts';
import type { ClaimField } from '#forms/claim-sections.ts';
import { isIncomplete, saidFieldsOf } from '#forms/continuation.ts';
import { day } from '#forms/durations.ts';
import { type Answers, type FormDefinition, fieldsOf } from '#forms/form.ts';
import { continuationOf, findForm, formOf } from '#forms/forms.ts';
import { londonDate } from '#forms/london-day.ts';
import { emailQuotasOf } from '#server/claims/accept/email-quotas.ts';
import { mergedIntoOf } from '#server/claims/merged-into.ts';
import { currentLinkOf, firstLinkOf } from '#server/claims/private-link.ts';
import { samePhone } from '#server/claims/search/search-terms.ts';
import { gainSource } from '#server/claims/sources/source.ts';
import { answerOf, type NewSubmission } from '#server/claims/stored-submission.ts';
import type { MergeIn } from '#server/claims/submission-store.ts';
import { isErasureRequested, type SubmissionRow } from '#server/claims/view/submission-reader.ts';
import type { App } from '#server/core/app.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import { lockRows } from '#server/core/database/engine.ts';
import { answersOf, type Tx } from '#server/core/database/schema.ts';
import { startedDays } from './claim-session.ts';
import { hasChangedTooMuch } from './claimant.ts';
import { differencesBetween } from './compare-accidents.ts';
import { noteClaimantUpdate } from './mark-update.ts';
import { storeAnswers } from './save-answers.ts';

/**
 * Saves a submission into the claim that it goes on with or takes the place of, so that one accident is never two claims. Answers
 * that the claim has stay as they are; where the submission has another value, that is stored as a message.
 */
export async function mergeIn(app: App, ...[tx, item, target]: Parameters<MergeIn>): ReturnType<MergeIn> {
  const row = await lockMergedInto(tx, target.id);
  const form = findForm(item.formName);
  if (!row || !form || !isOneClaim(row, form, item, target.sentAs)) return null;
  // "No" is about what came before by another form. What was sent again by the same form is one claim all the same.
  if (item.isSameAccident === false && target.sentAs !== form.name) return null;
  const at = item.createdAt;
  const { changes, message } = additionsTo(row, form, answersOf(item.data));
  const messageId = message === '' ? null : await newMessageId(tx, row, form, message);
  const isNew = Object.keys(changes).length > 0 || messageId !== null;
  const goesOn = findForm(target.sentAs ?? row.form_name)?.continuedBy === form.name;
  if (isNew && goesOn && !isIncomplete(row.form_name, answersOf(row.form_data))) return null;
  if (isNew && !item.isSameAccident && mayBeOther(row, form, item, target.sentAs))
    return item.isSameAccident === false ? null : { kind: 'question', reference: row.reference, createdAt: row.created_at };
  if (isNew && (await hasChangedTooMuch(tx, row.id, at))) return null;
  const hasEmail =
    isNew &&
    (await save(app, tx, {
      row,
      at,
      changes,
      network: item.network ?? null,
      message: messageId === null ? null : { id: messageId, text: message },
    }));
  await gainSource(tx, row, item);
  const link = target.sentAs === null ? currentLinkOf(row) : firstLinkOf(row, at);
  return { submission: { ...answerOf(row, at), data: item.data, link }, isNew, hasEmail };
}

type Additions = {
  row: SubmissionRow;
  at: number;
  changes: Answers;
  network: string | null;
  message: { id: string; text: string } | null;
};

async function save(app: App, tx: Tx, { row, at, changes, network, message }: Additions): Promise<boolean> {
  const { id } = row;
  const quotas = emailQuotasOf(app);
  const emailsSenders = app.env.acknowledge;
  const event = { actor: claimantActor, subjectId: id };
  if (message) {
    await tx
      .insertInto('messages')
      .values({ ...message, submission_id: id, at })
      .execute();
    app.audit.recordIn(tx, { ...event, action: 'message sent' });
  }
  if (Object.keys(changes).length === 0) return noteClaimantUpdate(tx, id, at, { quotas });
  const stored = await storeAnswers({ tx, row, now: at, emailsSenders, quotas, network }, changes);
  const { action, details = {}, isCompleted = false, hasEmail = false } = stored;
  app.audit.recordIn(tx, { ...event, action, details });
  const tellsTeam = await noteClaimantUpdate(tx, id, at, { isCompleted, quotas });
  return tellsTeam || hasEmail;
}

/** Locks a claim, or the one that it was merged into, also at this moment. */
async function lockMergedInto(tx: Tx, id: string): Promise<SubmissionRow | undefined> {
  const query = tx
    .selectFrom('form_submissions')
    .selectAll()
    .where('id', '=', await mergedIntoOf(tx, id));
  const row = await lockRows(tx, query, 'for no key update').executeTakeFirst();
  return row?.merged_into ? lockMergedInto(tx, row.merged_into) : row;
}

/**
 * Whether what was sent may be saved into this claim. It becomes a claim of its own where its phone number is another one; where the
 * claim has ended, is in quarantine or is to be erased; and where it goes on with a start days later, or after an accident on a later
 * date.
 */
function isOneClaim(
  row: SubmissionRow,
  form: FormDefinition,
  { data, createdAt }: NewSubmission,
  sentAs: string | null,
): boolean {
  if (row.closed_at !== null || row.withdrawn_at !== null || row.quarantined_at !== null) return false;
  if (isErasureRequested(row)) return false;
  if (!samePhone(answersOf(row.form_data).phone ?? '', data.phone ?? '')) return false;
  if (sentAs === form.name) return true;
  const before = findForm(sentAs ?? row.form_name);
  const isRecent = row.created_at >= createdAt - startedDays * day;
  // The roadside start arrives after the claim form that goes on with it.
  if (before && sentAs !== null && continuationOf(form) === before) return isRecent;
  const date = readDate(data['dateOfAccident' satisfies ClaimField] ?? '');
  const isLater = typeof date === 'number' && date > londonDate(row.created_at);
  return before !== null && continuationOf(before) === form && isRecent && !isLater;
}

/**
 * Whether it may be about another accident than the claim. A roadside start and the claim form are filled in at different times, so
 * one difference is enough; a form that is sent again with corrections is another accident only where date and registration differ.
 */
function mayBeOther(
  row: SubmissionRow,
  form: FormDefinition,
  { data, createdAt }: NewSubmission,
  sentAs: string | null,
): boolean {
  const startedAt = (formName: string, at: number) => (findForm(formName)?.continuedBy ? at : null);
  const before = { data: answersOf(row.form_data), startedAt: startedAt(row.form_name, row.created_at) };
  const differences = differencesBetween(before, { data, startedAt: startedAt(form.name, createdAt) });
  if (sentAs === form.name) return differences.includes('date') && differences.includes('registration');
  return differences.length > 0;
}

/**
 * What a submission adds to a claim: answers to save, and a message with those that may not be changed. Until a roadside start is
 * complete, the answers that were not given at the roadside may be changed.
 */
function additionsTo(row: SubmissionRow, form: FormDefinition, data: Answers): { changes: Answers; message: string } {
  const before = answersOf(row.form_data);
  const whole = fieldsOf(formOf(row.form_name, before));
  const start = findForm(row.form_name);
  const isOpen = start !== null && isIncomplete(row.form_name, before);
  const said = new Set(isOpen ? saidFieldsOf(start, before) : Object.keys(before).filter((name) => before[name]));
  const isFilledIn = (name: string, hidden = false) => whole.some((field) => field.name === name) && (hidden || !said.has(name));
  const added = fieldsOf(form).filter(({ name }) => data[name] && data[name] !== before[name]);
  const otherWords = added.filter(
    ({ name, hidden, defaultValue }) => !isFilledIn(name, hidden) && name !== 'phone' && !(hidden && data[name] === defaultValue),
  );
  return {
    changes: Object.fromEntries(
      added.filter(({ name, hidden }) => isFilledIn(name, hidden)).map(({ name }) => [name, data[name] ?? '']),
    ),
    message: otherWords
      .map((field) => lineOf(field, data))
      .map(({ label, value }) => `${form.continuedBy ? 'At the roadside' : 'On the claim form'}, ${label}\n${value}`)
      .join('\n\n'),
  };
}

/** The id of the message; null where the same text was stored before. */
async function newMessageId(tx: Tx, { id }: SubmissionRow, { name }: FormDefinition, message: string): Promise<string | null> {
  const messageId = createHash('sha256')
    .update(JSON.stringify([id, name, message]))
    .digest('hex');
  const known = await tx.selectFrom('messages').select('id').where('id', '=', messageId).executeTakeFirst();
  return known ? null : messageId;
}
