import type { Tx } from '#server/core/database/schema.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';
import type { AnswerConflict } from './answer-conflicts.ts';

/**
 * Something that staff can do to a claim. Each is defined in the file of its kind and listed in actions.ts; its name is what forms
 * post as `act` and what the audit trail records. `Name`: the names of other actions in it, which actions.ts checks.
 */
export type ActionDefinition<Fields extends object, Name extends string | null = string | null> = {
  /** Reads what the action needs besides its name from the fields of a form. */
  read: (field: (name: string) => string | null) => Fields;
  /** The action that undoes it, and with it what it keeps; null where none does. */
  undoneBy: Name;
  /** The actions that it takes the place of: what they keep is no longer kept. */
  ends?: readonly Name[];
  /** Only the one who did it can undo it. */
  isUndoneByAuthor?: true;
  /** What the claim keeps of it; null where only the audit trail has it. */
  keeps: Kept | null;
  /** It is in no copy that the claimant gets. */
  isForTeam?: true;
  /** What it did, in the conflict message of somebody else: "closed it". Gets the recorded details, with the names of staff. */
  pastTense?: string | ((details: Record<string, unknown>) => string);
  /** The actions of somebody else after which this one is no longer possible. */
  conflictsWith?: readonly Name[];
  /** Takes the locks that must come before the one on the claim. */
  lockFirst?: (tx: Tx, fields: Fields, id: string) => Promise<void>;
  run: (context: ActionContext, fields: Fields) => Promise<ActionResult>;
};

/** What a claim keeps of an action until it is undone: when it was done, and by whom. */
export type Kept = {
  /** As the desk, the list as CSV and the subject access export call it; null for what they show with what it answers. */
  title: string | null;
  /** Its columns, where a list or a report reads them; null where the column `recorded` will do. */
  columns: { at: ColumnOf<number | null>; by: ColumnOf<string | null> } | null;
  /** The sentence on the claimant's page; null where there is none. */
  onClaimantsPage: string | null;
  /** What the claimant is told by e-mail after a change from one time to another; null where there is no time. `row`: the claim since. */
  tells: (before: number | null, now: number | null, row: SubmissionRow) => News | null;
  /** The column whose time is told, where that is not the time when it was done. */
  toldOf?: ColumnOf<number | null>;
};

/** What an e-mail tells the claimant. `isAside`: beside other news it has no title, and its sentences follow theirs. */
export type News = { title: string; sentences: string[]; isAside?: true };

/** Told once it is done; what is undone before the e-mail leaves is not. */
export const whenDone =
  (news: News): Kept['tells'] =>
  (before, now) =>
    before === null && now !== null ? news : null;

type ColumnOf<Value> = {
  [Column in keyof SubmissionRow]: SubmissionRow[Column] extends Value ? Column : never;
}[keyof SubmissionRow];

/** What an action works with. `row` is locked until the transaction ends. */
export type ActionContext = {
  tx: Tx;
  staff: StaffMember;
  row: SubmissionRow;
  now: number;
  /** Whether senders of a form get e-mails. */
  emailsSenders: boolean;
  /** The origin of links, whose host is the right part of every Message-ID. */
  siteUrl: string;
};

/**
 * What an action came to, within its transaction. What it keeps is stored, and the claimant told, after it. `refused` without a
 * message: somebody else was first, and the audit trail says who. `undo` has the fields of the action that undoes it, `details` are
 * recorded in the audit trail and must contain nothing that a visitor typed. `conflicts`: the answers that somebody else changed since.
 */
export type ActionResult =
  | {
      kind: 'done';
      undo?: Record<string, string | null>;
      details?: Record<string, string | null>;
      hasEmail?: boolean;
      /** The action as which it counts too: what that one keeps is kept, and the claimant told. */
      countsAs?: string | null;
      /** It keeps itself what undoing it restores. */
      keepsBefore?: true;
      /** Columns that are stored together with what it keeps, and before the claimant is told. */
      change?: Partial<Omit<SubmissionRow, Sent>>;
    }
  | { kind: 'refused'; message: string | null; conflicts?: AnswerConflict[] };

export function defineAction<Fields extends object, const Name extends string | null>(
  definition: ActionDefinition<Fields, Name>,
): ActionDefinition<Fields, Name> {
  return definition;
}

/** An action that needs nothing but its name. */
export function definePlainAction<const Name extends string | null>(
  definition: Omit<ActionDefinition<object, Name>, 'read'>,
): ActionDefinition<object, Name> {
  return { ...definition, read: () => ({}) };
}

export const refused = (message: string | null = null): ActionResult => ({ kind: 'refused', message });

/** Undoes an action that has no opposite of its own: what it changed returns, and nothing else is done. */
export const actionUndone = definePlainAction({
  undoneBy: null,
  pastTense: 'took an action back',
  conflictsWith: ['action undone'],
  keeps: null,
  run: async () => ({ kind: 'done' }),
});

export const inQuarantine = 'It is in quarantine: release it first.';

/** The columns that a visitor sent, which no action may change. */
type Sent =
  | 'id'
  | 'reference'
  | 'form_name'
  | 'form_data'
  | 'created_at'
  | 'idempotency_key'
  | 'key_adopted_at'
  | 'content_hash'
  | 'came_by';

export async function updateRow(tx: Tx, id: string, update: Partial<Omit<SubmissionRow, Sent>>): Promise<void> {
  if (Object.keys(update).length === 0) return;
  await tx.updateTable('form_submissions').set(update).where('id', '=', id).execute();
}
