import { Form } from 'react-router';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { periods } from '#content/retention-periods.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';

/** Where the outcomes of a call lead to. */
export const closeForm = 'close';

/** Each way to close it, with what becomes of it, and the line that its claimant reads. */
export function CloseForm({ view, unsavedWhy }: { view: SubmissionView; unsavedWhy: string }) {
  const isWithdrawn = view.claimant.withdrawnAt !== null;
  const isTold = view.privateLink !== null && !isWithdrawn;
  const ofForm: Record<string, string> = periods.forms;
  const isKeptLonger = view.recorded.some(({ name }) => name === 'kept longer');
  const erased = isKeptLonger ? 'kept longer' : `erased after ${periods.notPursued}`;
  const finished = isKeptLonger ? 'kept longer' : `kept ${ofForm[view.form] ?? periods.other}`;
  const choices = [
    { pursued: '', text: `Close: finished (${finished})`, isPossible: !isWithdrawn },
    { pursued: 'no', text: `Close: did not go ahead (${erased})`, isPossible: view.privateLink !== null },
    { pursued: 'not for us', text: `Close: not for us (${erased})`, isPossible: !isWithdrawn },
  ];
  return (
    <Form method="post" id={closeForm} className="stack" data-draft="closed">
      <input type="hidden" name="act" value="closed" />
      {/* Enter in the field chooses none of the ways. */}
      <button type="submit" disabled hidden />
      {isTold && <WhyField id="why" label="Why, in one line that the claimant reads" unsaved={unsavedWhy} />}
      <div className="cluster">
        {choices.map(
          ({ pursued, text, isPossible }) =>
            isPossible && (
              <SubmitButton key={pursued} className="button button-quiet" name="pursued" value={pursued}>
                {text}
              </SubmitButton>
            ),
        )}
      </div>
      {isTold && <p className="muted">{howTold(view)}</p>}
    </Form>
  );
}

/** Whom no email reaches may never learn that the claim is closed. */
function howTold({ isToldByEmail, isConsentTakenBack }: SubmissionView): string {
  if (isToldByEmail) return 'The claimant is told in ten minutes.';
  return isConsentTakenBack
    ? 'No email tells this claimant, who took their consent back. It is on their claim page.'
    : 'No email tells this claimant: call or write to them.';
}

/** The line that is required where a claimant is told of the closing. */
export function WhyField({ id, label, unsaved = '' }: { id: string; label: string; unsaved?: string }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} name="why" className="input" required maxLength={300} autoComplete="off" defaultValue={unsaved} />
    </div>
  );
}
