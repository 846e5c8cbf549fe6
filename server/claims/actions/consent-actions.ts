import { consentTakenBack, hasConsent } from '#server/mail/out/email-store.ts';
import { definePlainAction, refused } from './define-action.ts';
import { markOf } from './kept.ts';

/** The marks of a claim whose sender agreed without ticking it: by word of mouth after staff read the consent out, or in a message. */
export const [givenAloud, givenInWriting] = ['consent spoken', 'consent written'] as const;

/** What a claim keeps about consent: one of these, because the newest word counts. */
export const consentMarks = [consentTakenBack, givenAloud, givenInWriting] as const;

/** Consent that nobody ticked themselves: who recorded it, and when. It is kept with a claim that staff enter. */
export const consentActions = {
  [givenAloud]: given(givenAloud, {
    pastTense: 'recorded that consent was given aloud',
    title: 'Consent given aloud',
    onClaimantsPage: 'You agreed when we spoke.',
  }),

  [givenInWriting]: given(givenInWriting, {
    pastTense: 'recorded that consent was given in writing',
    title: 'Consent given in writing',
    onClaimantsPage: 'You agreed in your message to us.',
  }),

  /** Also of consent that the sender ticked: a person then decides what becomes of the claim. */
  [consentTakenBack]: definePlainAction({
    undoneBy: 'action undone',
    ends: consentMarks,
    pastTense: 'recorded that consent was taken back',
    conflictsWith: [consentTakenBack],
    keeps: {
      title: 'Consent taken back',
      columns: null,
      onClaimantsPage:
        'You took your consent back. We stop sharing your details, unless an agreement you signed, or the law, still requires it. We tell you if so.',
      tells: () => null,
    },
    run: async ({ row, now }) => (hasConsent(row) ? { kind: 'done', change: { next_kind: 'decide', next_at: now } } : refused()),
  }),
};

type Words = { pastTense: string; title: string; onClaimantsPage: string };

function given(name: typeof givenAloud | typeof givenInWriting, { pastTense, ...words }: Words) {
  return definePlainAction({
    undoneBy: 'action undone',
    ends: consentMarks,
    pastTense,
    conflictsWith: [name],
    keeps: { ...words, columns: null, tells: () => null },
    run: async ({ row }) => (markOf(row, { name, columns: null }) === null ? { kind: 'done' } : refused()),
  });
}
