import { callingHours } from '#content/calling-hours.ts';
import { callOutcomes } from '#forms/call-outcomes.ts';
import { minute } from '#forms/durations.ts';
import { timeAfterSpeaking, timeToTryAgain } from '#forms/next-time.ts';
import { typedText } from '#forms/typed-text.ts';
import { readTime, readTimeAlone } from '#forms/typed-time.ts';
import type { AttemptChannel, NextKind, Outcome } from '#server/core/database/claim-tables.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { blankIn } from '../messages/reply-draft.ts';
import type { ContactAttemptRow } from '../view/next-step-view.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';
import { defineAction, definePlainAction, inQuarantine, refused } from './define-action.ts';
import { tooLate, undoMs } from './done-actions.ts';
import { isTooFar, onlyWhen, tooFar } from './next-step-actions.ts';

/** How long nobody else should call, unless the one who calls ends it before. */
const callMs = 10 * minute;

const longestText = 2_000;

/**
 * `line`: what was said, which is kept as it was typed, and at its end, if there is one, the time of the next step. `noTime`: what looks
 * like one is none. `seen`: how many attempts there were on the page that was sent, so that one that is sent twice, or after a colleague's,
 * is not recorded unseen. `channel` and `words`: what was sent from somebody's own phone instead of a call, of which `line` has only the time.
 */
type Attempt = { outcome: string; line: string; noTime?: string | null; seen?: string | null; channel?: string; words?: string };

const channels: readonly AttemptChannel[] = ['phone', 'sms', 'whatsapp'];

/** The columns of what is to be done, whose values from before an attempt are kept for undoing it. */
const restored = ['next_at', 'next_kind', 'next_by', 'update_answered_at'] as const satisfies (keyof SubmissionRow)[];

type Before = Pick<SubmissionRow, (typeof restored)[number]>;

/** What staff do to reach the sender, and what they decide to do next. */
export const contactActions = {
  'contact attempted': defineAction({
    read: (field): Attempt => ({
      outcome: field('outcome') ?? '',
      line: typedText(field('line') ?? ''),
      noTime: field('noTime'),
      seen: field('seen'),
      channel: field('channel') ?? 'phone',
      words: typedText(field('words') ?? ''),
    }),
    undoneBy: 'attempt undone',
    pastTense: ({ outcome }) => `recorded an attempt to make contact (${outcome})`,
    conflictsWith: ['contact attempted', 'attempt undone', 'closed'],
    keeps: null,
    run: async ({ tx, staff, row, now }, { outcome: typed, line, noTime = null, seen = null, ...by }) => {
      const outcome = callOutcomes.find((known) => known === typed);
      if (!outcome) return refused('Choose how it ended.');
      if (row.quarantined_at !== null) return refused(inQuarantine);
      if (row.closed_at !== null || hasOtherAttempts(row, seen)) return refused();
      const channel = channels.find((known) => known === by.channel) ?? 'phone';
      const isWritten = channel !== 'phone';
      const text = isWritten ? (by.words ?? '') : line;
      const at = isWritten
        ? readTimeAlone(line, now, callingHours)
        : noTime !== null
          ? null
          : readTime(line, now, callingHours).at;
      if (isWritten && (outcome !== 'left-message' || text === '')) return refused('Write the message first.');
      const blank = isWritten ? blankIn(text) : null;
      if (blank) return refused(`Fill in ${blank} first.`);
      if (isWritten && line !== '' && at === null) return refused(onlyWhen);
      if (isTooFar(at, now)) return refused(tooFar);
      if (text.length > longestText) return refused(`That has ${longestText.toLocaleString('en-GB')} characters at most.`);
      const next = nextStepAfter(outcome, { row, at, now, staffId: staff.id });
      const id = makeId(now);
      await tx
        .insertInto('contact_attempts')
        .values({
          id,
          submission_id: row.id,
          at: now,
          by: staff.id,
          channel,
          direction: 'out',
          outcome,
          text,
          next_at: next.next_at,
          before: JSON.stringify(valuesOf(row)),
          undone_at: null,
          undone_by: null,
        })
        .execute();
      const isReached = outcome === 'spoke';
      return {
        kind: 'done',
        undo: { attemptId: id },
        keepsBefore: true,
        details: { outcome },
        countsAs: isReached && row.contacted_at === null ? 'contacted' : null,
        change: {
          ...next,
          attempt_count: row.attempt_count + 1,
          ...(isReached && { spoke_at: now }),
          ...((isReached || isWritten) && { update_answered_at: row.claimant_update_at }),
          calling_by: null,
          calling_until: null,
        },
      };
    },
  }),

  'attempt undone': defineAction({
    read: (field) => ({ attemptId: field('attemptId') ?? '' }),
    undoneBy: null,
    pastTense: 'took an attempt to make contact back',
    conflictsWith: ['attempt undone'],
    keeps: null,
    run: async ({ tx, staff, row, now }, { attemptId }) => {
      const attempts = await attemptsOf(tx, row.id);
      const index = attempts.findIndex(({ id }) => id === attemptId);
      const [attempt, following] = [attempts[index], attempts[index + 1]];
      if (!attempt) return refused();
      if (attempt.at <= now - undoMs) return refused(tooLate);
      await updateAttempt(tx, attemptId, { undone_at: now, undone_by: staff.id });
      // What it had decided was replaced since: by an attempt that followed, which restores what was before both, or by hand. One by which
      // the release before closed the claim had decided nothing.
      const isReplaced = following !== undefined || attempt.next_at !== row.next_at;
      if (following) await updateAttempt(tx, following.id, { before: attempt.before });
      const spoke = attempts.filter(({ id, outcome }) => id !== attemptId && outcome === 'spoke');
      const [first] = spoke.filter(({ at }) => at > attempt.at);
      const { update_answered_at, ...step }: Before = JSON.parse(attempt.before);
      const isAnsweredSince = first !== undefined || (row.update_answered_at ?? 0) > attempt.at;
      return {
        kind: 'done',
        details: { outcome: attempt.outcome },
        change: {
          ...(!isReplaced && step),
          ...((attempt.outcome === 'spoke' || attempt.channel !== 'phone') && !isAnsweredSince && { update_answered_at }),
          attempt_count: row.attempt_count - 1,
          ...(attempt.outcome === 'spoke' && { spoke_at: spoke.at(-1)?.at ?? null }),
          ...(row.contacted_at === attempt.at && { contacted_at: first?.at ?? null, contacted_by: first?.by ?? null }),
          ...(row.closed_at === attempt.at && { closed_at: null, closed_by: null, not_pursued_at: null }),
        },
      };
    },
  }),

  /** `seen`: how many attempts there were where the caller looked; a colleague may have called and finished since. */
  'call begun': defineAction({
    read: (field) => ({ seen: field('seen') }),
    undoneBy: 'call ended',
    pastTense: 'began to call',
    conflictsWith: ['call begun', 'contact attempted'],
    keeps: null,
    isForTeam: true,
    run: async ({ staff, row, now }, { seen }) => {
      if (row.quarantined_at !== null) return refused(inQuarantine);
      if (row.closed_at !== null) return refused('It is closed.');
      if (hasOtherAttempts(row, seen)) return refused();
      if (isBeingCalled(row, now) && row.calling_by !== staff.id) return refused();
      return { kind: 'done', change: { calling_by: staff.id, calling_until: now + callMs } };
    },
  }),

  'call ended': definePlainAction({
    undoneBy: null,
    pastTense: 'ended a call',
    keeps: null,
    isForTeam: true,
    run: async ({ staff, row }) =>
      row.calling_by === staff.id ? { kind: 'done', change: { calling_by: null, calling_until: null } } : refused(),
  }),
};

