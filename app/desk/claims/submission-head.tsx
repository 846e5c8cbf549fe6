import { Fragment } from 'react';
import { Link } from 'react-router';
import { useHeldLink } from '#app/ui/submit-button.tsx';
import { missingAnswersOf } from '#forms/continuation.ts';
import { formOf } from '#forms/forms.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import { languageOf } from '#forms/sender-language.ts';
import type { Looker } from '#server/claims/inbox/event-streams.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import { CompletenessBadge, DueBadge } from '../due-badge.tsx';
import { ago } from '../times.ts';
import { CallingNote, CallLink } from './call-link.tsx';
import { nextStepText } from './next-step.tsx';
import { ActionButton } from './next-steps.tsx';
import { lookersText } from './queue-row.tsx';

type Props = { view: SubmissionView; now: number; staffId: string; lookers: Looker[] };

/** Who sent it, how to reach them and when, and what is still to ask: what somebody needs before the call, in a few lines. */
export function SubmissionHead({ view, now, staffId, lookers }: Props) {
  const { sender, phones, reference, form, createdAt, summary, claimant, next, assignedTo } = view;
  const held = useHeldLink();
  const missing = missingAnswersOf(form, view.data).map(({ label }) => label);
  const language = languageOf(formOf(form, view.data), view.data);
  const looking = lookersText(lookers, view.id);
  const sameCount = view.others.filter(({ maybeSame }) => maybeSame).length + 1;
  return (
    <header className="submission-head">
      <div className="submission-title">
        <h1>
          <bdi>{sender.name || 'No name given'}</bdi>
        </h1>
        {view.isUrgent && <span className="badge badge-late">Urgent</span>}
        {view.isConsentTakenBack && <span className="badge badge-late">Consent taken back</span>}
        {view.isWithdrawn ? <span className="badge badge-late">Withdrawn</span> : <DueBadge row={view} now={now} />}
        <CompletenessBadge completeness={view.completeness} />
        {sameCount > 1 && (
          <Link to={`/desk/submissions/${view.id}/merge`} className="badge badge-soon">
            {sameCount}×<span className="sr-only"> sent, it seems: merge</span>
          </Link>
        )}
        {language && <span className="badge badge-soon">{language}</span>}
        {looking && <span className="badge">{looking}</span>}
      </div>
      <p className="muted submission-facts">
        <span>
          {reference} · {form}
          {summary && (
            <>
              {' · '}
              <bdi>{summary}</bdi>
            </>
          )}
        </span>
        <span>
          Came {ago(now - createdAt)}
          {view.sentBy && (
            <>
              , sent by <bdi>{view.sentBy}</bdi>
            </>
          )}
        </span>
      </p>
      <div className="contact-actions not-printed">
        {phones.numbers.map(({ shown, call, whatsapp }, index) => (
          <Fragment key={call}>
            <CallLink
              href={call}
              isOpen={next !== null}
              attemptCount={view.attemptCount}
              label={`Call ${shown}`}
              isFirst={index === 0}
            />
            {whatsapp && (
              <a
                className={phones.numbers.length > 1 ? 'button button-quiet is-wide' : 'button button-quiet'}
                href={whatsapp}
                rel="noreferrer"
                target="_blank"
                {...held}
              >
                WhatsApp {phones.numbers.length > 1 && shown} <span className="sr-only">(opens in a new tab)</span>
              </a>
            )}
          </Fragment>
        ))}
        {(sender.email || phones.numbers.length > 0) && (
          <Link
            className="button button-quiet"
            to={`/desk/submissions/${view.id}/reply`}
            data-key="r"
            aria-keyshortcuts="r"
            {...held}
          >
            Write
          </Link>
        )}
        {next && assignedTo?.id !== staffId && (
          <ActionButton
            action={{ type: 'assigned', to: staffId, from: assignedTo?.id ?? null }}
            className="button button-quiet"
            dataKey="t"
          >
            Make it mine
          </ActionButton>
        )}
        {assignedTo && <span className="muted">Assigned to {assignedTo.id === staffId ? 'you' : assignedTo.name}</span>}
      </div>
      {phones.words && (
        <p className="muted">
          {phones.numbers.length > 0 ? 'Typed as their phone number: ' : 'There is no number to call in what they typed: '}
          <bdi>{phones.words}</bdi>
        </p>
      )}
      {!next && view.needsReply && <p>It is closed, and something came since. Answer it, or say that no reply is needed.</p>}
      {(next || claimant.callPreference) && (
        <p>
          {next && nextStepText(next)}
          {claimant.callPreference && (
            <>
              {' '}
              Wants to be called: <strong dir="auto">{claimant.callPreference}</strong>
            </>
          )}
        </p>
      )}
      {missing.length > 0 && <p className="muted">Still to ask: {missing.join(', ')}</p>}
    </header>
  );
}

/** Of more claims that may be about the same accident the page for merging has the list. */
const mostWarnings = 3;

/** What is to be known before the call: somebody else calls, e-mails are refused, or it may be the accident of another claim. */
export function SubmissionWarnings({ view, now, staffId }: { view: SubmissionView; now: number; staffId: string }) {
  return (
    <div className="submission-warnings">
      {view.others
        .filter(({ maybeSame }) => maybeSame)
        .slice(0, mostWarnings)
        .map(({ id, reference: other, form: otherForm, createdAt: at, begunAtRoadside }) => (
          <p key={id} className="callout">
            Same phone or car as <Link to={`/desk/submissions/${id}`}>{other}</Link>,{' '}
            {begunAtRoadside ? 'started at the roadside' : otherForm} {shortLondonMoment(at)}. It may be the same accident:{' '}
            <Link to={`/desk/submissions/${view.id}/merge?with=${id}`}>merge them</Link>
          </p>
        ))}
      {view.senderRefuses && (
        <p className="callout callout-danger">
          Their email address refuses our email: <q>{view.senderRefuses}</q>. Call instead.
        </p>
      )}
      {view.perhapsNotDelivered && (
        <p className="callout">
          An email to them was perhaps not delivered: <q>{view.perhapsNotDelivered}</q>. Call, or write again.
        </p>
      )}
      <CallingNote next={view.next} staffId={staffId} now={now} />
    </div>
  );
}
