import { londonMoment } from '#forms/london-time.ts';
import type { Audit } from '#server/audit/audit.ts';
import { historyOf } from '#server/audit/audit-trail.ts';
import type { SubmissionStore } from '../view/view-store.ts';
import { assigned } from './assign-action.ts';
import type { ActionContext, ActionDefinition, Step } from './define-action.ts';
import { noteActions } from './note-actions.ts';
import { sendAgain } from './send-again-action.ts';
import { statusActions } from './status-actions.ts';

/** Everything that staff can do to a claim, by name. */
const actions = { ...statusActions, assigned, ...noteActions, 'letter sent again': sendAgain };

type Actions = typeof actions;
type AnyDefinition = Pick<ActionDefinition<never>, 'past' | 'conflictsWith'>;
type FieldsOf<Definition> = Definition extends ActionDefinition<infer Fields> ? Fields : never;

/** What is asked for: the name of an action, and what that has to be told. */
export type Action = { [Name in keyof Actions]: { act: Name } & FieldsOf<Actions[Name]> }[keyof Actions];

/** Reads an action from the fields of a form; null where they name none. Whether it is possible, the desk decides. */
export function readAction(field: (name: string) => string | null): Action | null {
  const act = field('act') ?? '';
  return isAct(act) ? ({ act, ...actions[act].read(field) } as Action) : null;
}

/** Reads what takes an action back; null for what does anything else: somebody may have made it up. */
export function readUndo(act: Action['act'], field: (name: string) => string | null): Action | null {
  const undo = readAction(field);
  return undo !== null && undo.act === actions[act].undoneBy ? undo : null;
}

export async function lockFirst(context: Pick<ActionContext, 'tx' | 'store'>, action: Action): Promise<void> {
  await definitionOf(action).lockFirst?.(context, action);
}

export function run(context: ActionContext, action: Action): Promise<Step> {
  return definitionOf(action).run(context, action);
}

/** "Olu Adeyemi marked it as contacted on 21 November at 10:05.": who was first, where an action had nowhere to begin. */
export async function conflictMessage(
  services: { audit: Audit; submissions: SubmissionStore },
  submissionId: string,
  { act }: Action,
): Promise<string> {
  const { conflictsWith = [] }: AnyDefinition = actions[act];
  for (const event of await historyOf({ audit: services.audit, names: services.submissions.names }, submissionId, 50)) {
    if (!isAct(event.action) || !conflictsWith.includes(event.action)) continue;
    const { past = event.action }: AnyDefinition = actions[event.action];
    return `${event.actor} ${typeof past === 'string' ? past : past(event.details)} on ${londonMoment(event.at)}.`;
  }
  return 'It has changed meanwhile, and nothing was done. Look at it again.';
}

function isAct(name: string): name is Action['act'] {
  return Object.hasOwn(actions, name);
}

/** Each definition gets the fields that it read itself. */
function definitionOf(action: Action): ActionDefinition<Action> {
  return actions[action.act] as unknown as ActionDefinition<Action>;
}
