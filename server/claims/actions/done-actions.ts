import { day } from '#forms/durations.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { Db, Tx } from '#server/core/database/schema.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';
import type { ActionContext } from './define-action.ts';

/** For how long an action can be undone. */
export const undoMs = 30 * day;

export const tooLate = 'It was taken back before, or is more than thirty days ago.';

/** Columns that an action changes and that undoing it leaves: sent answers, and what only schedules work. */
const left = ['form_data', 'next_reminder_at', 'claimant_update_at', 'claimant_update_seen_at'];

/** Which private link works. By its number alone, a link that was revoked would work again in the place of one that was sent since. */
const linkColumns: readonly string[] = ['link_generation', 'link_revoked_at'] satisfies (keyof SubmissionRow)[];

type Change = Partial<SubmissionRow>;

/** The action that undoes another, with its fields. */
type Undo = { type: string; undoes?: string };

/** An action that can still be undone, and how. */
type Undoable = { at: number; by: string; action: string; undo: Undo };

/**
 * Keeps what an action changed, and the action that undoes it; returns its id. `at`: the time of its event in the audit trail. `before`:
 * the row before it; null where the action keeps that itself. `batch`: of an act on several submissions.
 */
export async function keepDoneAction(
  { tx, staff, row, now }: ActionContext,
  {
    at,
    action,
    undo,
    before,
    batch,
  }: Omit<Undoable, 'undo' | 'by'> & { undo: Undo; before: SubmissionRow | null; batch: string | null },
): Promise<string> {
  const after = await tx.selectFrom('form_submissions').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  const names = before === null ? [] : changedColumns(before, after);
  const id = makeId(now);
  await tx
    .insertInto('done_actions')
    .values({
      id,
      submission_id: row.id,
      at,
      by: staff.id,
      action,
      undo: JSON.stringify(undo),
      before: JSON.stringify(pick(before ?? after, names)),
      after: JSON.stringify(pick(after, names)),
      undone_at: null,
      batch,
    })
    .execute();
  return id;
}

/**
 * The values that undoing a kept action restores, of the columns that nobody has changed since; `change` is null where the action keeps
 * them itself. Null where it cannot be undone any more, or not by this action.
 */
export async function restoredBy(
  { tx, row, now }: ActionContext,
  { undoes, ...undo }: Undo,
): Promise<{ action: string; change: Change | null } | null> {
  const done = await tx
    .selectFrom('done_actions')
    .selectAll()
    .where('id', '=', undoes ?? '')
    .where('submission_id', '=', row.id)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  if (!done || done.at <= now - undoMs || done.undo !== JSON.stringify(undo)) return null;
  return { action: done.action, change: isKeptByAction(done) ? null : unchangedSince(row, done) };
}

/** Marks what an action undoes, also where it was not chosen as an undo. */
export async function markUndone({ tx, row, now }: ActionContext, { undoes, ...undo }: Undo): Promise<void> {
  await tx
    .updateTable('done_actions')
    .set({ undone_at: now })
    .where('submission_id', '=', row.id)
    .where('undone_at', 'is', null)
    .$if(undoes !== undefined, (query) => query.where('id', '=', undoes ?? ''))
    .where('undo', '=', JSON.stringify(undo))
    .execute();
}

/** The change with the next step anybody's where it would be that of somebody who has left, since the claim was closed or the act undone. */
export async function withoutLeaver({ tx, row }: ActionContext, change: Change | undefined): Promise<Change | undefined> {
  const next_by = change?.next_by === undefined ? row.next_by : change.next_by;
  if (next_by === null) return change;
  const stays = await tx
    .selectFrom('staff')
    .select('id')
    .where('id', '=', next_by)
    .where('leftAt', 'is', null)
    .executeTakeFirst();
  return stays ? change : { ...change, next_by: null };
}

/** The actions of one act on several submissions that can still be undone, each with its submission. */
export async function undoableOfBatch(
  db: Db,
  { batch, by, now }: { batch: string; by: string; now: number },
): Promise<(Undoable & { submissionId: string })[]> {
  const done = await db
    .selectFrom('done_actions')
    .selectAll()
    .where('batch', '=', batch)
    .where('by', '=', by)
    .where('undone_at', 'is', null)
    .where('at', '>', now - undoMs)
    .orderBy('id')
    .execute();
  return done.map((one) => ({ submissionId: one.submission_id, ...undoableFrom(one) }));
}

/** The actions on a submission that can still be undone. */
export async function undoableOf(db: Db | Tx, row: SubmissionRow, now: number): Promise<Undoable[]> {
  const done = await db
    .selectFrom('done_actions')
    .selectAll()
    .where('submission_id', '=', row.id)
    .where('undone_at', 'is', null)
    .where('at', '>', now - undoMs)
    .execute();
  return done.filter((one) => isKeptByAction(one) || Object.keys(unchangedSince(row, one)).length > 0).map(undoableFrom);
}

function undoableFrom({
  id,
  at,
  by,
  action,
  undo,
}: {
  id: string;
  at: number;
  by: string;
  action: string;
  undo: string;
}): Undoable {
  return { at, by, action, undo: { ...JSON.parse(undo), undoes: id } };
}

function isKeptByAction({ after }: { after: string }): boolean {
  return after === '{}';
}

function unchangedSince(row: SubmissionRow, done: { before: string; after: string }): Change {
  const [before, after]: Change[] = [JSON.parse(done.before), JSON.parse(done.after)];
  const names = Object.keys(after ?? {}) as (keyof SubmissionRow)[];
  const isUnchanged = (name: keyof SubmissionRow) => row[name] === after?.[name];
  const hasOtherLink = names.some((name) => linkColumns.includes(name) && !isUnchanged(name));
  return pick(
    before ?? {},
    names.filter((name) => isUnchanged(name) && !(hasOtherLink && linkColumns.includes(name))),
  );
}

function changedColumns(before: SubmissionRow, after: SubmissionRow): (keyof SubmissionRow)[] {
  const names = Object.keys(after) as (keyof SubmissionRow)[];
  return names.filter((name) => before[name] !== after[name] && !left.includes(name));
}

function pick(row: Change, names: (keyof SubmissionRow)[]): Change {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}
