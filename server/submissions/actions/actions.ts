import { londonMoment } from '#forms/london-time.ts';
import type { Audit } from '#server/audit/audit.ts';
import { type ClaimAction, currentActionName } from '#server/audit/audit-event.ts';
import { historyOf } from '#server/audit/audit-trail.ts';
import type { Database } from '#server/database/database.ts';
import { lockRows } from '#server/database/engine.ts';
import type { Tx } from '#server/database/schema.ts';
import type { StaffMember } from '#server/staff/staff-member.ts';
import type { SubmissionReader, SubmissionRow } from '../view/submission-reader.ts';
import { assigned } from './assignment.ts';
import type { ActionDefinition } from './define-action.ts';
import { erasureActions } from './erasure-actions.ts';
import { linkActions } from './link-actions.ts';
import { noteActions } from './note-actions.ts';
import { sendEmailAgain } from './send-email-again.ts';
import { transitions } from './transitions.ts';

/** Everything that staff can do to a claim, by name. */
const actions = {
  ...transitions,
  assigned,
  ...noteActions,
  ...linkActions,
  ...erasureActions,
  'email sent again': sendEmailAgain,
};

type Actions = typeof actions;
type AnyDefinition = Pick<ActionDefinition<never>, 'pastTense' | 'conflictsWith'>;
type FieldsOf<Definition> = Definition extends ActionDefinition<infer Fields> ? Fields : never;

/** An action to run: its name, and the fields that it needs. */
export type Action = { [Name in keyof Actions]: { type: Name } & FieldsOf<Actions[Name]> }[keyof Actions];

/** Reads an action from the fields of a form; null where they name none. */
export function readAction(field: (name: string) => string | null): Action | null {
  const type = currentActionName(field('act') ?? '');
  return isActionType(type) ? ({ type, ...actions[type].read(field) } as Action) : null;
}

/** Reads the action that undoes another; null for any other action, because the cookie it comes from may be made up. */
export function readUndo(type: Action['type'], field: (name: string) => string | null): Action | null {
  const undo = readAction(field);
  return undo !== null && undo.type === actions[type].undoneBy ? undo : null;
}

type Services = {
  database: Database;
  submissions: SubmissionReader;
  audit: Audit;
  now: () => number;
  /** Whether senders of a form get an acknowledgement. */
  acknowledges: boolean;
  wakeWorker: () => void;
};

/**
 * The outcome of an action. `undo` is the action that undoes it; null where there is none. `not found`: the claim was erased in the
 * meantime. `refused`: it is not possible, or somebody else was first; `message` says which.
 */
export type ActionOutcome = { kind: 'done'; undo: Action | null } | { kind: 'not found' } | { kind: 'refused'; message: string };

/** Runs an action and records it in the audit trail, in one transaction. */
export function createRunAction({ database, submissions, audit, now, acknowledges, wakeWorker }: Services) {
  return async function runAction(staff: StaffMember, id: string, action: Action): Promise<ActionOutcome> {
    const definition = definitionOf(action);
    const result = await database.write(async (tx) => {
      await definition.lockFirst?.(tx, action);
      const row = await lockRow(tx, id);
      if (!row) return null;
      const ran = await definition.run({ tx, staff, row, now: now(), acknowledges }, action);
      if (ran.kind === 'done')
        audit.recordIn(tx, { actor: staff, action: action.type as ClaimAction, subjectId: id, details: ran.details });
      return ran;
    });
    if (result === null) return { kind: 'not found' };
    if (result.kind === 'refused')
      return { kind: 'refused', message: result.message ?? (await conflictMessage({ audit, submissions }, id, action)) };
    if (result.hasEmail) wakeWorker();
    return { kind: 'done', undo: result.undo as Action | null };
  };
}

/** Reads a row and locks it until the transaction ends; undefined where it was erased. */
function lockRow(tx: Tx, id: string): Promise<SubmissionRow | undefined> {
  const query = tx.selectFrom('form_submissions').selectAll().where('id', '=', id);
  return lockRows(tx, query, 'for no key update').executeTakeFirst();
}

/**
 * The message for a conflict, such as "Olu Adeyemi marked it as contacted on 21 November at 10:05.": who did what made this action
 * impossible.
 */
async function conflictMessage(
  { audit, submissions }: Pick<Services, 'audit' | 'submissions'>,
  submissionId: string,
  { type }: Action,
): Promise<string> {
  const { conflictsWith = [] }: AnyDefinition = actions[type];
  for (const event of await historyOf({ audit, names: submissions.staffNames }, submissionId, 50)) {
    if (!isActionType(event.action) || !conflictsWith.includes(event.action)) continue;
    const { pastTense = event.action }: AnyDefinition = actions[event.action];
    return `${event.actor} ${typeof pastTense === 'string' ? pastTense : pastTense(event.details)} on ${londonMoment(event.at)}.`;
  }
  return 'It has changed meanwhile, and nothing was done. Look at it again.';
}

function isActionType(name: string): name is Action['type'] {
  return Object.hasOwn(actions, name);
}

/** The definition of an action. Its fields are those that the same definition has read. */
function definitionOf(action: Action): ActionDefinition<Action> {
  return actions[action.type] as unknown as ActionDefinition<Action>;
}
