import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Accepted, isOld, type WaitingSubmission } from '#app/waiting/waiting-store.ts';
import { site } from '#content/site.ts';
import { isThisPage, reopenWaiting } from './reopen-waiting.ts';
import { cancelWaiting, closeNotTaken, sendAgain, sendOld } from './waiting-actions.ts';
import { sendNow, startWaiting } from './waiting-attempts.ts';
import { waitingList } from './waiting-list.ts';
import { isMessageOfClaim, MessageText } from './waiting-message.tsx';

/** The submissions that wait on this device: what became of them, and what can be done about it. */
export function WaitingPanel() {
  const { waiting, received, ...attempts } = useSyncExternalStore(waitingList.subscribe, waitingList.read);
  useEffect(startWaiting, []);
  // The page of the form shows the receipt itself.
  const news = received.filter((one) => isMessageOfClaim(one) || !isThisPage(one));
  if (waiting.length + news.length === 0) return null;
  return (
    <section id="waiting" lang="en-GB" dir="ltr" aria-label="Waiting to be sent" className="section-surface not-printed">
      <div className="container stack">
        {waiting.map((submission) => (
          <Waiting key={submission.key} submission={submission} {...attempts} />
        ))}
        {news.map((one) => (
          <p key={one.key} role="status" className="callout callout-good">
            <strong>We have your {one.what}.</strong>{' '}
            {one.state.kind === 'accepted' && (
              <>
                Your reference is <strong>{one.state.receipt.reference}</strong>.{' '}
                {!isMessageOfClaim(one) && <a href={one.path}>What happens next</a>}
              </>
            )}
          </p>
        ))}
      </div>
    </section>
  );
}

type Attempts = { isSending: boolean; isSendingPhotographs: boolean; failedAt: number | null };

function Waiting({ submission, failedAt, ...attempts }: { submission: WaitingSubmission } & Attempts) {
  const { state, what, path } = submission;
  const things = thingsOf(submission);
  const isPhotographs = state.kind === 'accepted';
  const isSending = isPhotographs ? attempts.isSendingPhotographs : attempts.isSending;
  if (state.kind === 'refused')
    return (
      <div className="callout callout-danger stack">
        <p>
          <strong>Not sent: {things}.</strong> {state.attempt.message} What you typed is kept on this device.
        </p>
        {isMessageOfClaim(submission) && <MessageText submission={submission} />}
        <p className="cluster">
          {isMessageOfClaim(submission) ? (
            <button type="button" className="button button-primary" onClick={() => void sendAgain(submission)}>
              Send it again
            </button>
          ) : (
            <a
              href={path}
              className="button button-primary"
              onClick={(event) => reopenWaiting(submission) && event.preventDefault()}
            >
              Open the form
            </a>
          )}
          <Call />
          <Cancel submission={submission} />
        </p>
      </div>
    );
  if (state.kind === 'accepted' && submission.photographs === 0)
    return (
      <div className="callout callout-danger stack">
        <p>
          <strong>We have your {what}, but not every photograph.</strong>
        </p>
        <ul>
          {submission.notTaken?.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p>
          <button type="button" className="button button-quiet" onClick={() => void closeNotTaken(submission)}>
            Close
          </button>
        </p>
      </div>
    );
  if (isOld(submission))
    return (
      <div className="callout callout-danger stack">
        <p>
          <strong>Not sent: {things}.</strong> It has waited for more than 30 days, so it is not sent by itself any more. Do you
          still want to send it?
        </p>
        <p className="cluster">
          <button type="button" className="button button-primary" onClick={() => void sendOld(submission)}>
            Send it now
          </button>
          <Call />
          <Cancel submission={submission} />
        </p>
      </div>
    );
  if (isPhotographs && submission.needsLink) return <NeedsLink submission={submission} />;
  return (
    <div className="callout stack">
      <p>
        <strong>
          {isPhotographs && (isSending || failedAt === null) ? 'Sending' : 'Waiting for signal'}: {things}
        </strong>
      </p>
      <p>
        {isPhotographs ? <AlreadyHere what={what} receipt={state.receipt} /> : `We have not confirmed your ${what} yet. It`} is
        kept on this device, and is sent by itself as soon as there is signal.
      </p>
      {isMessageOfClaim(submission) && <MessageText submission={submission} />}
      {submission.notTaken?.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p role="status" className="muted">
        {isSending ? 'Trying to send it…' : failedAt !== null && `Last tried at ${timeOf(failedAt)}. It did not get through.`}
      </p>
      <p className="cluster">
        <button type="button" className="button button-primary" disabled={isSending} onClick={() => void sendNow()}>
          Try now
        </button>
        <Call />
        <Cancel submission={submission} />
      </p>
      <p className="muted">
        Keep this page open if you can. If you close it, open it again when you have signal, within a few days: some browsers
        delete what they keep after a week, and a private window does when it is closed.
      </p>
    </div>
  );
}

/** What we have of a claim whose photographs wait: its receipt was shown once, perhaps in a tab that is gone. */
function AlreadyHere({ what, receipt: { reference, link } }: Pick<WaitingSubmission, 'what'> & { receipt: Accepted }) {
  return (
    <>
      We have your {what} itself. Its reference is <strong>{reference}</strong>
      {link && (
        <>
          : <a href={link}>see what happens next</a>
        </>
      )}
      . What is missing
    </>
  );
}

/** The note on photographs of a claim whose link is not open in this browser, so that signal alone does not send them. */
function NeedsLink({ submission }: { submission: WaitingSubmission }) {
  const { state, notTaken = [], needsLink } = submission;
  return (
    <div className="callout callout-danger stack">
      <p>
        <strong>Open your claim by its private link to send {thingsOf(submission)}.</strong>
      </p>
      <p>
        We have your claim itself. {state.kind === 'accepted' && `Its reference is ${state.receipt.reference}. `}
        What is missing is kept on this device. {needsLink}
      </p>
      {notTaken.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className="cluster">
        <Call />
        <Cancel submission={submission} />
      </p>
    </div>
  );
}

function Call() {
  return (
    <a href={`tel:${site.helpline.tel}`} className="button button-quiet">
      Call {site.helpline.display}
    </a>
  );
}

/** Cancels after a confirmation, because the waiting submission may be the only copy of the answers. */
function Cancel({ submission }: { submission: WaitingSubmission }) {
  const [isAsking, setAsking] = useState<boolean | null>(null);
  if (!isAsking)
    return (
      <button type="button" className="button-link" ref={isAsking === null ? null : takeFocus} onClick={() => setAsking(true)}>
        Do not send it
      </button>
    );
  return (
    <span className="cluster">
      Delete it from this device?
      <button type="button" className="button-link" onClick={() => void cancelWaiting(submission)}>
        Yes, delete it
      </button>
      <button type="button" className="button-link" ref={takeFocus} onClick={() => setAsking(false)}>
        No, keep it
      </button>
    </span>
  );
}

/** Takes the focus in place of a button that was pressed and is gone. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

/** What waits, in words such as "your claim and 3 photographs". */
function thingsOf({ what, photographs, state }: WaitingSubmission): string {
  const pictures = photographs === 1 ? '1 photograph' : `${photographs} photographs`;
  if (state.kind === 'accepted') return `${pictures} of your ${what}`;
  return photographs === 0 ? `your ${what}` : `your ${what} and ${pictures}`;
}

/** A time in the time zone of the device. */
function timeOf(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
