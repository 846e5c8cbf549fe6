import { lockRows } from '#server/database/engine.ts';
import type { Tx } from '#server/database/schema.ts';
import { defineAction, refused, updateRow } from './define-action.ts';

/**
 * Assigns a claim to a member of staff by their id. With `from` it is only assigned while it is still theirs, so that nobody takes it
 * over unseen.
 */
type Assignment = { to: string | null; from?: string | null };

export const accountGone = 'That member of staff has no account any more.';

export const assigned = defineAction({
  read: (field): Assignment => {
    const from = field('from');
    return { to: field('to') || null, ...(from !== null && { from: from || null }) };
  },
  undoneBy: 'assigned',
  pastTense: ({ to }) => `assigned it to ${to ?? 'nobody'}`,
  conflictsWith: ['assigned'],
  keeps: null,
  isForTeam: true,
  // Accounts are locked before claims, here and where an account is closed: the other order would deadlock.
  lockFirst: async (tx, { to }) => {
    if (to !== null) await lockOpenAccount(tx, to);
  },
  run: async ({ tx, row }, { to, from }) => {
    if ((from !== undefined && from !== row.assigned_to) || to === row.assigned_to) return refused();
    if (to !== null && !(await lockOpenAccount(tx, to))) return refused(accountGone);
    await updateRow(tx, row.id, { assigned_to: to });
    return { kind: 'done', undo: { to: row.assigned_to, from: to }, details: { from: row.assigned_to, to } };
  },
});

/** Whether an account exists and is open. It is locked, so that it cannot be closed before this transaction ends. */
export async function lockOpenAccount(tx: Tx, id: string): Promise<boolean> {
  const query = tx.selectFrom('staff').select('id').where('id', '=', id).where('leftAt', 'is', null);
  return (await lockRows(tx, query, 'for share').executeTakeFirst()) !== undefined;
}
