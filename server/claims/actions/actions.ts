import type { SubmissionRow } from '../view/submission-reader.ts';
import { assigned } from './assignment.ts';
import { consentActions } from './consent-actions.ts';
import { contactActions } from './contact-actions.ts';
import { correctionActions } from './correction-actions.ts';
import { type ActionDefinition, actionUndone, type Kept } from './define-action.ts';
import { erasureActions } from './erasure-actions.ts';
import { type Mark, markOf } from './kept.ts';
import { keptLongerActions } from './kept-longer.ts';
import { linkActions } from './link-actions.ts';
import { mergeActions } from './merge-actions.ts';
import { nextStepActions } from './next-step-actions.ts';
import { noteActions } from './note-actions.ts';
import { replyActions } from './reply-actions.ts';
import { sendEmailAgain } from './send-email-again.ts';
import { transitions } from './transitions.ts';

/** Everything that staff can do to a claim, by name. */
const actions = {
  ...transitions,
  ...contactActions,
  ...nextStepActions,
  assigned,
  ...noteActions,
  ...replyActions,
  ...correctionActions,
  ...mergeActions,
  ...linkActions,
  ...erasureActions,
  ...keptLongerActions,
  ...consentActions,
  'email sent again': sendEmailAgain,
  'action undone': actionUndone,
};

type Actions = typeof actions;

/** The name of an action, as the audit trail records it. */
export type ActionName = keyof Actions;

type FieldsOf<Definition> = Definition extends { read: (...field: never[]) => infer Fields } ? Fields : never;

/** An action to run: its name, and the fields that it needs. `undoes`: the kept action that it undoes, whose former values return. */
export type Action = { [Name in ActionName]: { type: Name; undoes?: string } & FieldsOf<Actions[Name]> }[ActionName];

/** What the actions say of themselves. The types refuse one that says less, and one that names an action which is not in the list. */
export const definitions: Record<
  ActionName,
  Omit<ActionDefinition<never, ActionName | null>, 'read' | 'lockFirst' | 'run'>
> = actions;

/** What claims keep of actions, in the order of the list. */
export const keptActions: (Kept & { name: ActionName })[] = Object.entries(definitions).flatMap(([name, { keeps }]) =>
  keeps === null ? [] : [{ name: name as ActionName, ...keeps }],
);

/** Reads an action from the fields of a form; null where they name none. */
export function readAction(posted: (name: string) => string | null): Action | null {
  // PostgreSQL takes no text with a NUL.
  const field = (name: string) => posted(name)?.replaceAll('\0', '') ?? null;
  const type = field('act') ?? '';
  if (!isActionName(type)) return null;
  const undoes = field('undoes');
  return { type, ...actions[type].read(field), ...(undoes !== null && { undoes }) } as Action;
}

/** Reads the action that undoes another; null for any other action, because the cookie it comes from may be made up. */
export function readUndo(type: ActionName, field: (name: string) => string | null): Action | null {
  const undo = readAction(field);
  return undo !== null && undo.type === definitions[type].undoneBy ? undo : null;
}

export function isActionName(name: string): name is ActionName {
  return Object.hasOwn(actions, name);
}

/** The definition of an action. Its fields are those that the same definition has read. */
export function definitionOf(action: Action): ActionDefinition<Action, ActionName | null> {
  return actions[action.type] as unknown as ActionDefinition<Action, ActionName | null>;
}

/** What a claim keeps of all actions, in the order of the list. */
export function marksOf(row: SubmissionRow): ((typeof keptActions)[number] & Mark)[] {
  return keptActions.flatMap((kept) => {
    const mark = markOf(row, kept);
    return mark === null ? [] : [{ ...kept, ...mark }];
  });
}
