import { Labelled } from '#app/ui/labelled.tsx';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { ClaimantView } from '#server/claims/view/submission-view.ts';
import { Confirm } from '../confirm.tsx';
import { ActionButton } from './next-steps.tsx';

type Props = { claimant: ClaimantView; reference: string; unsaved: string };

/** The claimant's request to erase their data: our answer, or the ways to settle it. `unsaved`: a reason that was refused. */
export function ErasureRequest({ claimant, reference, unsaved }: Props) {
  const { erasureRequestedAt, erasureAnswer } = claimant;
  if (erasureRequestedAt === null) return null;
  if (erasureAnswer !== null)
    return (
      <div className="callout stack">
        <p>
          <strong>Erasure requested</strong> {shortLondonMoment(erasureRequestedAt)}, and answered{' '}
          {shortLondonMoment(erasureAnswer.at)} by {erasureAnswer.by}:
        </p>
        <p className="erasure-answer" dir="auto">
          {erasureAnswer.text}
        </p>
        <ActionButton action={{ type: 'erasure answer undone' }} className="button-link">
          Withdraw the answer
        </ActionButton>
      </div>
    );
  return (
    <div className="callout callout-danger stack">
      <p>
        <strong>Erasure requested</strong> {shortLondonMoment(erasureRequestedAt)}. Answer within one month: an owner erases it,
        or you say why we keep it.
      </p>
      <Confirm
        label="Answer without erasing"
        about={reference}
        consequence="The claimant reads this on the page of their claim, with how to complain. It stays in the history."
        button="Answer"
        isHarmless
        draft="erasure declined"
      >
        <input type="hidden" name="act" value="erasure declined" />
        <Reason id="erasure-declined" label="What we keep, and why" defaultValue={unsaved} />
      </Confirm>
      <Confirm
        label="They no longer ask for it"
        about={reference}
        consequence="Nothing is sent. The reason stays in the history."
        button="Record it"
        isHarmless
        draft="erasure request withdrawn"
      >
        <input type="hidden" name="act" value="erasure request withdrawn" />
        <Reason id="erasure-withdrawn" label="When and how they said so" defaultValue="" />
      </Confirm>
    </div>
  );
}

function Reason({ id, label, defaultValue }: { id: string; label: string; defaultValue: string }) {
  return (
    <Labelled id={id} label={label}>
      <textarea id={id} name="reason" className="input" rows={3} required maxLength={1_000} defaultValue={defaultValue} />
    </Labelled>
  );
}
