import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { periods } from '#content/retention-periods.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { Action } from '#server/claims/actions/actions.ts';
import type { Assignee } from '#server/claims/inbox/inbox-counts.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { londonDay } from '../times.ts';
import { CloseForm } from './close-form.tsx';
import { nextStepText, outcomeTexts } from './next-step.tsx';

type Props = { view: SubmissionView; assignees: Assignee[]; staff: StaffMember; now: number; unsavedWhy: string };

/** What was done, and the actions that are possible now. */
export function NextSteps({ view, assignees, staff, now, unsavedWhy }: Props) {
  const { recorded, quarantine, assignedTo, createdAt, dueAt, ownTargetAt } = view;
  const contacted = recorded.some(({ name }) => name === 'contacted');
  const isClaim = view.privateLink !== null;
  const closed = recorded.some(({ name }) => name === 'closed');
  const isKeptLonger = recorded.some(({ name }) => name === 'kept longer');
  return (
    <section className="card stack" aria-labelledby="next">
      <h2 id="next">Close, assign or keep</h2>
      <p className="muted">
        Came {shortLondonMoment(createdAt)}.{dueAt !== null && ` SLA: contact by ${shortLondonMoment(dueAt)}.`}
        {ownTargetAt !== null && ` Our own target: ${shortLondonMoment(ownTargetAt)}.`}
      </p>
      {quarantine && (
        <p>
          In quarantine since {shortLondonMoment(quarantine.at)}: {quarantine.reason}. The team gets no email about it while it is
          in quarantine. Release it if a person wrote it.
        </p>
      )}
      {recorded.map(({ name, title, at, by }) => (
        <p key={name}>
          {title} {shortLondonMoment(at)} by {by}.
        </p>
      ))}
      {view.closingReason && (
        <p>
          Why: <bdi>{view.closingReason}</bdi>
        </p>
      )}
      {view.isNotPursued && !isKeptLonger && <p>It did not go ahead: {periods.notPursued} after it was closed it is erased.</p>}
      <div className="cluster">
        {quarantine ? (
          <ActionButton action={{ type: 'released' }}>Release</ActionButton>
        ) : (
          <>
            {contacted && !closed && (
              <ActionButton action={{ type: 'contact undone' }} className="button button-quiet">
                Not contacted after all
              </ActionButton>
            )}
            {closed && <ActionButton action={{ type: 'reopened' }}>Reopen</ActionButton>}
            {!contacted && !closed && (
              <ActionButton action={{ type: 'quarantined' }} className="button button-quiet">
                Put in quarantine
              </ActionButton>
            )}
          </>
        )}
      </div>
      {!closed && !quarantine && <CloseForm view={view} unsavedWhy={unsavedWhy} />}
      {isClaim && !quarantine && (
        <div className="stack">
          <p className="muted">
            {isKeptLonger
              ? 'It is not erased by its age. Stop that a year after nobody who was hurt can go to court any more: a child can until they are 21, an adult who cannot run a claim until three years after they can again.'
              : 'Was anybody hurt who is under 18, or unable to run a claim for themselves? They can go to court years later, so keep it.'}
          </p>
          <ActionButton action={{ type: isKeptLonger ? 'no longer kept longer' : 'kept longer' }} className="button button-quiet">
            {isKeptLonger ? 'Stop keeping it longer' : 'Keep it: a child, or somebody who cannot run a claim, was hurt'}
          </ActionButton>
        </div>
      )}
      {isClaim && (
        <div className="cluster">
          {view.isConsentTakenBack ? (
            <>
              <ActionButton action={{ type: 'consent spoken' }} className="button button-quiet">
                I read the consent out, and they said yes again
              </ActionButton>
              <ActionButton action={{ type: 'consent written' }} className="button button-quiet">
                They agreed again in writing, and I have kept their message
              </ActionButton>
            </>
          ) : (
            <ActionButton action={{ type: 'consent taken back' }} className="button button-quiet">
              They take their consent back
            </ActionButton>
          )}
        </div>
      )}
      <Form method="post" className="field" data-draft="assigned">
        <input type="hidden" name="act" value="assigned" />
        <input type="hidden" name="from" value={assignedTo?.id ?? ''} />
        <label htmlFor="assign">Assigned to</label>
        <div className="input-row">
          <select
            id="assign"
            name="to"
            className="input"
            data-key="a"
            aria-keyshortcuts="a"
            defaultValue={assignedTo?.id ?? ''}
            key={assignedTo?.id}
          >
            <option value="">Nobody</option>
            {assignees.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name} {assigneeNote(one, staff.id, now)}
              </option>
            ))}
          </select>
        </div>
        <label htmlFor="assign-note">Note for them</label>
        <div className="input-row">
          <input
            id="assign-note"
            name="text"
            className="input"
            maxLength={2_000}
            autoComplete="off"
            placeholder="What they need to know"
            key={`${assignedTo?.id} note`}
          />
          <SubmitButton className="button button-quiet">Assign</SubmitButton>
        </div>
      </Form>
      <p className="cluster">
        <Link to={`/desk/people?${new URLSearchParams({ about: view.sender.email || view.sender.phone })}`}>
          All we hold on this person
        </Link>
        {!quarantine && (
          <Link to={`/desk/submissions/${view.id}/merge`} data-key="m" aria-keyshortcuts="m">
            Merge with another claim…
          </Link>
        )}
        {staff.role === 'owner' && <Link to={`/desk/erase?submission=${view.id}`}>Erase…</Link>}
      </p>
    </section>
  );
}

