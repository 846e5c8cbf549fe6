import { shortLondonMoment } from '#forms/london-day.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import { ErasureRequest } from './erasure-request.tsx';
import { ActionButton } from './next-steps.tsx';

/** What the claimant asks for at the page of their claim: to end it, or to erase it. `unsavedReason`: the reason in an answer that was refused. */
export function ClaimantSection({ view, unsavedReason }: { view: SubmissionView; unsavedReason: string }) {
  const { claimant, reference } = view;
  const { withdrawnAt, erasureRequestedAt } = claimant;
  if (withdrawnAt === null && erasureRequestedAt === null) return null;
  return (
    <section className="card stack" aria-labelledby="claimant">
      <h2 id="claimant">From the claimant</h2>
      {withdrawnAt !== null && (
        <>
          <p className="callout callout-danger">
            <strong>Withdrawn</strong> by the claimant {shortLondonMoment(withdrawnAt)}. No reminders are sent. Close it once
            nothing is left to do.
          </p>
          <ActionButton action={{ type: 'withdrawal undone' }} className="button-link">
            They want to go on after all
          </ActionButton>
        </>
      )}
      <ErasureRequest claimant={claimant} reference={reference} unsaved={unsavedReason} />
    </section>
  );
}
