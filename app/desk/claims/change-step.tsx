import { useState } from 'react';
import { Form } from 'react-router';
import { Labelled } from '#app/ui/labelled.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { OpeningHours } from '#content/opening-hours.ts';
import type { Assignee } from '#server/claims/inbox/inbox-counts.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import { TimeAlone } from './next-time.tsx';

type Props = { view: SubmissionView; assignees: Assignee[]; staffId: string; now: number; hours: OpeningHours };

const hint = 'As in t10 (tomorrow at ten), +2h, fri 9, 12 Dec 10am or 18:30. Empty leaves the time as it is.';

/** Changes when the next step is due, by a line as in the outcome bar, and whose it is, where nobody was called. */
export function ChangeStep({ view: { next }, assignees, staffId, now, hours }: Props) {
  const [line, setLine] = useState('');
  if (!next) return null;
  return (
    <details className="card not-printed" key={`${next.at} ${next.by?.id}`}>
      <summary>Change the next step</summary>
      <Form method="post" className="stack" data-draft="next step set">
        <input type="hidden" name="act" value="next step set" />
        <Labelled id="step-line" label="When">
          <input
            id="step-line"
            name="line"
            className="input"
            maxLength={100}
            autoComplete="off"
            aria-describedby="step-hint"
            onInput={(event) => setLine(event.currentTarget.value)}
          />
          <TimeAlone id="step-hint" line={line} now={now} hours={hours} hint={hint} />
        </Labelled>
        <Labelled id="step-whose" label="Whose">
          <select id="step-whose" name="whose" className="input" defaultValue={next.by?.id ?? ''}>
            <option value="">Anybody’s</option>
            {next.by && !assignees.some(({ id }) => id === next.by?.id) && <option value={next.by.id}>{next.by.name}</option>}
            {assignees.map(({ id, name }) => (
              <option key={id} value={id}>
                {id === staffId ? `${name} (me)` : name}
              </option>
            ))}
          </select>
        </Labelled>
        <SubmitButton className="button button-quiet">Change it</SubmitButton>
      </Form>
    </details>
  );
}