/** Whether the page that was sent showed another number of attempts than there are now. */
function hasOtherAttempts(row: SubmissionRow, seen: string | null): boolean {
  return seen !== null && seen !== String(row.attempt_count);
}

/** Whether somebody is calling them at this moment. */
function isBeingCalled(row: Pick<SubmissionRow, 'calling_by' | 'calling_until'>, now: number): boolean {
  return row.calling_by !== null && (row.calling_until ?? 0) > now;
}

type NextStep = Pick<SubmissionRow, 'next_at' | 'next_kind' | 'next_by'>;

/** The next step after an attempt: at the time that was typed, or by the cadence. */
function nextStepAfter(
  outcome: Outcome,
  { row, at, now, staffId }: { row: SubmissionRow; at: number | null; now: number; staffId: string },
): NextStep {
  const step = (next_kind: NextKind, next_at: number, next_by: string | null = null) => ({ next_kind, next_at, next_by });
  // The sender expects the one who arranged the call.
  if (outcome === 'spoke')
    return at === null ? step('chase', timeAfterSpeaking(now, callingHours)) : step('call back', at, staffId);
  // Nobody is reached under a number that is wrong: somebody looks for another way.
  if (outcome === 'wrong-number') return step('decide', at ?? now);
  const again = at ?? timeToTryAgain(row.attempt_count + 1, now, callingHours);
  return again === null ? step('decide', now) : step('try again', again);
}

function valuesOf(row: SubmissionRow): Before {
  return Object.fromEntries(restored.map((column) => [column, row[column]])) as Before;
}

/** The attempts that were not undone, oldest first. */
function attemptsOf(tx: Tx, submissionId: string) {
  return tx
    .selectFrom('contact_attempts')
    .select(['id', 'at', 'by', 'channel', 'outcome', 'next_at', 'before'])
    .where('submission_id', '=', submissionId)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute();
}

async function updateAttempt(tx: Tx, id: string, update: Partial<ContactAttemptRow>): Promise<void> {
  await tx.updateTable('contact_attempts').set(update).where('id', '=', id).execute();
}
