import { eventStreamsOf } from '#server/claims/inbox/event-streams.ts';
import { liveUpdatesOf } from '#server/claims/inbox/live-updates.ts';
import { rows } from '#server/claims/view/submission-reader.ts';
import type { App } from '#server/core/app.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import * as many from './act-on-many.ts';
import type { Action } from './actions.ts';
import { type ActionOutcome, runAction } from './run-action.ts';

/** Runs an action of staff, which every open page sees at once, and of which an assignee is told. */
export async function act(app: App, staff: StaffMember, id: string, action: Action): Promise<ActionOutcome> {
  const outcome = await runAction(app, staff, id, action);
  if (outcome.kind === 'done') liveUpdatesOf(app).notify();
  if (outcome.kind === 'done' && action.type === 'assigned') {
    const [row] = await rows(app, [id]);
    tellAssignee(app, staff, action, row?.reference ?? '');
  }
  return outcome;
}

export async function actOnMany(app: App, ...[staff, chosen, action]: Given<typeof many.actOnMany>) {
  const outcome = await many.actOnMany(app, staff, chosen, action);
  liveUpdatesOf(app).notify();
  if (outcome.done > 0 && action.type === 'assigned') tellAssignee(app, staff, action, `${outcome.done} claims`);
  return outcome;
}

export function undoMany(app: App, ...given: Given<typeof many.undoMany>) {
  return many.undoMany(app, ...given).finally(liveUpdatesOf(app).notify);
}

type Given<Run> = Run extends (app: App, ...args: infer Args) => unknown ? Args : never;

function tellAssignee(
  app: App,
  staff: StaffMember,
  { to, text = '' }: Extract<Action, { type: 'assigned' }>,
  what: string,
): void {
  if (to && to !== staff.id) eventStreamsOf(app).tell(to, { title: `${staff.name} assigned ${what} to you`, description: text });
}
