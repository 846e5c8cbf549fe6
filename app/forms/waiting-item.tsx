import { type ReactNode, useState } from 'react';
import { isOld, mayHave } from '#app/waiting/waiting-store.ts';
import type { WaitingSubmission } from '#app/waiting/waiting-submission.ts';
import type { TranslateAll } from '#content/late-texts.ts';
import { site } from '#content/site.ts';
import { isFormInTheWay, reopenWaiting } from './reopen-waiting.ts';
import { cancelWaiting, closeNotTaken, sendAgain, sendOld } from './waiting-actions.ts';
import { isMessageOfClaim, MessageText } from './waiting-message.tsx';
import { Attempts, languageOf, TryNow, WhyItWaits } from './why-it-waits.tsx';

/** What becomes of a submission that waits on this device, or of its photographs, and what can be done about it. */
export function WaitingItem({ submission, t, children }: ItemProps) {
  const { state, photographs, needsLink } = submission;
  const isAccepted = state.kind === 'accepted';
  if (state.kind === 'refused' || isOld(submission) || (isAccepted && (photographs === 0 || needsLink)))
    return (
      <div lang="en-GB" dir="ltr" className="callout callout-danger stack">
        <Stopped submission={submission} />
      </div>
    );
  const { last, notTaken = [] } = submission;
  return (
    <div className="callout stack">
      <p>
        <strong>
          {t(isAccepted && !last ? 'On its way' : 'Waiting to be sent')}: {thingsOf(submission, t)}
          {t('.')}
        </strong>{' '}
        {last && <WhyItWaits unsent={last.unsent} language={languageOf(submission)} t={t} />}
      </p>
      {isMessageOfClaim(submission) && <MessageText submission={submission} />}
      {(!isAccepted || last) && (
        <>
          <Attempts submission={submission} t={t} />
          <p className="cluster">
            <TryNow submission={submission} t={t} />
            <Call t={t} />
            <Cancel submission={submission} t={t} />
          </p>
        </>
      )}
      {children}
      <NotTaken sentences={notTaken} />
      <p className="muted">{t('Keep this page open if you can. If you close it, open it again within a few days.')}</p>
    </div>
  );
}

type ItemProps = { submission: WaitingSubmission; t: TranslateAll; children?: ReactNode };

/** The texts in English. */
export const english: TranslateAll = (text) => text;

/** What is not sent by itself any more: somebody has to decide, or to open the private link. */
function Stopped({ submission }: { submission: WaitingSubmission }) {
  const { state, what, notTaken = [], needsLink } = submission;
  const things = thingsOf(submission, english);
  const others = (
    <>
      <Call t={english} />
      <Cancel submission={submission} t={english} />
    </>
  );
  if (state.kind === 'refused')
    return (
      <>
        <p>
          <strong>Not taken: {things}.</strong>{' '}
          <span lang={languageOf(submission)} dir="auto">
            {state.attempt.message}
          </span>{' '}
          <MayHaveArrived submission={submission} />
          What you typed is kept on this device.
        </p>
        {isMessageOfClaim(submission) && <MessageText submission={submission} />}
        {isFormInTheWay(submission) && <p>The form on this page has something else in it.</p>}
        <p className="cluster">
          {isMessageOfClaim(submission) ? (
            <button type="button" className="button button-primary" onClick={() => void sendAgain(submission)}>
              Send it again
            </button>
          ) : (
            <OpenForm submission={submission} />
          )}
          {others}
        </p>
      </>
    );
  if (state.kind === 'accepted' && submission.photographs === 0)
    return (
      <>
        <p>
          <strong>We have your {what}, but not every photograph.</strong>
        </p>
        <NotTaken sentences={notTaken} />
        <p>
          <button type="button" className="button button-quiet" onClick={() => void closeNotTaken(submission)}>
            Close
          </button>
        </p>
      </>
    );
  if (state.kind === 'accepted' && needsLink && !isOld(submission))
    return (
      <>
        <p>
          <strong>Open your claim by its private link to send {things}.</strong>
        </p>
        <p>
          We have your claim itself. Its reference is {state.receipt.reference}. What is missing is kept on this device.{' '}
          {needsLink}
        </p>
        <NotTaken sentences={notTaken} />
        <p className="cluster">{others}</p>
      </>
    );
  return (
    <>
      <p>
        <strong>Still on this device: {things}.</strong> It has waited for more than 30 days, so it is not sent by itself any
        more. <MayHaveArrived submission={submission} />
        Do you still want to send it?
      </p>
      <p className="cluster">
        <button type="button" className="button button-primary" onClick={() => void sendOld(submission)}>
          Send it now
        </button>
        {others}
      </p>
    </>
  );
}

function OpenForm({ submission }: { submission: WaitingSubmission }) {
  return (
    <a
      href={submission.path}
      className="button button-primary"
      onClick={(event) => reopenWaiting(submission) && event.preventDefault()}
    >
      {isFormInTheWay(submission) ? 'Set that aside and open this' : 'Open the form'}
    </a>
  );
}

/** Of an attempt whose answer was lost, or came from another server, nobody knows whether ours has received it. */
function MayHaveArrived({ submission }: { submission: WaitingSubmission }) {
  if (!mayHave(submission)) return null;
  return (
    <>We have not answered one attempt, so we cannot tell yet whether it has arrived. You cannot send it twice by mistake. </>
  );
}

function NotTaken({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null;
  return (
    <ul lang="en-GB" dir="ltr">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

export function Call({ t }: { t: TranslateAll }) {
  return (
    <a href={`tel:${site.helpline.tel}`} className="button button-quiet">
      {t('Call')} <span dir="ltr">{site.helpline.display}</span>
    </a>
  );
}

/** Cancels after a confirmation, because the waiting submission may be the only copy of the answers. */
function Cancel({ submission, t }: { submission: WaitingSubmission; t: TranslateAll }) {
  const [isAsking, setAsking] = useState<boolean | null>(null);
  if (!isAsking)
    return (
      <button type="button" className="button-link" ref={isAsking === null ? null : takeFocus} onClick={() => setAsking(true)}>
        {t('Do not send it')}
      </button>
    );
  return (
    <span className="cluster">
      {t('Delete it from this device?')}
      <button type="button" className="button-link" onClick={() => void cancelWaiting(submission)}>
        {t('Yes, delete it')}
      </button>
      <button type="button" className="button-link" ref={takeFocus} onClick={() => setAsking(false)}>
        {t('No, keep it')}
      </button>
    </span>
  );
}

/** Takes the focus in place of a button that was pressed and is gone. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

/** What waits, in words such as "your claim and 3 photographs". */
function thingsOf({ what, photographs: count, state }: WaitingSubmission, t: TranslateAll): string {
  if (what === 'message') return 'your message';
  const text =
    state.kind === 'accepted'
      ? count === 1
        ? '1 photograph of your claim'
        : '$count photographs of your claim'
      : count === 0
        ? 'your claim'
        : count === 1
          ? 'your claim and 1 photograph'
          : 'your claim and $count photographs';
  return t(text).replace('$count', () => String(count));
}
