import { definePlainAction, refused } from './define-action.ts';
import { markOf } from './kept.ts';

/** The mark of a claim whose sender agreed by word of mouth, after staff had read the consent out. */
export const spokenConsent = 'consent spoken' as const;

const isMarked = (row: Parameters<typeof markOf>[0]) => markOf(row, { name: spokenConsent, columns: null }) !== null;

/** Consent that nobody ticked themselves: who read it out, and when. It is kept with a claim that staff enter. */
export const consentActions = {
  [spokenConsent]: definePlainAction({
    undoneBy: 'consent taken back',
    pastTense: 'recorded that consent was given aloud',
    conflictsWith: [spokenConsent],
    keeps: {
      title: 'Consent read out and given aloud',
      columns: null,
      onClaimantsPage: 'We read the consent out to you, and you agreed.',
      tells: () => null,
    },
    run: async ({ row }) => (isMarked(row) ? refused() : { kind: 'done' }),
  }),

  'consent taken back': definePlainAction({
    undoneBy: spokenConsent,
    pastTense: 'recorded that consent was taken back',
    conflictsWith: ['consent taken back'],
    keeps: null,
    run: async ({ row }) => (isMarked(row) ? { kind: 'done' } : refused()),
  }),
};
