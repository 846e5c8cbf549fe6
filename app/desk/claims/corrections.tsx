import { Link } from 'react-router';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import { ActionButton } from './next-steps.tsx';

/** What was corrected in the answers, with what was sent, newest first; and the way to correct more. */
export function Corrections({ view }: { view: SubmissionView }) {
  const { corrections, privateLink } = view;
  const isNewAddress = corrections.some(({ field, old }) => field === 'email' && old !== '');
  return (
    <section className="card stack" aria-labelledby="corrections">
      <h2 id="corrections">Corrections</h2>
      {corrections.length === 0 && <p>The answers are as they were sent.</p>}
      <ul className="timeline">
        {corrections.toReversed().map(({ id, label, old, new: corrected, at, by, isMerged }) => (
          <li key={id}>
            <p dir="auto">
              <strong>{label}</strong>: {corrected || 'nothing'}
              <span className="muted">{old ? `, was ${old}` : ', was not answered'}</span>
            </p>
            <div className="muted cluster">
              {by}, {shortLondonMoment(at)}
              {!isMerged && (
                <ActionButton action={{ type: 'correction undone', ids: id }} className="button-link">
                  Take back<span className="sr-only"> this correction: {label}</span>
                </ActionButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      {isNewAddress && privateLink && (
        <div className="callout stack">
          <p>
            The email address is a new one. A new private link goes there
            {privateLink.revokedAt === null ? ', and the earlier one ends.' : ': the earlier one has ended.'}
          </p>
          <ActionButton action={{ type: 'link renewed' }} className="button button-quiet">
            Send a new private link there
          </ActionButton>
        </div>
      )}
      {view.quarantine === null && (
        <p className="not-printed">
          <Link to={`/desk/submissions/${view.id}/answers`} className="button button-quiet" data-key="e" aria-keyshortcuts="e">
            Correct or fill in answers
          </Link>
        </p>
      )}
    </section>
  );
}
