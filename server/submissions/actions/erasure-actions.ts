import { isErasureRequested } from '../view/submission-reader.ts';
import { defineAction, definePlainAction, refused, updateRow } from './define-action.ts';
import { addProgressEmail } from './progress-email.ts';

const longestReason = 1_000;

type Reason = { reason: string };

/**
 * The actions that answer a claimant's request to erase their data without erasing it. The audit trail keeps the reason, and the
 * claimant reads the answer at their private link.
 */
export const erasureActions = {
  'erasure declined': defineAction<Reason>({
    read: readReason,
    undoneBy: 'erasure answer undone',
    pastTense: 'answered the request for erasure',
    conflictsWith: ['erasure declined', 'erasure request withdrawn'],
    run: async (context, { reason }) => {
      const { tx, staff, row, now } = context;
      if (!isErasureRequested(row)) return refused();
      const problem = problemWith(reason);
      if (problem) return refused(problem);
      await updateRow(tx, row.id, { erasure_answered_at: now, erasure_answered_by: staff.id, erasure_answer: reason });
      const hasEmail = await addProgressEmail(context);
      return { kind: 'done', undo: { type: 'erasure answer undone' }, details: { reason }, hasEmail };
    },
  }),

  'erasure answer undone': definePlainAction({
    undoneBy: null,
    pastTense: 'took the answer back',
    conflictsWith: ['erasure answer undone', 'erasure request withdrawn'],
    run: async ({ tx, row }) => {
      if (row.erasure_answered_at === null) return refused();
      await updateRow(tx, row.id, { erasure_answered_at: null, erasure_answered_by: null, erasure_answer: null });
      return { kind: 'done', undo: null };
    },
  }),

  'erasure request withdrawn': defineAction<Reason>({
    read: readReason,
    undoneBy: null,
    pastTense: 'recorded that the request for erasure was withdrawn',
    conflictsWith: ['erasure declined', 'erasure request withdrawn'],
    run: async ({ tx, row }, { reason }) => {
      if (!isErasureRequested(row)) return refused();
      const problem = problemWith(reason);
      if (problem) return refused(problem);
      await updateRow(tx, row.id, { erasure_requested_at: null });
      return { kind: 'done', undo: null, details: { reason } };
    },
  }),
};

/** Reads the reason. Browsers post a line end as two characters, but count it as one. */
function readReason(field: (name: string) => string | null): Reason {
  return { reason: (field('reason') ?? '').replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed().trim() };
}

function problemWith(reason: string): string | null {
  if (reason === '') return 'Give the reason.';
  return reason.length > longestReason ? `A reason has ${longestReason.toLocaleString('en-GB')} characters at most.` : null;
}