/** What is to be known of somebody before a claim is assigned to them. */
export function assigneeNote({ id, hasLeft, awayUntil }: Assignee, staffId: string, now: number): string {
  if (hasLeft) return '(left)';
  if (awayUntil !== null && awayUntil > now) return `(away until ${londonDay(awayUntil)})`;
  return id === staffId ? '(me)' : '';
}

/** The message after each action. */
export const actionMessages: Record<Action['type'], (view: SubmissionView) => string> = {
  contacted: () => 'Marked as contacted.',
  'contact undone': () => 'Marked as not contacted.',
  closed: () => 'Closed.',
  reopened: () => 'Open again.',
  assigned: ({ assignedTo }) => `Assigned to ${assignedTo?.name ?? 'nobody'}.`,
  'answers corrected': ({ corrections }) => `Corrected: ${labelsOfNewest(corrections)}.`,
  'correction undone': ({ privateLink }) =>
    `The correction is taken back.${privateLink?.revokedAt ? ' The private link has ended: send a new one.' : ''}`,
  merged: ({ merged }) => `Merged. What came as ${merged.map(({ reference }) => reference).join(', ')} is here now.`,
  'merge undone': () =>
    'The merge is taken back: both claims are there again. What a claimant sent meanwhile is with the one that stayed.',
  'consent spoken': () => 'Recorded: consent given aloud.',
  'consent written': () => 'Recorded: consent given in writing.',
  'consent taken back': () =>
    'Recorded: the consent was taken back. No email goes to the sender but one that you send. Decide what becomes of the claim.',
  'note added': () => 'Note added.',
  'note removed': () => 'Note removed.',
  'note restored': () => 'The note is back.',
  'withdrawal undone': ({ next }) =>
    next ? 'We are working on the claim again.' : 'The withdrawal is taken back. The claim stays closed: reopen it to go on.',
  'erasure declined': () => 'Answered. The claimant reads it on the page of their claim.',
  'erasure answer undone': () => 'The answer is withdrawn, and the request is open again.',
  'erasure request withdrawn': () => 'The request for erasure is settled.',
  released: () => 'Released from quarantine. The team is sent its email, unless it was sent before.',
  quarantined: () => 'Put in quarantine.',
  'kept longer': () => 'It is not erased by its age until you take that back.',
  'no longer kept longer': () => 'It has its normal erasure date again.',
  'action undone': () => 'Taken back.',
  'message written': () => 'Your message leaves in ten seconds.',
  'message taken back': () => 'The message was not sent. Write has its text.',
  'link revoked': () => 'The private link is revoked.',
  'link renewed': () => 'A new private link is on its way to the claimant. Earlier links no longer work.',
  'contact attempted': ({ attempts, next }) =>
    `${outcomeTexts[attempts[0]?.outcome ?? 'spoke']}. ${next ? nextStepText(next) : 'Closed.'}`,
  'attempt undone': ({ next }) => `Taken back. ${next ? nextStepText(next) : ''}`,
  'call begun': () => 'Nobody else is offered this call for ten minutes.',
  'call ended': () => 'The call is free for others again.',
  'next step set': ({ next }) => (next ? nextStepText(next) : 'The next step is set.'),
  'no reply needed': () => 'No reply is needed.',
  'reply needed': () => 'A reply is needed.',
  'email sent again': () => 'The email will be sent again within half a minute.',
};

type ActionButtonProps = { action: Action; className?: string; children: ReactNode; dataKey?: string; to?: string };

/** A button that runs one action on the claim of this page. `to`: the page of another claim, which is then opened. */
export function ActionButton({ action, className = 'button button-primary', children, dataKey, to }: ActionButtonProps) {
  return (
    <Form method="post" action={to}>
      {fieldsOf(action).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton className={className} data-key={dataKey} aria-keyshortcuts={dataKey}>
        {children}
      </SubmitButton>
    </Form>
  );
}

/** The labels of what was corrected last. */
function labelsOfNewest(corrections: SubmissionView['corrections']): string {
  const newest = corrections.filter(({ at }) => at === corrections.at(-1)?.at);
  return newest.map(({ label }) => label).join(', ') || 'the answers';
}

/** An action as names and values, for a form or a cookie; its type is posted as `act`. */
export function fieldsOf({ type, ...fields }: Action): [string, string][] {
  return [['act', type], ...Object.entries(fields).map(([name, value]): [string, string] => [name, value ?? ''])];
}
