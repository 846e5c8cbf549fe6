import { defineAction, refused } from './define-action.ts';

/** By the id of a member of staff. With `from` only while it is still theirs, so that nobody takes it from a colleague unseen. */
type Assignment = { to: string | null; from?: string | null };

export const assigned = defineAction<Assignment>({
  read: (field) => {
    const from = field('from');
    return { to: field('to') || null, ...(from !== null && { from: from || null }) };
  },
  undoneBy: 'assigned',
  past: ({ to }) => `assigned it to ${to ?? 'nobody'}`,
  conflictsWith: ['assigned'],
  // Accounts are locked before claims, here and where an account is closed: the other order would deadlock.
  lockFirst: async ({ tx, store }, { to }) => {
    if (to !== null) await store.holdStaff(tx, to);
  },
  run: async ({ tx, store, row }, { to, from }) => {
    if ((from !== undefined && from !== row.assigned_to) || to === row.assigned_to) return refused();
    if (to !== null && !(await store.holdStaff(tx, to))) return refused('That colleague has no account any more.');
    await store.set(tx, row.id, { assigned_to: to });
    return { kind: 'done', undo: { act: 'assigned', to: row.assigned_to, from: to }, details: { from: row.assigned_to, to } };
  },
});
