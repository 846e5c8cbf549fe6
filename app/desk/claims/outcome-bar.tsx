import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { OpeningHours } from '#content/opening-hours.ts';
import { callOutcomes } from '#forms/call-outcomes.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import { type DraftOwner, useDraft } from '../note-draft.ts';
import { closeForm } from './close-form.tsx';
import { outcomeTexts } from './next-step.tsx';
import { NextTime } from './next-time.tsx';

type Props = {
  view: SubmissionView;
  now: number;
  hours: OpeningHours;
  unsavedLine: string;
  draft: DraftOwner;
  saved: { text: string } | null;
};

/**
 * How a call ended, and what is done next, in one act: a line of text whose end may be the time, and a button for each outcome, which
 * the keys 1 to 4 press; the key 5 leads to closing. `unsavedLine`: the line of an attempt that was refused. `saved`: the response that stored one.
 */
export function OutcomeBar({ view, now, hours, unsavedLine, draft, saved }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [line, setLine] = useState(unsavedLine);
  const saveDraft = useDraft(field, { ...draft, name: 'line', saved });
  // The draft that was kept, and the empty line after one was saved, are set without an event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read again after each response
  useEffect(() => setLine(field.current?.value ?? ''), [saved]);
  return (
    <Form method="post" className="acts-outcome">
      <input type="hidden" name="act" value="contact attempted" />
      <input type="hidden" name="seen" value={view.attemptCount} />
      <div className="field acts-line">
        <label htmlFor="line" className="sr-only">
          What was said, and when next
        </label>
        <input
          ref={field}
          id="line"
          name="line"
          className="input"
          data-key="o"
          aria-keyshortcuts="o"
          defaultValue={unsavedLine}
          onChange={(event) => setLine(event.target.value)}
          onInput={saveDraft}
          maxLength={2_100}
          autoComplete="off"
          placeholder="What was said, and when next: t10, +2h, fri 9, 12 Dec 10am"
          aria-describedby="line-hint"
        />
      </div>
      <div className="acts-buttons">
        {callOutcomes.map((outcome, index) => (
          <SubmitButton
            key={outcome}
            name="outcome"
            value={outcome}
            className={index === 0 ? 'button button-primary' : 'button button-quiet'}
            data-key={index + 1}
            aria-keyshortcuts={String(index + 1)}
          >
            {outcomeTexts[outcome]}
          </SubmitButton>
        ))}
        <a
          className="button button-quiet"
          href={`#${closeForm}`}
          data-key="5"
          aria-keyshortcuts="5"
          onClick={(event) => {
            // A new address would take the focus to the heading, where letters are keys.
            event.preventDefault();
            document.querySelector<HTMLElement>(`#${closeForm} :is(.input, .button)`)?.focus();
          }}
        >
          Close…
        </a>
      </div>
      <NextTime id="line-hint" line={line} now={now} hours={hours} dataKey="0" />
      <p className="acts-hint">Somebody else answered? That is No answer: write who.</p>
    </Form>
  );
}
