import { nameIn } from '#server/audit/audit-trail.ts';
import { answersOf, type Tx } from '#server/database/schema.ts';
import { claimantUpdateTemplate } from '#server/email/claimant-update.ts';
import { addSubmissionEmails } from '#server/email/email-store.ts';
import type { SubmissionTemplate } from '#server/email/email-titles.ts';
import { emailToSender } from '#server/email/sender-email.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { removeReminders } from '../sla/due-reminders.ts';
import { nextReminderAt } from '../sla/reminder-times.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';
import { defineAction, definePlainAction, inQuarantine, refused, updateRow } from './define-action.ts';
import { addProgressEmail } from './progress-email.ts';

/**
 * With `pursued: 'no'` the claim is closed as not pursued, and erased sooner (server/privacy/retention.ts); one that its claimant
 * withdrew always is.
 */
type Closing = { pursued?: 'no' };

/** The transitions of a claim from one status to another; refused when it no longer has the status they start from. */
export const transitions = {
  contacted: definePlainAction({
    undoneBy: 'contact undone',
    pastTense: 'marked it as contacted',
    conflictsWith: ['contacted', 'closed'],
    run: async (context) => {
      const { tx, staff, row, now } = context;
      if (row.quarantined_at !== null) return refused(inQuarantine);
      if (row.contacted_at !== null || row.closed_at !== null) return refused();
      await updateRow(tx, row.id, { contacted_at: now, contacted_by: staff.id });
      await removeReminders(tx, row.id);
      return { kind: 'done', undo: { type: 'contact undone' }, hasEmail: await addProgressEmail(context) };
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

  closed: defineAction<Closing>({
    read: (field) => (field('pursued') === 'no' ? { pursued: 'no' } : {}),
    undoneBy: 'reopened',
    pastTense: 'closed it',
    conflictsWith: ['closed'],
    run: async (context, fields) => {
      const { tx, staff, row, now } = context;
      if (row.quarantined_at !== null) return refused(inQuarantine);
      if (row.closed_at !== null) return refused();
      const pursued = row.withdrawn_at === null ? fields.pursued : 'no';
      const notPursuedAt = pursued === 'no' ? now : null;
      await updateRow(tx, row.id, { closed_at: now, closed_by: staff.id, not_pursued_at: notPursuedAt });
      await removeReminders(tx, row.id);
      const hasEmail = await addProgressEmail(context);
      return { kind: 'done', undo: { type: 'reopened' }, hasEmail, ...(pursued && { details: { pursued } }) };
    },
  }),

  reopened: definePlainAction({
    undoneBy: 'closed',
    pastTense: 'reopened it',
    conflictsWith: ['reopened'],
    run: async (context) => {
      const { tx, row, now } = context;
      if (row.closed_at === null) return refused();
      const times = { createdAt: row.created_at, dueAt: row.due_at, ownTargetAt: row.target_at };
      // One that an earlier version had closed has no time for its next reminder.
      const next_reminder_at = row.next_reminder_at ?? nextReminderAt(times, now);
      await updateRow(tx, row.id, { closed_at: null, closed_by: null, not_pursued_at: null, next_reminder_at });
      // The private link, which may have ended since the closing, opens again.
      const hasEmail = await addProgressEmail(context, { ...row, closed_at: null });
      return { kind: 'done', undo: { type: 'closed', ...(row.not_pursued_at !== null && { pursued: 'no' }) }, hasEmail };
    },
  }),

  'withdrawal undone': definePlainAction({
    undoneBy: null,
    pastTense: 'took the withdrawal back',
    conflictsWith: ['withdrawal undone'],
    run: async ({ tx, row }) => {
      if (row.withdrawn_at === null) return refused();
      await updateRow(tx, row.id, { withdrawn_at: null });
      return { kind: 'done', undo: null };
    },
  }),

  released: definePlainAction({
    undoneBy: 'quarantined',
    pastTense: 'released it',
    conflictsWith: ['released'],
    run: async ({ tx, row, now, acknowledges }) => {
      if (row.quarantined_at === null) return refused();
      await updateRow(tx, row.id, { quarantined_at: null, quarantine_reason: null });
      const hasNotification = await addNotificationOnce(tx, row.id, now);
      const hasAcknowledgement = acknowledges && (await addAcknowledgementOnce(tx, row, now));
      const hasUpdate = await addUpdateIfUnseen(tx, row, now);
      const hasEmail = hasNotification || hasAcknowledgement || hasUpdate;
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
      await removeReminders(tx, row.id);
      await removeUnsent(tx, row.id);
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

/** What has been done to a submission, in the order of the list. */
export function recordedActionsOf(row: SubmissionRow, names: Map<string, string>): RecordedAction[] {
  return recordedActions.flatMap(({ name, title, at, by }) => {
    const time = row[at];
    return time === null ? [] : [{ name, title, at: time, by: nameIn(names, row[by]) }];
  });
}

/** The ids of the members of staff who did these. */
export function actorsOf(row: SubmissionRow): (string | null)[] {
  return recordedActions.map(({ by }) => row[by]);
}

/** Stores the e-mail to the team about a submission, unless it has one; returns whether there is something to send. */
async function addNotificationOnce(tx: Tx, id: string, now: number): Promise<boolean> {
  for (const template of ['notification', 'digest', 'urgent-digest'] as const)
    if (await hasEmailOf(tx, id, template)) return false;
  await addSubmissionEmails(tx, [{ template: 'notification', subjectId: id, createdAt: now }]);
  return true;
}

/** Stores the e-mail to the team about what the claimant did: one that waited was removed by the quarantine. */
async function addUpdateIfUnseen(tx: Tx, row: SubmissionRow, now: number): Promise<boolean> {
  if ((row.claimant_update_at ?? 0) <= (row.claimant_update_seen_at ?? 0)) return false;
  await addSubmissionEmails(tx, [{ template: claimantUpdateTemplate, subjectId: row.id, createdAt: now }]);
  return true;
}

/** Stores the acknowledgement to the sender, unless there is one; returns whether there is something to send. */
async function addAcknowledgementOnce(tx: Tx, row: SubmissionRow, now: number): Promise<boolean> {
  if (await hasEmailOf(tx, row.id, 'acknowledgement')) return false;
  const sent = { id: row.id, formName: row.form_name, data: answersOf(row.form_data) };
  const jobs = emailToSender(sent, 'acknowledgement', now);
  await enqueue(tx, jobs);
  return jobs.length > 0;
}

/** Whether there is such an e-mail, sent or waiting. One that was about to leave during the quarantine was not sent. */
async function hasEmailOf(tx: Tx, id: string, template: SubmissionTemplate): Promise<boolean> {
  const emails = tx.selectFrom('jobs').select('id').where('subject_id', '=', id).where('template', '=', template);
  const sent = emails.where((where) => where.or([where('last_outcome', 'is', null), where('last_outcome', '<>', 'not sent')]));
  return (await sent.executeTakeFirst()) !== undefined;
}

/** Removes every e-mail that was not sent, to the team and to the sender. One that is being sent is checked when it is written. */
async function removeUnsent(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom('jobs')
    .where('subject_id', '=', id)
    .where('template', 'is not', null)
    .where('finished_at', 'is', null)
    .execute();
}
