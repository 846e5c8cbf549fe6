import { shortLondonMoment } from '#forms/london-day.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import { AnswerBlocks } from './submission-sections.tsx';

/** What was sent with the claims that were merged into this one. Everything else of them is shown with its own. */
export function MergedClaims({ merged }: Pick<SubmissionView, 'merged'>) {
  return merged.map(({ id, reference, form, createdAt, sections }) => (
    <details key={id} className="card">
      <summary>
        Also sent: {form} {reference}, {shortLondonMoment(createdAt)}
      </summary>
      <AnswerBlocks blocks={sections} />
    </details>
  ));
}
