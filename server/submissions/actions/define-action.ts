import type { Tx } from '#server/database/schema.ts';
import type { StaffMember } from '#server/staff/staff-member.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';

/**
 * Something that staff can do to a claim. Each is defined in the file of its kind and listed in actions.ts; its name is what forms
 * post as `act` and what the audit trail records.
 */
export type ActionDefinition<Fields extends object> = {
  /** Reads what the action needs besides its name from the fields of a form. */
  read: (field: (name: string) => string | null) => Fields;
  /** The action that undoes it; null where none does. */
  undoneBy: string | null;
  /** What it did, in the conflict message of somebody else: "closed it". Gets the recorded details, with the names of staff. */
  pastTense?: string | ((details: Record<string, unknown>) => string);
  /** The actions of somebody else after which this one is no longer possible. */
  conflictsWith?: string[];
  /** Takes the locks that must come before the one on the claim. */
  lockFirst?: (tx: Tx, fields: Fields) => Promise<void>;
  run: (context: ActionContext, fields: Fields) => Promise<ActionResult>;
};

/** What an action works with. `row` is locked until the transaction ends. */
export type ActionContext = {
  tx: Tx;
  staff: StaffMember;
  row: SubmissionRow;
  now: number;
  /** Whether senders of a form get an acknowledgement. */
  acknowledges: boolean;
};

/**
 * What an action came to, within its transaction. `refused` without a message: somebody else was first, and the audit trail says who.
 * `details` are recorded there and must contain nothing that a visitor typed.
 */
export type ActionResult =
  | {
      kind: 'done';
      undo: { type: string; [field: string]: string | null } | null;
      details?: Record<string, string | null>;
      hasEmail?: boolean;
    }
  | { kind: 'refused'; message: string | null };

export function defineAction<Fields extends object>(definition: ActionDefinition<Fields>): ActionDefinition<Fields> {
  return definition;
}

/** An action that needs nothing but its name. */
export function definePlainAction(definition: Omit<ActionDefinition<object>, 'read'>): ActionDefinition<object> {
  return { ...definition, read: () => ({}) };
}

export const refused = (message: string | null = null): ActionResult => ({ kind: 'refused', message });

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
  await tx.updateTable('form_submissions').set(update).where('id', '=', id).execute();
}
