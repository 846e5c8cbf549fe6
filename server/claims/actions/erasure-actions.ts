import { typedText } from '#forms/typed-text.ts';
import { isErasureRequested } from '../view/submission-reader.ts';
import { defineAction, definePlainAction, type News, refused, updateRow } from './define-action.ts';

const longestReason = 1_000;

type Reason = { reason: string };

const answered: News = {
  title: 'We have answered your request',
  sentences: ['We have answered your request to erase your data. Our answer is on the page of your claim.'],
  isAside: true,
};

/**
 * The actions that answer a claimant's request to erase their data without erasing it. The audit trail keeps the reason, and the
 * claimant reads the answer at their private link.
 */
export const erasureActions = {
  'erasure declined': defineAction({
    read: readReason,
    undoneBy: 'erasure answer undone',
    pastTense: 'answered the request for erasure',
    conflictsWith: ['erasure declined', 'erasure request withdrawn'],
    keeps: {
      title: null,
      columns: { at: 'erasure_answered_at', by: 'erasure_answered_by' },
      onClaimantsPage: null,
      // Two answers to two requests are news, also while the e-mail about the first waits.
      tells: (before, now) => (now !== null && now !== before ? answered : null),
    },
    run: async ({ tx, row }, { reason }) => {
      if (!isErasureRequested(row)) return refused();
      const problem = problemWith(reason);
      if (problem) return refused(problem);
      await updateRow(tx, row.id, { erasure_answer: reason });
      return { kind: 'done', details: { reason } };
    },
  }),

  'erasure answer undone': definePlainAction({
    undoneBy: 'action undone',
    pastTense: 'took the answer back',
    conflictsWith: ['erasure answer undone', 'erasure request withdrawn'],
    keeps: null,
    run: async ({ tx, row }) => {
      if (row.erasure_answered_at === null) return refused();
      await updateRow(tx, row.id, { erasure_answer: null });
      return { kind: 'done' };
    },
  }),

  'erasure request withdrawn': defineAction({
    read: readReason,
    undoneBy: 'action undone',
    pastTense: 'recorded that the request for erasure was withdrawn',
    conflictsWith: ['erasure declined', 'erasure request withdrawn'],
    keeps: null,
    run: async ({ tx, row }, { reason }) => {
      if (!isErasureRequested(row)) return refused();
      const problem = problemWith(reason);
      if (problem) return refused(problem);
      await updateRow(tx, row.id, { erasure_requested_at: null });
      return { kind: 'done', details: { reason } };
    },
  }),
};

function readReason(field: (name: string) => string | null): Reason {
  return { reason: typedText(field('reason') ?? '') };
}

function problemWith(reason: string): string | null {
  if (reason === '') return 'Give the reason.';
  return reason.length > longestReason ? `A reason has ${longestReason.toLocaleString('en-GB')} characters at most.` : null;
}
