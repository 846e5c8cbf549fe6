import { consentTakenBack, hasConsent } from '#server/email/email-store.ts';
import { definePlainAction, refused } from './define-action.ts';
import { markOf } from './kept.ts';

/** The mark of a claim whose sender agreed by word of mouth, after staff had read the consent out. */
export const spokenConsent = 'consent spoken' as const;

const isMarked = (row: Parameters<typeof markOf>[0]) => markOf(row, { name: spokenConsent, columns: null }) !== null;

/** Consent that nobody ticked themselves: who read it out, and when. It is kept with a claim that staff enter. */
export const consentActions = {
  [spokenConsent]: definePlainAction({
    undoneBy: consentTakenBack,
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

  /** Also of consent that the sender ticked: a person then decides what becomes of the claim. */
  [consentTakenBack]: definePlainAction({
    undoneBy: spokenConsent,
    pastTense: 'recorded that consent was taken back',
    conflictsWith: [consentTakenBack],
    keeps: {
      title: 'Consent taken back',
      columns: null,
      onClaimantsPage: 'You took your consent back. We share nothing more, unless the law requires it.',
      tells: () => null,
    },
    run: async ({ row, now }) => (hasConsent(row) ? { kind: 'done', change: { next_kind: 'decide', next_at: now } } : refused()),
  }),
};
