import { callingHours } from '#content/calling-hours.ts';
import { day } from '#forms/durations.ts';
import { typedText } from '#forms/typed-text.ts';
import { readTimeAlone } from '#forms/typed-time.ts';
import { accountGone, lockOpenAccount } from './assignment.ts';
import { defineAction, definePlainAction, inQuarantine, refused } from './define-action.ts';

/** A claim whose next step is further away would be forgotten. */
const furthestMs = 366 * day;

export const tooFar = 'A next step is within a year.';

export const onlyWhen = 'Type only when, as in t10, +2h, fri 9 or 12 Dec 10am.';

/** `line`: the time. `whose`: the id of a member of staff, nothing for anybody; null leaves it. */
type NewStep = { line: string; whose?: string | null };

/** What staff decide to do next, apart from an attempt to make contact. */
export const nextStepActions = {
  'next step set': defineAction({
    read: (field): NewStep => ({ line: typedText(field('line') ?? ''), whose: field('whose') }),
    undoneBy: 'action undone',
    pastTense: 'set the next step',
    conflictsWith: ['next step set', 'contact attempted', 'closed'],
    keeps: null,
    lockFirst: async (tx, { whose }) => {
      if (whose) await lockOpenAccount(tx, whose);
    },
    run: async ({ tx, row, now }, { line, whose = null }) => {
      if (row.quarantined_at !== null) return refused(inQuarantine);
      if (row.closed_at !== null) return refused();
      const at = readTimeAlone(line, now, callingHours);
      const next_by = whose === null ? row.next_by : whose || null;
      if (line !== '' && at === null) return refused(`${onlyWhen} What was said goes into a note.`);
      if (at === null && next_by === row.next_by) return refused(onlyWhen);
      if (isTooFar(at, now)) return refused(tooFar);
      if (next_by !== null && next_by !== row.next_by && !(await lockOpenAccount(tx, next_by))) return refused(accountGone);
      // What was to be called first, or to be decided on, is that also at another time.
      const isFirstCall = row.next_kind === 'first call' || row.contacted_at === null;
      const next_kind = at === null || isFirstCall ? row.next_kind : 'chase';
      return { kind: 'done', details: { kind: next_kind }, change: { next_at: at ?? row.next_at, next_kind, next_by } };
    },
  }),

  'no reply needed': definePlainAction({
    undoneBy: 'reply needed',
    pastTense: 'said that no reply is needed',
    conflictsWith: ['no reply needed', 'contact attempted'],
    keeps: null,
    isForTeam: true,
    run: async ({ row }) => {
      if ((row.claimant_update_at ?? 0) <= (row.update_answered_at ?? 0)) return refused();
      return { kind: 'done', change: { update_answered_at: row.claimant_update_at } };
    },
  }),

  'reply needed': definePlainAction({
    undoneBy: 'no reply needed',
    pastTense: 'said that a reply is needed',
    keeps: null,
    isForTeam: true,
    run: async ({ row }) => {
      if (row.claimant_update_at === null || row.claimant_update_at > (row.update_answered_at ?? 0)) return refused();
      return { kind: 'done', change: { update_answered_at: null } };
    },
  }),
};

export function isTooFar(at: number | null, now: number): boolean {
  return at !== null && at > now + furthestMs;
}
