import { afterClosing } from '#content/after-closing.ts';
import { callingHours } from '#content/calling-hours.ts';
import { timeAfterSpeaking } from '#forms/next-time.ts';
import { typedText, withoutInvisible } from '#forms/typed-text.ts';
import { answersOf, type Tx } from '#server/core/database/schema.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import type { SubmissionEmailKind } from '#server/mail/out/define-email.ts';
import { addTeamEmails, emailToSender } from '#server/mail/out/email-store.ts';
import { claimantUpdate } from '../claimant-emails.ts';
import { privateLinkOf } from '../private-link.ts';
import { acknowledgement } from '../sender-emails.ts';
import { putByStaff } from '../sla/waiting-for-contact.ts';
import { digest, notification, urgentDigest } from '../team-emails.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';
import { defineAction, definePlainAction, inQuarantine, refused, updateRow, whenDone } from './define-action.ts';

/**
 * With `pursued` the claim is closed as one that did not go ahead or is not for us, and erased sooner (server/law/retention.ts); one
 * that its claimant withdrew always is. `why`: the line that the claimant reads.
 */
type Closing = { pursued?: 'no' | 'not for us'; why?: string; undoes?: string };

const longestWhy = 300;

/** The transitions of a claim from one status to another; refused when it no longer has the status they start from. */
export const transitions = {
  contacted: definePlainAction({
    undoneBy: 'contact undone',
    pastTense: 'marked it as contacted',
    conflictsWith: ['contacted', 'closed'],
    keeps: {
      title: 'Contacted',
      columns: { at: 'contacted_at', by: 'contacted_by' },
      onClaimantsPage: 'We contacted you.',
      // An answer in writing is contact too, and was its own email.
      toldOf: 'spoke_at',
      tells: whenDone({
        title: 'We have been in touch about your claim',
        sentences: [
          'We have spoken to you about your claim. If that was not you, please call us.',
          'Next we agree what you need: a vehicle, repairs, or neither.',
        ],
      }),
    },
    run: async ({ row, now }) => {
      if (row.quarantined_at !== null) return refused(inQuarantine);
      if (row.contacted_at !== null || row.closed_at !== null) return refused();
      return { kind: 'done', change: { next_kind: 'chase', next_at: timeAfterSpeaking(now, callingHours) } };
    },
  }),

  'contact undone': definePlainAction({
    undoneBy: 'action undone',
    pastTense: 'took the contact back',
    conflictsWith: ['contact undone', 'closed'],
    keeps: null,
    run: async ({ row }) => {
      if (row.contacted_at === null || row.closed_at !== null) return refused();
      return {
        kind: 'done',
        change: { next_kind: 'first call', next_at: row.target_at ?? row.due_at ?? row.created_at, spoke_at: null },
      };
    },
  }),

  closed: defineAction({
    read: (field): Closing => {
      const pursued = (['no', 'not for us'] as const).find((known) => known === field('pursued'));
      const why = typedText(withoutInvisible(field('why') ?? '')).replaceAll(/\s+/g, ' ');
      return { ...(pursued && { pursued }), ...(why && { why }) };
    },
    undoneBy: 'reopened',
    pastTense: 'closed it',
    conflictsWith: ['closed'],
    keeps: {
      title: 'Closed',
      columns: { at: 'closed_at', by: 'closed_by' },
      onClaimantsPage: 'We closed your claim.',
      tells: (before, now, row) => {
        // Of a claim that was opened and closed again the claimant is told why it is closed now.
        if (before === now) return null;
        return now === null
          ? {
              title: 'Your claim is open again',
              sentences: ['We are working on your claim again, and will be in touch.'],
              // Somebody may have spoken to them since.
              isAside: true,
            }
          : {
              title: 'We have closed your claim with us',
              sentences: [
                ...(row.closing_reason === null ? [] : [`Why: ${row.closing_reason}`]),
                ...afterClosing,
                'Think we are wrong? Call us, or use our complaints procedure: $site/complaints.',
              ],
            };
      },
    },
    run: async ({ tx, row, now }, { why = '', undoes, ...fields }) => {
      if (row.quarantined_at !== null) return refused(inQuarantine);
      if (row.closed_at !== null) return refused();
      const isTold = privateLinkOf(row) !== null && row.withdrawn_at === null;
      if (isTold && why === '' && undoes === undefined) return refused('Say why in one line, which the claimant reads.');
      if (why.length > longestWhy) return refused(`Say why in ${longestWhy} characters at most.`);
      const pursued = row.withdrawn_at === null ? fields.pursued : 'no';
      await updateRow(tx, row.id, { not_pursued_at: pursued ? now : null, closing_reason: why || null });
      return { kind: 'done', ...(pursued && { details: { pursued } }) };
    },
  }),

  reopened: definePlainAction({
    undoneBy: 'closed',
    pastTense: 'reopened it',
    conflictsWith: ['reopened'],
    keeps: null,
    run: async ({ tx, row }) => {
      if (row.closed_at === null) return refused();
      await updateRow(tx, row.id, { not_pursued_at: null, closing_reason: null });
      return { kind: 'done', undo: row.not_pursued_at === null ? {} : { pursued: 'no' } };
    },
  }),

  'withdrawal undone': definePlainAction({
    undoneBy: 'action undone',
    pastTense: 'took the withdrawal back',
    conflictsWith: ['withdrawal undone'],
    keeps: null,
    run: async ({ tx, row }) => {
      if (row.withdrawn_at === null) return refused();
      await updateRow(tx, row.id, { withdrawn_at: null });
      return { kind: 'done' };
    },
  }),

  released: definePlainAction({
    undoneBy: 'quarantined',
    pastTense: 'released it',
    conflictsWith: ['released'],
    keeps: null,
    isForTeam: true,
    run: async ({ tx, row, now, emailsSenders }) => {
      if (row.quarantined_at === null) return refused();
      await updateRow(tx, row.id, { quarantined_at: null, quarantine_reason: null });
      const hasNotification = await addNotificationOnce(tx, row.id, now);
      const hasAcknowledgement = emailsSenders && (await addAcknowledgementOnce(tx, row, now));
      const hasUpdate = await addUpdateIfUnseen(tx, row, now);
      const hasEmail = hasNotification || hasAcknowledgement || hasUpdate;
      return { kind: 'done', hasEmail, details: { reason: row.quarantine_reason } };
    },
  }),

  quarantined: definePlainAction({
    undoneBy: 'released',
    pastTense: 'put it in quarantine',
    conflictsWith: ['quarantined'],
    keeps: null,
    isForTeam: true,
    run: async ({ tx, staff, row, now }) => {
      if (row.quarantined_at !== null) return refused();
      await updateRow(tx, row.id, { quarantined_at: now, quarantine_reason: `${putByStaff}${staff.name}` });
      await removeUnsent(tx, row.id);
      return { kind: 'done' };
    },
  }),
};

