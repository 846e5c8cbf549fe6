import { type Answers, fieldsOf } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import { makeId } from '#server/core/database/make-id.ts';
import { storedAnswersOf, type Tx } from '#server/core/database/schema.ts';
import { senderAddress, senderEmailKind } from '#server/mail/out/email-store.ts';
import { foundByOf } from './sources/source.ts';
import type { CorrectionRow, SubmissionRow } from './view/submission-reader.ts';

/** A change of answers. `by`: the claimant, or a member of staff. */
type Correction = { changes: Answers; by: string; at: number };

/**
 * Stores changed answers in the submission, where everything reads them, and what each was before beside it. Returns the answers as they
 * are now, and the ids of the corrections.
 */
export async function storeCorrections(
  tx: Tx,
  row: Pick<SubmissionRow, 'id' | 'form_name' | 'form_data'>,
  { changes, by, at }: Correction,
): Promise<{ data: Answers; ids: string[] }> {
  const before = storedAnswersOf(row.form_data);
  const data = await storeAnswers(tx, row, { ...before, ...changes });
  // Claimants who change their address get an acknowledgement there.
  if (by !== claimantActor.id) await redirectEmails(tx, row, before, data);
  const changed = Object.entries(changes).filter(([field, value]) => value !== (before[field] ?? ''));
  // What claimants add themselves is an answer and no correction.
  const kept = changed.filter(([field]) => by !== claimantActor.id || before[field]);
  const corrections = kept.map(([field, value]) => ({
    id: makeId(at),
    submission_id: row.id,
    field,
    old: before[field] ?? '',
    new: value,
    at,
    by,
    undone_at: null,
    undone_by: null,
  }));
  if (corrections.length > 0) await tx.insertInto('corrections').values(corrections).execute();
  return { data, ids: corrections.map(({ id }) => id) };
}

/**
 * Takes corrections back: each field has the value of before again, unless it was corrected once more since, which then counts as a
 * correction of that value. Returns the answers as they are then, and those that were taken back.
 */
export async function undoCorrections(
  tx: Tx,
  row: SubmissionRow,
  ids: string[],
  undone: { by: string; at: number },
): Promise<{ data: Answers; taken: CorrectionRow[] }> {
  const data = { ...storedAnswersOf(row.form_data) };
  const corrections = await correctionsOf(tx, row.id);
  const taken = corrections.filter(({ id }) => ids.includes(id));
  // The newest first, so that two corrections of one field lead back to what was before both.
  for (const { id, field, old, new: corrected } of taken.toReversed()) {
    const following = corrections.find((other) => other.field === field && other.id > id && !ids.includes(other.id));
    if (following) await tx.updateTable('corrections').set({ old }).where('id', '=', following.id).execute();
    else if ((data[field] ?? '') === corrected) data[field] = old;
    await tx.updateTable('corrections').set({ undone_at: undone.at, undone_by: undone.by }).where('id', '=', id).execute();
  }
  if (taken.length === 0) return { data, taken };
  const stored = await storeAnswers(tx, row, data);
  await redirectEmails(tx, row, storedAnswersOf(row.form_data), stored);
  return { data: stored, taken };
}

/** The corrections that were not taken back, oldest first. */
function correctionsOf(tx: Tx, submissionId: string): Promise<CorrectionRow[]> {
  return tx
    .selectFrom('corrections')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Sends what waits for the sender to the address as it is now. What is being sent at this moment is checked by its job. */
async function redirectEmails(
  tx: Tx,
  { id, form_name: formName }: Pick<SubmissionRow, 'id' | 'form_name'>,
  before: Answers,
  data: Answers,
): Promise<void> {
  const recipient = senderAddress({ formName, data });
  if (recipient === null || recipient === senderAddress({ formName, data: before })) return;
  const waiting = tx
    .selectFrom('jobs')
    .where('subject_id', '=', id)
    .where('kind', '=', senderEmailKind)
    .where('finished_at', 'is', null);
  const ids = (await waiting.select('id').execute()).map((job) => job.id);
  if (ids.length === 0) return;
  await tx.updateTable('jobs').set({ recipient }).where('id', 'in', ids).where('finished_at', 'is', null).execute();
  // A message of staff has the id of its e-mail.
  await tx.updateTable('messages').set({ address: recipient }).where('id', 'in', ids).execute();
}

async function storeAnswers(
  tx: Tx,
  { id, form_name: formName }: Pick<SubmissionRow, 'id' | 'form_name'>,
  answers: Answers,
): Promise<Answers> {
  const data = { ...answers };
  // A box that is not ticked has no entry in the answers.
  for (const { name, type } of fieldsOf(formOf(formName, data))) if (type === 'checkbox' && data[name] === '') delete data[name];
  await tx
    .updateTable('form_submissions')
    .set({ form_data: JSON.stringify(data), found_by: foundByOf(data) })
    .where('id', '=', id)
    .execute();
  return data;
}
