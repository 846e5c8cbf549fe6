import { Form, Link } from 'react-router';
import type { Staff } from '#server/auth/staff.ts';
import type { Assignee } from '#server/desk/inbox.ts';
import type { SubmissionView } from '#server/desk/submission-view.ts';
import { londonMoment } from '../look/times.ts';
import { ChangeButton } from './change-button.tsx';

type Props = { view: SubmissionView; assignees: Assignee[]; staff: Staff };

/** What was done, and what can be done next. */
export function NextSteps({ view, assignees, staff }: Props) {
  const { contacted, closed, quarantine, assignedTo } = view;
  return (
    <section className="panel stack" aria-labelledby="next">
      <h2 id="next">Next</h2>
      {quarantine && (
        <p>
          Set aside {londonMoment(quarantine.at)}: {quarantine.reason}. No letter was sent. Release it if a person wrote it.
        </p>
      )}
      {contacted && (
        <p>
          Contacted {londonMoment(contacted.at)} by {contacted.by}.
        </p>
      )}
      {closed && (
        <p>
          Closed {londonMoment(closed.at)} by {closed.by}.
        </p>
      )}
      <div className="row">
        {quarantine ? (
          <ChangeButton change={{ act: 'released' }}>Release</ChangeButton>
        ) : (
          <>
            {!contacted && !closed && <ChangeButton change={{ act: 'contacted' }}>Mark as contacted</ChangeButton>}
            {contacted && !closed && (
              <ChangeButton change={{ act: 'contact undone' }} className="button button-quiet">
                Not contacted after all
              </ChangeButton>
            )}
            {closed ? (
              <ChangeButton change={{ act: 'reopened' }}>Reopen</ChangeButton>
            ) : (
              <ChangeButton change={{ act: 'closed' }} className={contacted ? 'button' : 'button button-quiet'}>
                Close
              </ChangeButton>
            )}
            {!contacted && !closed && (
              <ChangeButton change={{ act: 'set aside' }} className="button button-quiet">
                Set aside as spam
              </ChangeButton>
            )}
          </>
        )}
      </div>
      <Form method="post" className="field">
        <input type="hidden" name="act" value="assigned" />
        <input type="hidden" name="from" value={assignedTo?.id ?? ''} />
        <label htmlFor="assign">Assigned to</label>
        <div className="finder-line">
          <select id="assign" name="to" className="input" defaultValue={assignedTo?.id ?? ''} key={assignedTo?.id}>
            <option value="">Nobody</option>
            {assignees.map(({ id, name, hasLeft }) => (
              <option key={id} value={id}>
                {hasLeft ? `${name} (left)` : id === staff.id ? `${name} (me)` : name}
              </option>
            ))}
          </select>
          <button type="submit" className="button button-quiet">
            Assign
          </button>
        </div>
      </Form>
      <p className="row">
        <Link to={`/desk/people?${new URLSearchParams({ about: view.sender.email || view.sender.phone })}`}>
          All we hold on this person
        </Link>
        {staff.role === 'owner' && <Link to={`/desk/erase?submission=${view.id}`}>Erase…</Link>}
      </p>
    </section>
  );
}
