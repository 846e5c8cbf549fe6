import { definePlainAction, inQuarantine, refused } from './define-action.ts';

/** Moves a claim from one state to the next, if it is still where that begins. */
export const statusActions = {
  contacted: definePlainAction({
    undoneBy: 'contact undone',
    past: 'marked it as contacted',
    conflictsWith: ['contacted', 'closed'],
    run: async ({ tx, store, staff, row, now }) => {
      if (row.quarantined_at !== null) return refused(inQuarantine);
      if (row.contacted_at !== null || row.closed_at !== null) return refused();
      await store.set(tx, row.id, { contacted_at: now, contacted_by: staff.id });
      await store.dropWarnings(tx, row.id);
      return { kind: 'done', undo: { act: 'contact undone' } };
    },
  }),

  'contact undone': definePlainAction({
    undoneBy: 'contacted',
    past: 'took the contact back',
    conflictsWith: ['contact undone', 'closed'],
    run: async ({ tx, store, row }) => {
      if (row.contacted_at === null || row.closed_at !== null) return refused();
      await store.set(tx, row.id, { contacted_at: null, contacted_by: null });
      return { kind: 'done', undo: { act: 'contacted' } };
    },
  }),

  closed: definePlainAction({
    undoneBy: 'reopened',
    past: 'closed it',
    conflictsWith: ['closed'],
    run: async ({ tx, store, staff, row, now }) => {
      if (row.quarantined_at !== null) return refused(inQuarantine);
      if (row.closed_at !== null) return refused();
      await store.set(tx, row.id, { closed_at: now, closed_by: staff.id });
      await store.dropWarnings(tx, row.id);
      return { kind: 'done', undo: { act: 'reopened' } };
    },
  }),

  reopened: definePlainAction({
    undoneBy: 'closed',
    past: 'reopened it',
    conflictsWith: ['reopened'],
    run: async ({ tx, store, row }) => {
      if (row.closed_at === null) return refused();
      await store.set(tx, row.id, { closed_at: null, closed_by: null });
      return { kind: 'done', undo: { act: 'closed' } };
    },
  }),

  released: definePlainAction({
    undoneBy: 'set aside',
    past: 'released it',
    conflictsWith: ['released'],
    run: async ({ tx, store, row, now }) => {
      if (row.quarantined_at === null) return refused();
      await store.set(tx, row.id, { quarantined_at: null, quarantine_reason: null });
      const isLetterDue = await store.announce(tx, row.id, now);
      return { kind: 'done', undo: { act: 'set aside' }, isLetterDue, details: { reason: row.quarantine_reason } };
    },
  }),

  'set aside': definePlainAction({
    undoneBy: 'released',
    past: 'set it aside',
    conflictsWith: ['set aside'],
    run: async ({ tx, store, staff, row, now }) => {
      if (row.quarantined_at !== null) return refused();
      await store.set(tx, row.id, { quarantined_at: now, quarantine_reason: `Set aside by ${staff.name}` });
      await store.withdrawAnnouncement(tx, row.id);
      await store.dropWarnings(tx, row.id);
      return { kind: 'done', undo: { act: 'released' } };
    },
  }),
};
