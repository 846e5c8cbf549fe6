import { useState } from 'react';
import { Form } from 'react-router';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { OpeningHours } from '#content/opening-hours.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import { readTime } from '#forms/next-time.ts';
import type { Outcome } from '#server/database/next-step-tables.ts';
import type { AttemptView } from '#server/submissions/view/next-step-view.ts';
import type { SubmissionView } from '#server/submissions/view/submission-view.ts';
import { ActionButton } from '../submission/next-steps.tsx';
import { nextStepText, outcomeTexts } from './next-step.tsx';

const outcomes = Object.keys(outcomeTexts) as Outcome[];

type Props = { view: SubmissionView; now: number; hours: OpeningHours; unsavedLine: string };

/**
 * How a call ended, and what is done next, in one act: a line of text whose end may be the time, and a button for each outcome, which
 * the keys 1 to 6 press. `unsavedLine`: the line of an attempt that was refused.
 */
export function OutcomeBar({ view, now, hours, unsavedLine }: Props) {
  const [line, setLine] = useState(unsavedLine);
  const { next } = view;
  const { at } = readTime(line, now, hours);
  return (
    <section className="card stack not-printed" aria-labelledby="outcome">
      <h2 id="outcome">How did the call end?</h2>
      {next && <p>{nextStepText(next)}</p>}
      <Form method="post" className="stack" key={view.attempts.length}>
        <input type="hidden" name="act" value="contact attempted" />
        <input type="hidden" name="seen" value={view.attemptCount} />
        <div className="field">
          <label htmlFor="line">What was said, and when next</label>
          <input
            id="line"
            name="line"
            className="input"
            data-key="o"
            defaultValue={unsavedLine}
            onChange={(event) => setLine(event.target.value)}
            maxLength={2_100}
            autoComplete="off"
            aria-describedby="line-hint"
          />
          <p id="line-hint" className="muted" role="status">
            {at === null
              ? 'It may end with a time: t10 (tomorrow at ten), +2h, fri 9, 18:30.'
              : `Next: ${shortLondonMoment(at)}.`}
          </p>
        </div>
        <div className="cluster">
          {outcomes.map((outcome, index) => (
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
        </div>
      </Form>
      {next?.needsReply && (
        <ActionButton action={{ type: 'no reply needed' }} className="button button-quiet">
          No reply needed
        </ActionButton>
      )}
    </section>
  );
}

/** The attempts to make contact, newest first. Each can be taken back. */
export function Attempts({ attempts }: { attempts: AttemptView[] }) {
  if (attempts.length === 0) return null;
  return (
    <section className="card" aria-labelledby="attempts">
      <h2 id="attempts">Attempts to make contact</h2>
      <ul className="notes">
        {attempts.map(({ id, at, by, outcome, text, next }) => (
          <li key={id} className="attempt">
            <p dir="auto">
              <strong>{outcomeTexts[outcome]}</strong>
              {text && `: ${text}`}
            </p>
            <div className="muted cluster">
              {by}, {shortLondonMoment(at)}
              {next !== null && `. Next: ${shortLondonMoment(next)}`}
              <ActionButton action={{ type: 'attempt undone', attemptId: id }} className="button-link">
                Take back<span className="sr-only"> this attempt</span>
              </ActionButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
