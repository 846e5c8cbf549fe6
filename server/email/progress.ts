import type { Selectable } from 'kysely';
import { steps } from '#content/steps.ts';
import type { Schema } from '#server/database/schema.ts';

export const progressTemplate = 'progress' as const;

/** What staff did to a claim that the claimant was not told yet. */
export type Progress = {
  isContacted: boolean;
  closing: 'closed' | 'reopened' | null;
  /** Staff answered the request to erase the claimant's data. */
  isErasureAnswered: boolean;
};

type State = Pick<Selectable<Schema['form_submissions']>, 'contacted_at' | 'closed_at' | 'erasure_answered_at'>;

/**
 * The state of a claim before the first action that an e-mail reports, kept as the payload of its job. What the claimant is told is the
 * difference to the state when the e-mail is sent. A count of actions would not do: two answers to two requests are news, and a contact
 * that was taken back is none.
 */
export function stateBefore({ contacted_at, closed_at, erasure_answered_at }: State): string {
  return JSON.stringify({ contacted_at, closed_at, erasure_answered_at } satisfies State);
}

/** What has changed since the state in the payload; null where nothing is left to report. */
export function progressSince(payload: string | null, now: State): Progress | null {
  // An e-mail that an earlier version stored has no payload: it tells how the claim stands.
  const before: State =
    payload === null ? { contacted_at: null, closed_at: null, erasure_answered_at: null } : JSON.parse(payload);
  const wasClosed = before.closed_at !== null;
  const isClosed = now.closed_at !== null;
  const progress: Progress = {
    isContacted: before.contacted_at === null && now.contacted_at !== null,
    closing: wasClosed === isClosed ? null : isClosed ? 'closed' : 'reopened',
    isErasureAnswered: now.erasure_answered_at !== null && now.erasure_answered_at !== before.erasure_answered_at,
  };
  return progress.isContacted || progress.closing || progress.isErasureAnswered ? progress : null;
}

const [first, ...others] = steps.map(({ title }) => title);

function nextSteps(titles: string[]): string[] {
  if (titles.length === 0) return [];
  const are = titles.length === 1 ? 'step is' : 'steps are';
  return [`The next ${are} ${titles.join(', ')}. Not every claim needs all of them: we agree each with you first.`];
}

/** The title and the sentences of the e-mail, in the words of the steps on the site. */
export function progressTexts({ isContacted, closing, isErasureAnswered }: Progress): [title: string, ...string[]] {
  const erasure = 'We have answered your request to erase your data. Our answer is on the page of your claim.';
  const also = isErasureAnswered ? [erasure] : [];
  if (closing === 'closed')
    return ['We have closed your claim', 'If you think that it should go on, or have a question, please call us.', ...also];
  if (closing === 'reopened') return ['Your claim is open again', 'You need do nothing. We will be in touch.', ...also];
  if (!isContacted) return ['We have answered your request', erasure];
  return [
    'We have been in touch about your claim',
    `That was step 1 of ${steps.length}: ${first}. If nobody has reached you, please call us.`,
    ...nextSteps(others),
    ...also,
  ];
}
