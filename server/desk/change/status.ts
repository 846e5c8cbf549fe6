import type { Change } from '../outcome.ts';
import { type Context, refused, type Step } from './step.ts';

type StatusAct = Extract<
  Change,
  { act: 'contacted' | 'contact undone' | 'closed' | 'reopened' | 'released' | 'set aside' }
>['act'];

/** Moves a submission from one state to the next, if it is still where that begins. */
export const statusSteps: Record<StatusAct, (context: Context) => Promise<Step>> = {
  contacted: async ({ tx, store, staff, row, now }) => {
    if (row.quarantined_at !== null) return refused(inQuarantine);
    if (row.contacted_at !== null || row.closed_at !== null) return refused();
    await store.set(tx, row.id, { contacted_at: now, contacted_by: staff.id });
    await store.dropWarnings(tx, row.id);
    return done('contact undone');
  },

  'contact undone': async ({ tx, store, row }) => {
    if (row.contacted_at === null || row.closed_at !== null) return refused();
    await store.set(tx, row.id, { contacted_at: null, contacted_by: null });
    return done('contacted');
  },

  closed: async ({ tx, store, staff, row, now }) => {
    if (row.quarantined_at !== null) return refused(inQuarantine);
    if (row.closed_at !== null) return refused();
    await store.set(tx, row.id, { closed_at: now, closed_by: staff.id });
    await store.dropWarnings(tx, row.id);
    return done('reopened');
  },

  reopened: async ({ tx, store, row }) => {
    if (row.closed_at === null) return refused();
    await store.set(tx, row.id, { closed_at: null, closed_by: null });
    return done('closed');
  },

  released: async ({ tx, store, row, now }) => {
    if (row.quarantined_at === null) return refused();
    await store.set(tx, row.id, { quarantined_at: null, quarantine_reason: null });
    const isLetterDue = await store.announce(tx, row.id, now);
    return { ...done('set aside'), isLetterDue, details: { reason: row.quarantine_reason } };
  },

  'set aside': async ({ tx, store, staff, row, now }) => {
    if (row.quarantined_at !== null) return refused();
    await store.set(tx, row.id, { quarantined_at: now, quarantine_reason: `Set aside by ${staff.name}` });
    await store.withdrawAnnouncement(tx, row.id);
    await store.dropWarnings(tx, row.id);
    return done('released');
  },
};

const inQuarantine = 'It is in quarantine: release it first.';

function done(undo: StatusAct): Step & { kind: 'done' } {
  return { kind: 'done', undo: { act: undo } };
}
