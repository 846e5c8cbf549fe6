import { nameIn } from '#server/audit/audit-trail.ts';
import type { Tx } from '#server/database/schema.ts';
import { addSubmissionEmails } from '#server/email/email-store.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';
import { definePlainAction, inQuarantine, refused, updateRow } from './define-action.ts';

/** The transitions of a claim from one status to another; refused when it no longer has the status they start from. */
export const transitions = {
  contacted: definePlainAction({
    undoneBy: 'contact undone',
    pastTense: 'marked it as contacted',
    conflictsWith: ['contacted', 'closed'],
    run: async ({ tx, staff, row, now }) => {
      if (row.quarantined_at !== null) return refused(inQuarantine);
      if (row.contacted_at !== null || row.closed_at !== null) return refused();
      await updateRow(tx, row.id, { contacted_at: now, contacted_by: staff.id });
      await removeReminders(tx, row.id);
      return { kind: 'done', undo: { type: 'contact undone' } };
    },
  }),

  'contact undone': definePlainAction({
    undoneBy: 'contacted',
    pastTense: 'took the contact back',
    conflictsWith: ['contact undone', 'closed'],
    run: async ({ tx, row }) => {
      if (row.contacted_at === null || row.closed_at !== null) return refused();
      await updateRow(tx, row.id, { contacted_at: null, contacted_by: null });
      return { kind: 'done', undo: { type: 'contacted' } };
    },
  }),

  closed: definePlainAction({
    undoneBy: 'reopened',
    pastTense: 'closed it',
    conflictsWith: ['closed'],
    run: async ({ tx, staff, row, now }) => {
      if (row.quarantined_at !== null) return refused(inQuarantine);
      if (row.closed_at !== null) return refused();
      await updateRow(tx, row.id, { closed_at: now, closed_by: staff.id });
      await removeReminders(tx, row.id);
      return { kind: 'done', undo: { type: 'reopened' } };
    },
  }),

  reopened: definePlainAction({
    undoneBy: 'closed',
    pastTense: 'reopened it',
    conflictsWith: ['reopened'],
    run: async ({ tx, row }) => {
      if (row.closed_at === null) return refused();
      await updateRow(tx, row.id, { closed_at: null, closed_by: null });
      return { kind: 'done', undo: { type: 'closed' } };
    },
  }),

  released: definePlainAction({
    undoneBy: 'quarantined',
    pastTense: 'released it',
    conflictsWith: ['released'],
    run: async ({ tx, row, now }) => {
      if (row.quarantined_at === null) return refused();
      await updateRow(tx, row.id, { quarantined_at: null, quarantine_reason: null });
      const hasEmail = await addNotificationOnce(tx, row.id, now);
      return { kind: 'done', undo: { type: 'quarantined' }, hasEmail, details: { reason: row.quarantine_reason } };
    },
  }),

  quarantined: definePlainAction({
    undoneBy: 'released',
    pastTense: 'put it in quarantine',
    conflictsWith: ['quarantined'],
    run: async ({ tx, staff, row, now }) => {
      if (row.quarantined_at !== null) return refused();
      await updateRow(tx, row.id, { quarantined_at: now, quarantine_reason: `Put here by ${staff.name}` });
      await removeUnsentNotification(tx, row.id);
      await removeReminders(tx, row.id);
      return { kind: 'done', undo: { type: 'released' } };
    },
  }),
};

type ColumnOf<Value> = {
  [Column in keyof SubmissionRow]: SubmissionRow[Column] extends Value ? Column : never;
}[keyof SubmissionRow];

/**
 * The actions that a submission keeps in columns: when, and by whom. The desk, the list as CSV and the subject access export read
 * this list, so that what is kept is shown and handed out.
 */
export const recordedActions = [
  { name: 'contacted', title: 'Contacted', at: 'contacted_at', by: 'contacted_by' },
  { name: 'closed', title: 'Closed', at: 'closed_at', by: 'closed_by' },
] as const satisfies { name: string; title: string; at: ColumnOf<number | null>; by: ColumnOf<string | null> }[];

export type RecordedAction = { name: (typeof recordedActions)[number]['name']; title: string; at: number; by: string };

/** What has been done to it, in the order of the list. */
export function recordedActionsOf(row: SubmissionRow, names: Map<string, string>): RecordedAction[] {
  return recordedActions.flatMap(({ name, title, at, by }) => {
    const time = row[at];
    return time === null ? [] : [{ name, title, at: time, by: nameIn(names, row[by]) }];
  });
}

/** The ids of those who did it. */
export function actorsOf(row: SubmissionRow): (string | null)[] {
  return recordedActions.map(({ by }) => row[by]);
}

/** The e-mail that tells the team of it, unless it has one; returns whether there is something to send. */
async function addNotificationOnce(tx: Tx, id: string, now: number): Promise<boolean> {
  const notifications = tx.selectFrom('jobs').select('id').where('subject_id', '=', id).where('template', '=', 'notification');
  if (await notifications.executeTakeFirst()) return false;
  await addSubmissionEmails(tx, [{ template: 'notification', subjectId: id, createdAt: now }]);
  return true;
}

async function removeUnsentNotification(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom('jobs')
    .where('subject_id', '=', id)
    .where('template', '=', 'notification')
    .where('finished_at', 'is', null)
    .execute();
}

/** Removes the reminders that were not sent, so that they can be added again should the claim be open again. */
export async function removeReminders(tx: Tx, id: string): Promise<void> {
  const removed = await tx
    .deleteFrom('jobs')
    .where('subject_id', '=', id)
    .where('template', 'like', 'reminder-%')
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) return;
  const sent = await tx
    .selectFrom('jobs')
    .select('template')
    .where('subject_id', '=', id)
    .where('template', 'like', 'reminder-%')
    .execute();
  const hours = sent.map(({ template }) => Number(template?.replace('reminder-', '')));
  await tx
    .updateTable('form_submissions')
    .set({ reminded_hours: Math.max(0, ...hours) })
    .where('id', '=', id)
    .execute();
}
