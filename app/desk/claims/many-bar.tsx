import { useState } from 'react';
import { Form } from 'react-router';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { OpeningHours } from '#content/opening-hours.ts';
import { periods } from '#content/retention-periods.ts';
import { callOutcomes, ofOneCall } from '#forms/call-outcomes.ts';
import type { Assignee } from '#server/claims/inbox/inbox-counts.ts';
import type { Outcome } from '#server/core/database/claim-tables.ts';
import { WhyField } from './close-form.tsx';
import { outcomeTexts } from './next-step.tsx';
import { assigneeNote } from './next-steps.tsx';
import { NextTime } from './next-time.tsx';

/** The form to which the checkboxes of the queue belong. */
export const manyForm = 'many';

/** Where it posts to. What is typed into it is kept by this path, because the bar is on every page of the workbench. */
const manyPath = '/desk/many';

/** The acts of its buttons: the action that each runs, and what its result is called. */
const acts = {
  assign: { name: 'assigned', title: 'Assigned' },
  record: { name: 'contact attempted', title: 'Recorded' },
  close: { name: 'closed', title: 'Closed' },
};

const outcomes = callOutcomes.filter((outcome) => !ofOneCall.includes(outcome));

/** The action that was posted; its outcome is part of the title. */
export function manyAction(text: (name: string) => string | null): { name: string; title: string } {
  const act = acts[text('many') as keyof typeof acts] ?? { name: '', title: '' };
  const outcome = outcomeTexts[text('outcome') as Outcome];
  return act === acts.record && outcome ? { ...act, title: outcome } : act;
}

type Props = { assignees: Assignee[]; staffId: string; now: number; hours: OpeningHours };

/** What can be done to the claims that are chosen in the queue. It is shown by CSS once one is. */
export function ManyBar({ assignees, staffId, now, hours }: Props) {
  const [line, setLine] = useState('');
  return (
    <Form
      method="post"
      action={manyPath}
      id={manyForm}
      className="many-bar stack"
      aria-label="The chosen claims"
      data-draft="many"
      data-draft-path={manyPath}
      onReset={() => setLine('')}
    >
      {/* Enter in a field chooses none of the acts. */}
      <button type="submit" disabled hidden />
      <div className="input-row">
        <label htmlFor="many-to" className="sr-only">
          Assign to
        </label>
        <select id="many-to" name="to" className="input" defaultValue={staffId}>
          {assignees
            .filter(({ hasLeft }) => !hasLeft)
            .map((one) => (
              <option key={one.id} value={one.id}>
                {one.name} {assigneeNote(one, staffId, now)}
              </option>
            ))}
          <option value="">Nobody</option>
        </select>
        <SubmitButton className="button button-quiet" name="many" value="assign" formNoValidate>
          Assign all
        </SubmitButton>
      </div>
      <label htmlFor="many-text" className="sr-only">
        Note for the assignee
      </label>
      <input
        id="many-text"
        name="text"
        className="input"
        maxLength={2_000}
        autoComplete="off"
        placeholder="Note for the assignee"
      />
      <label htmlFor="many-line" className="sr-only">
        Text, and when next
      </label>
      <input
        id="many-line"
        name="line"
        className="input"
        maxLength={2_100}
        autoComplete="off"
        placeholder="Text, and when next"
        aria-describedby={line === '' ? undefined : 'many-line-hint'}
        onInput={(event) => setLine(event.currentTarget.value)}
      />
      {line !== '' && <NextTime id="many-line-hint" line={line} now={now} hours={hours} />}
      <div className="input-row">
        <label htmlFor="many-outcome" className="sr-only">
          Outcome
        </label>
        <select id="many-outcome" name="outcome" className="input" defaultValue="no-answer">
          {outcomes.map((outcome) => (
            <option key={outcome} value={outcome}>
              {outcomeTexts[outcome]}
            </option>
          ))}
        </select>
        <SubmitButton className="button button-quiet" name="many" value="record" formNoValidate>
          Record for each: I tried to call
        </SubmitButton>
      </div>
      <WhyField id="many-why" label="Why they are closed: each claimant reads it" />
      <p className="muted">Some may get no email of it: call or write to them.</p>
      <div className="cluster">
        <SubmitButton className="button button-quiet" name="many" value="close">
          Close all: finished (claims kept {periods.forms['Make a Claim']})
        </SubmitButton>
        <button type="reset" className="button button-quiet">
          Choose none
        </button>
      </div>
    </Form>
  );
}
