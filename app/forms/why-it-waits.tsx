import { useSyncExternalStore } from 'react';
import type { Unsent } from '#app/waiting/attempt.ts';
import type { WaitingSubmission } from '#app/waiting/waiting-submission.ts';
import type { LateText, TranslateAll } from '#content/late-texts.ts';
import { keptToRepeat } from './send-state.tsx';
import { sendNow } from './waiting-attempts.ts';
import { waitingList } from './waiting-list.ts';

/**
 * Why something waits, and that it is kept. After an answer that was lost nobody knows whether it arrived, so no sentence says that it
 * did not.
 */
export function WhyItWaits({ unsent, isKept = true, language, t }: WhyItWaitsProps) {
  return (
    <>
      {t(reasonOf(unsent))}{' '}
      {unsent.kind === 'later' && unsent.message && (
        <>
          <span lang={language} dir="auto">
            {unsent.message}
          </span>{' '}
        </>
      )}
      {isKept && t(isOffline(unsent) ? keptForConnection : keptToRepeat)}
    </>
  );
}

type WhyItWaitsProps = {
  unsent: Unsent;
  isKept?: boolean;
  /** That in which our server says why, where it may be another than that of the page. */
  language?: string | undefined;
  t: TranslateAll;
};

/** The language of the page on which a submission was typed, in which our server speaks of it. */
export function languageOf({ body }: WaitingSubmission): string | undefined {
  return JSON.parse(body || '{}').formData?.language;
}

const keptForConnection = 'Everything is kept on this device and sent by itself as soon as there is a connection.';

function isOffline(unsent: Unsent): boolean {
  return unsent.kind === 'unreachable' && unsent.isOffline === true;
}

export function reasonOf(unsent: Unsent): LateText {
  if (unsent.kind === 'later') return 'Our server cannot take it just now.';
  if (unsent.kind === 'foreign') return 'Another page answered instead of ours. Does this Wi-Fi want you to sign in first?';
  return isOffline(unsent) ? 'There is no connection.' : 'No answer came, so we do not know whether it has arrived.';
}

/** When it was tried last and is tried next, which is not announced, and the button for at once. */
export function Attempts({ submission, t }: { submission: WaitingSubmission; t: TranslateAll }) {
  const { nextAttemptAt } = useSyncExternalStore(waitingList.subscribe, waitingList.read, waitingList.readOnServer);
  const { last } = submission;
  if (useIsTrying(submission)) return <p className="muted">{t('Trying to send it…')}</p>;
  if (!last) return null;
  const [time, next] = [
    timeOf(last.at, t),
    nextAttemptAt !== null && nextAttemptAt > Date.now() ? timeOf(nextAttemptAt, t) : null,
  ];
  // The times have no seconds.
  const text = t(next === null || next === time ? 'Last tried at $time.' : 'Last tried at $time. We try again at $next.');
  return <p className="muted">{text.replace('$time', () => time).replace('$next', () => next ?? '')}</p>;
}

export function TryNow({ submission, t }: { submission: WaitingSubmission; t: TranslateAll }) {
  const isTrying = useIsTrying(submission);
  return (
    <button type="button" className="button button-quiet" aria-disabled={isTrying} onClick={() => isTrying || void sendNow()}>
      {t('Try now')}
    </button>
  );
}

function useIsTrying({ state }: WaitingSubmission): boolean {
  const list = useSyncExternalStore(waitingList.subscribe, waitingList.read, waitingList.readOnServer);
  return state.kind === 'accepted' ? list.isSendingPhotographs : list.isSending;
}

/** A time in the time zone of the device. */
function timeOf(at: number, t: TranslateAll): string {
  return new Date(at).toLocaleTimeString([t('en-GB'), 'en-GB'], { hour: '2-digit', minute: '2-digit' });
}
