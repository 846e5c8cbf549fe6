import type { Tx } from '#server/database/schema.ts';
import type { StaffMember } from '#server/staff/staff.ts';
import type { SubmissionRow } from '../view/view-store.ts';
import type { ChangeStore } from './action-store.ts';

/**
 * Something that staff can do to a claim: what it is told, what it does, and how it is spoken of. Each stands in the file of its
 * kind and is listed in actions.ts; its name is what forms post as `act` and what the audit trail keeps.
 */
export type ActionDefinition<Fields extends object> = {
  /** What it has to be told, from the fields of a form. */
  read: (field: (name: string) => string | null) => Fields;
  /** The action that takes it back; null where nothing can. */
  undoneBy: string | null;
  /** How it is told to somebody who came second: "closed it". From the details on record, in which staff have names. */
  past?: string | ((details: Record<string, unknown>) => string);
  /** What somebody else may have done first, so that this has nowhere to begin. */
  conflictsWith?: string[];
  /** Locks what has to be locked before the claim itself. */
  lockFirst?: (context: Pick<ActionContext, 'tx' | 'store'>, fields: Fields) => Promise<void>;
  run: (context: ActionContext, fields: Fields) => Promise<Step>;
};

/** `row` is locked: nobody else changes it before the transaction ends. */
export type ActionContext = { tx: Tx; store: ChangeStore; staff: StaffMember; row: SubmissionRow; now: number };

/**
 * What became of it within the transaction. `refused` has words where they are known here; with null somebody else was first, and
 * the audit trail tells who. `details` are for that trail and hold nothing that a visitor typed.
 */
export type Step =
  | {
      kind: 'done';
      undo: { act: string; [field: string]: string | null } | null;
      details?: Record<string, string | null>;
      isLetterDue?: boolean;
    }
  | { kind: 'refused'; words: string | null };

export function defineAction<Fields extends object>(definition: ActionDefinition<Fields>): ActionDefinition<Fields> {
  return definition;
}

/** An action that has to be told nothing but its name. */
export function definePlainAction(definition: Omit<ActionDefinition<object>, 'read'>): ActionDefinition<object> {
  return { ...definition, read: () => ({}) };
}

export const refused = (words: string | null = null): Step => ({ kind: 'refused', words });

export const inQuarantine = 'It is in quarantine: release it first.';
