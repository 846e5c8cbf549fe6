import { londonMoment } from '#forms/london-day.ts';
import type { App } from '#server/core/app.ts';
import type { ClaimAction } from '#server/core/audit/audit-event.ts';
import { historyOf } from '#server/core/audit/audit-trail.ts';
import { staffNames } from '#server/core/audit/names.ts';
import { lockRows } from '#server/core/database/engine.ts';
import type { Tx } from '#server/core/database/schema.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { type NextStepView, nextStepOf } from '../view/next-step-view.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';
import { stateOf } from '../view/submission-state.ts';
import { type Action, type ActionName, definitionOf, definitions, isActionName, keptActions } from './actions.ts';
import type { AnswerConflict } from './answer-conflicts.ts';
import { type ActionContext, type ActionResult, updateRow } from './define-action.ts';
import { keepDoneAction, markUndone, restoredBy, tooLate, withoutLeaver } from './done-actions.ts';
import { keptChange } from './kept.ts';
import { mergedRefusal } from './merge-actions.ts';
import { addProgressEmail } from './progress-email.ts';

const changedSince = 'It was changed since.';

/**
 * The outcome of an action. `undo` is the action that undoes it; null where there is none. `not found`: the claim was erased in the
 * meantime. `refused`: it is not possible, or somebody else was first; `message` says which, and `conflicts` in which answers. `next`: the
 * next step that follows.
 */
export type ActionOutcome =
  | { kind: 'done'; undo: Action | null; next: NextStepView | null }
  | { kind: 'not found' }
  | { kind: 'refused'; message: string; conflicts?: AnswerConflict[] };

/** The part of an act on several claims. `seen`: the state in which its claim was seen, in which it still has to be. */
type OfMany = { seen?: string | null; batch?: string | null };

/** Runs an action and records it in the audit trail, in one transaction. */
export async function runAction(
  app: App,
  staff: StaffMember,
  id: string,
  action: Action,
  { seen = null, batch = null }: OfMany = {},
): Promise<ActionOutcome> {
  const definition = definitionOf(action);
  const { acknowledge: emailsSenders, siteUrl } = app.env;
  const result = await app.db.write(async (tx) => {
    await definition.lockFirst?.(tx, action, id);
    const row = await lockRow(tx, id);
    if (!row) return null;
    if (seen !== null && seen !== stateOf(row)) return { kind: 'refused' as const, message: changedSince };
    const merged = await mergedRefusal(tx, row);
    if (merged !== null) return { kind: 'refused' as const, message: merged };
    const context = { tx, staff, row, now: app.now(), emailsSenders, siteUrl };
    const isUndo = action.undoes !== undefined || action.type === 'action undone';
    const restored = isUndo ? await restoredBy(context, action) : null;
    if (isUndo && restored === null) return { kind: 'refused' as const, message: tooLate };
    const ran = await definition.run(context, action);
    if (ran.kind === 'refused') return ran;
    const details = { ...ran.details, ...(action.type === 'action undone' && { undone: restored?.action ?? null }) };
    const at = app.audit.recordIn(tx, { actor: staff, action: action.type as ClaimAction, subjectId: id, details });
    const change = await withoutLeaver(context, restored?.change ?? ran.change);
    const { after, isTold } = await keepAndTell(context, action.type, { ...ran, ...(change && { change }) });
    await markUndone(context, action);
    const undo = await keepUndo(context, { ...definition, action: action.type, at, batch }, ran);
    return { ...ran, undo, after, hasEmail: isTold || ran.hasEmail };
  });
  if (result === null) return { kind: 'not found' };
  if (result.kind === 'refused') return { ...result, message: result.message ?? (await conflictMessage(app, id, action)) };
  if (result.hasEmail) app.jobs.wake();
  const names = await staffNames(app, [result.after.next_by, result.after.calling_by]);
  return { kind: 'done', undo: result.undo, next: nextStepOf(result.after, names) };
}

/** Keeps what an action changed for as long as it can be undone; returns the action that undoes it, or null where none does. */
async function keepUndo(
  context: ActionContext,
  { action, at, undoneBy, batch }: { action: ActionName; at: number; undoneBy: ActionName | null; batch: string | null },
  ran: Done,
): Promise<Action | null> {
  if (undoneBy === null) return null;
  const undo = { type: undoneBy, ...ran.undo } as Action;
  const before = ran.keepsBefore ? null : context.row;
  return { ...undo, undoes: await keepDoneAction(context, { at, action, undo, before, batch }) };
}

type Done = Extract<ActionResult, { kind: 'done' }>;

/**
 * Stores what the claim keeps of an action, or no longer keeps of the one that it undoes, and the e-mail that tells the claimant.
 * Returns the claim as it is then, and whether there is one to send.
 */
async function keepAndTell(
  context: ActionContext,
  name: ActionName,
  { countsAs, change: further }: Done,
): Promise<{ after: SubmissionRow; isTold: boolean }> {
  const { tx, staff, row, now } = context;
  const change: Partial<SubmissionRow> = {};
  for (const kept of keptActions) {
    const isKept = kept.name === name || kept.name === countsAs;
    if (!isKept && !isEndedBy(name, kept.name)) continue;
    // Several marks are in one column.
    Object.assign(change, keptChange({ ...row, ...change }, kept, isKept ? { at: now, by: staff.id } : null));
  }
  Object.assign(change, further);
  if (Object.keys(change).length === 0) return { after: row, isTold: false };
  await updateRow(tx, row.id, change);
  const after = { ...row, ...change };
  return { after, isTold: await addProgressEmail(context, after) };
}

/** Whether an action ends what another keeps. What has no opposite of its own returns with the columns that were changed. */
function isEndedBy(name: ActionName, kept: ActionName): boolean {
  const { undoneBy } = definitions[kept];
  return (undoneBy === name && name !== 'action undone') || (definitions[name].ends?.includes(kept) ?? false);
}

/** Reads a row and locks it until the transaction ends; undefined where it was erased. */
function lockRow(tx: Tx, id: string): Promise<SubmissionRow | undefined> {
  const query = tx.selectFrom('form_submissions').selectAll().where('id', '=', id);
  return lockRows(tx, query, 'for no key update').executeTakeFirst();
}

/**
 * The message for a conflict, such as "Olu Adeyemi marked it as contacted on Saturday 21 November, 10:05.": who did what made this action
 * impossible.
 */
async function conflictMessage(app: App, submissionId: string, { type }: Action): Promise<string> {
  const { conflictsWith = [] } = definitions[type];
  for (const event of await historyOf(app, [submissionId], 50)) {
    if (!isActionName(event.action) || !conflictsWith.includes(event.action)) continue;
    const { pastTense = event.action } = definitions[event.action];
    return `${event.actor} ${typeof pastTense === 'string' ? pastTense : pastTense(event.details)} on ${londonMoment(event.at)}.`;
  }
  return 'It has changed meanwhile, and nothing was done. Look at it again.';
}
