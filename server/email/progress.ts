import { steps } from '#content/steps.ts';
import type { Db } from '#server/database/schema.ts';

export const progressTemplate = 'progress' as const;

/** What staff did to a claim since the e-mail about it was stored, and did not undo. */
export type Progress = {
  isContacted: boolean;
  /** Null where the claim is neither closed nor reopened, counting what was undone. */
  closing: 'closed' | 'reopened' | null;
  /** Staff answered the request to erase the claimant's data. */
  isErasureAnswered: boolean;
};

const actions = ['contacted', 'contact undone', 'closed', 'reopened', 'erasure declined', 'erasure answer undone'];

/** Reads what staff did since the e-mail was stored; null where nothing is left to report. */
export async function readProgress(db: Db, id: string, since: number): Promise<Progress | null> {
  const events = await db
    .selectFrom('audit_events')
    .select('action')
    .where('subject_id', '=', id)
    .where('action', 'in', actions)
    .where('at', '>=', since)
    .orderBy('id')
    .execute();
  /** Which of an action and its opposite applies. They alternate, so equal numbers of both change nothing. */
  const lastOf = (...pair: string[]) => {
    const done = events.map(({ action }) => action).filter((action) => pair.includes(action));
    return done.length % 2 === 0 ? null : done.at(-1);
  };
  const closing = lastOf('closed', 'reopened');
  const progress: Progress = {
    isContacted: lastOf('contacted', 'contact undone') === 'contacted',
    closing: closing === 'closed' || closing === 'reopened' ? closing : null,
    isErasureAnswered: lastOf('erasure declined', 'erasure answer undone') === 'erasure declined',
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