/** Stores the e-mail to the team about a submission, unless it has one; returns whether there is something to send. */
async function addNotificationOnce(tx: Tx, id: string, now: number): Promise<boolean> {
  for (const kind of [notification, digest, urgentDigest]) if (await hasEmailOf(tx, id, kind)) return false;
  await addTeamEmails(tx, notification, [{ subjectId: id, createdAt: now }]);
  return true;
}

/** Stores the e-mail to the team about what the claimant did: one that waited was removed by the quarantine. */
async function addUpdateIfUnseen(tx: Tx, row: SubmissionRow, now: number): Promise<boolean> {
  if ((row.claimant_update_at ?? 0) <= (row.claimant_update_seen_at ?? 0)) return false;
  await addTeamEmails(tx, claimantUpdate, [{ subjectId: row.id, createdAt: now }]);
  return true;
}

/** Stores the acknowledgement to the sender, unless there is one; returns whether there is something to send. */
async function addAcknowledgementOnce(tx: Tx, row: SubmissionRow, now: number): Promise<boolean> {
  if (await hasEmailOf(tx, row.id, acknowledgement)) return false;
  const sent = { id: row.id, formName: row.form_name, data: answersOf(row.form_data) };
  const jobs = emailToSender(sent, acknowledgement, now);
  await enqueue(tx, jobs);
  return jobs.length > 0;
}

/** Whether there is such an e-mail, sent or waiting. One that was about to leave during the quarantine was not sent. */
async function hasEmailOf(tx: Tx, id: string, { template }: SubmissionEmailKind): Promise<boolean> {
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
