import { createHash } from 'node:crypto';
import { callingHours } from '#content/calling-hours.ts';
import { timeAfterWriting } from '#forms/next-time.ts';
import { typedText } from '#forms/typed-text.ts';
import { readTimeAlone } from '#forms/typed-time.ts';
import { withMerged } from '#server/claims/merged-into.ts';
import { sharedNow } from '#server/core/database/engine.ts';
import { answersOf, type Tx } from '#server/core/database/schema.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { emailToSender } from '#server/mail/out/email-store.ts';
import { messageIdOf, subjectLine } from '#server/mail/out/email-text.ts';
import { blankIn } from '../messages/reply-draft.ts';
import { reply } from '../messages/reply-email.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';
import { defineAction, inQuarantine, refused } from './define-action.ts';
import { isTooFar, onlyWhen, tooFar } from './next-step-actions.ts';

/** How long a message waits before it leaves, so that it can be taken back. */
const takeBackMs = 10_000;

const longestReply = 10_000;

/**
 * `key`: a random text of the form that was sent, so that the same form sent twice is one message. `line`: the time of the next step;
 * nothing for the usual one.
 */
type Reply = { subject: string; text: string; key: string; line: string };

/** What staff write to the claimant by e-mail. */
export const replyActions = {
  'message written': defineAction({
    read: (field): Reply => ({
      subject: subjectLine(field('subject') ?? ''),
      text: typedText(field('text') ?? ''),
      key: field('key') ?? '',
      line: typedText(field('line') ?? ''),
    }),
    undoneBy: 'message taken back',
    pastTense: 'wrote to the claimant',
    conflictsWith: ['message written'],
    keeps: null,
    run: async ({ tx, staff, row, now, siteUrl }, { subject, text, key, line }) => {
      if (row.quarantined_at !== null) return refused(inQuarantine);
      if (subject === '' || text === '') return refused('A message needs a subject and some words.');
      if (text.length > longestReply) return refused(`A message has ${longestReply.toLocaleString('en-GB')} characters at most.`);
      const blank = blankIn(text);
      if (blank) return refused(`Fill in ${blank} first.`);
      const next = nextStepAfterWriting(row, line, now);
      if ('message' in next) return refused(next.message);
      const id = idOf([row.id, key, subject, text]);
      const [email] = emailToSender({ id: row.id, formName: row.form_name, data: answersOf(row.form_data) }, reply, now);
      if (!email?.recipient) return refused('There is no email address to send it to.');
      if (await tx.selectFrom('messages').select('id').where('id', '=', id).executeTakeFirst())
        return refused('It was sent already, by the same form.');
      const answered = await lastEmail(tx, row.id);
      await tx
        .insertInto('messages')
        .values({
          id,
          submission_id: row.id,
          direction: 'out',
          channel: 'email',
          at: now,
          by: staff.id,
          address: email.recipient,
          subject,
          text,
          message_id: messageIdOf(id, siteUrl),
          in_reply_to: answered,
          state: 'written',
        })
        .execute();
      await enqueue(tx, [{ ...email, id, payload: id, delayMs: takeBackMs }]);
      const isAnswer = (row.claimant_update_at ?? 0) > (row.update_answered_at ?? 0);
      if (isAnswer) await markAnswered(tx, row.id, now);
      return {
        kind: 'done',
        undo: { messageId: id },
        details: { message: id },
        hasEmail: true,
        // An answer keeps the response target, as a call does.
        countsAs: isAnswer && row.contacted_at === null ? 'contacted' : null,
        change: { ...next.change, ...(isAnswer && { update_answered_at: row.claimant_update_at }) },
      };
    },
  }),

  'message taken back': defineAction({
    // Only an undo, which restores what the message changed, names one.
    read: (field) => ({ messageId: (field('undoes') !== null && field('messageId')) || '' }),
    undoneBy: null,
    pastTense: 'took a message back before it left',
    conflictsWith: ['message taken back'],
    keeps: null,
    run: async ({ tx, row, now }, { messageId }) => {
      const of = tx.selectFrom('messages').select('at').where('id', '=', messageId).where('submission_id', '=', row.id);
      const message = await of.where('state', '=', 'written').executeTakeFirst();
      if (!message) return refused();
      if (!(await removeUnsent(tx, messageId, now)))
        return refused('It has left, and an email that was sent cannot be taken back.');
      await tx.updateTable('messages').set({ state: 'taken back' }).where('id', '=', messageId).execute();
      await tx
        .updateTable('messages')
        .set({ answered_at: null })
        .where('submission_id', 'in', await withMerged(tx, row.id))
        .where('answered_at', '=', message.at)
        .execute();
      return { kind: 'done', details: { message: messageId } };
    },
  }),
};

/** A step that was arranged for later stays, unless a time was typed. */
function nextStepAfterWriting(
  row: SubmissionRow,
  line: string,
  now: number,
): { change: Partial<SubmissionRow> } | { message: string } {
  if (row.closed_at !== null) return { change: {} };
  const at = readTimeAlone(line, now, callingHours);
  if (line !== '' && at === null) return { message: onlyWhen };
  if (isTooFar(at, now)) return { message: tooFar };
  // Whom nobody has called yet is still called: a message takes the place of no call.
  const isFirstCall = row.next_kind === 'first call';
  if (at !== null) return { change: { next_at: at, next_kind: isFirstCall ? 'first call' : 'chase' } };
  return isFirstCall || row.next_at > now
    ? { change: {} }
    : { change: { next_at: timeAfterWriting(now, callingHours), next_kind: 'chase' } };
}

/** The id of a message, derived from what was sent, in the form of the ids of jobs. */
function idOf(sent: string[]): string {
  const digits = createHash('sha256').update(JSON.stringify(sent)).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** The Message-ID of the last e-mail of the thread, which the next one goes on. */
async function lastEmail(tx: Tx, submissionId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('messages')
    .select('message_id')
    .where('submission_id', 'in', await withMerged(tx, submissionId))
    .where('message_id', 'is not', null)
    .where('state', '<>', 'taken back')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.message_id ?? null;
}

async function markAnswered(tx: Tx, submissionId: string, now: number): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ answered_at: now })
    .where('submission_id', 'in', await withMerged(tx, submissionId))
    .where('direction', '=', 'in')
    .where('answered_at', 'is', null)
    .execute();
}

/** Removes the e-mail of a message that has not left; false where it has, or is leaving at this moment. */
async function removeUnsent(tx: Tx, messageId: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('jobs')
    .where('id', '=', messageId)
    .where('template', '=', reply.template)
    .where('finished_at', 'is', null)
    .where('attempts', '=', 0)
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', sharedNow(tx, now))]))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
