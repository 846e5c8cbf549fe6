import { ofOneCall } from '#forms/call-outcomes.ts';
import type { App } from '#server/core/app.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import * as submissions from '../view/submission-reader.ts';
import type { Action, ActionName } from './actions.ts';
import { undoableOfBatch } from './done-actions.ts';
import { type ActionOutcome, runAction } from './run-action.ts';

/** The actions that are done to several claims at once. */
const possible: readonly ActionName[] = ['assigned', 'contact attempted', 'closed'];

const isPossible = (action: Action): boolean =>
  possible.includes(action.type) && !(action.type === 'contact attempted' && ofOneCall.includes(action.outcome));

/** As many as the queue shows. */
const most = 100;

/** A claim that was chosen, and the state in which it was seen. */
type Chosen = { id: string; seen: string };

/** A claim that was left alone, and why. */
export type LeftAlone = { reference: string; name: string; message: string };

/** What an act on several claims came to. `batch`: by which one undo takes back what was done; null where nothing was. */
export type ManyOutcome = { batch: string | null; done: number; left: LeftAlone[] };

/**
 * One act on several claims, each in a transaction of its own: what a colleague has changed since it was seen is left alone and named,
 * and does not hold up the others.
 */
export async function actOnMany(app: App, staff: StaffMember, chosen: Chosen[], action: Action): Promise<ManyOutcome> {
  const batch = makeId(app.now());
  if (!isPossible(action)) return { batch: null, done: 0, left: [] };
  return actOnEach(
    app,
    chosen.slice(0, most).map(({ id, seen }) => ({ id, run: () => runAction(app, staff, id, action, { seen, batch }) })),
    batch,
  );
}

/** Takes back what one act did, but for what is taken back already. */
export async function undoMany(app: App, staff: StaffMember, batch: string): Promise<ManyOutcome> {
  const done = await undoableOfBatch(app.db.db, { batch, by: staff.id, now: app.now() });
  // The newest first, as the history is taken back.
  const steps = done.map(({ submissionId, undo }) => ({
    id: submissionId,
    run: () => runAction(app, staff, submissionId, undo as Action),
  }));
  return actOnEach(app, steps.toReversed(), null);
}

async function actOnEach(
  app: App,
  steps: { id: string; run: () => Promise<ActionOutcome> }[],
  batch: string | null,
): Promise<ManyOutcome> {
  const refused = new Map<string, string>();
  for (const { id, run } of steps) {
    const outcome = await run();
    if (outcome.kind === 'refused') refused.set(id, outcome.message);
    if (outcome.kind === 'not found') refused.set(id, 'It was erased.');
  }
  const rows = await submissions.inboxRows(app, await submissions.rows(app, [...refused.keys()]));
  const left = rows.map(({ id, reference, name }) => ({ reference, name, message: refused.get(id) ?? '' }));
  const done = steps.length - refused.size;
  return { batch: done > 0 ? batch : null, done, left };
}
