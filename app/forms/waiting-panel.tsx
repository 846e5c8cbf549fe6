import { useEffect, useSyncExternalStore } from 'react';
import { isOfClaimPage } from '#app/waiting/send-photographs.ts';
import type { WaitingSubmission } from '#app/waiting/waiting-submission.ts';
import { isThisPage, reopenWanted } from './reopen-waiting.ts';
import { startWaiting } from './waiting-attempts.ts';
import { english, WaitingItem } from './waiting-item.tsx';
import { isShownByForm, refresh, storeOfPage, waitingList } from './waiting-list.ts';
import { isMessageOfClaim } from './waiting-message.tsx';

export { keepFocus } from '#app/ui/keep-focus.ts';
export { ChosenPhotographs } from './chosen-photographs.tsx';
export { loadTranslation, withLateTexts } from './late-translation.ts';
export { AfterReceipt, WaitingAtForm } from './waiting-at-form.tsx';

/** The submissions that wait on this device, apart from those that the form of the page shows beside its button and receipt. */
export function WaitingPanel() {
  const { waiting, received } = useSyncExternalStore(waitingList.subscribe, waitingList.read);
  const store = storeOfPage();
  useSyncExternalStore(store?.subscribe ?? never, () => store?.read());
  useEffect(() => {
    void startWaiting();
    void refresh().then(reopenWanted);
  }, []);
  // The page of the form shows the receipt itself.
  const news = received.filter((one) => isMessageOfClaim(one) || !isThisPage(one));
  const others = waiting.filter((one) => !isShownByForm(one));
  if (others.length + news.length === 0) return null;
  return (
    <section id="waiting" lang="en-GB" dir="ltr" aria-label="Waiting to be sent" className="section-surface not-printed">
      <div className="container stack">
        {others.map((submission) => (
          <WaitingItem key={submission.key} submission={submission} t={english}>
            {!isOfClaimPage(submission) && <AlreadyHere submission={submission} />}
          </WaitingItem>
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

const never = () => () => {};

/** What the form showed before a submission was opened in it again. */
export function PutAsideNote({ undo }: { undo: () => void }) {
  return (
    <p lang="en-GB" dir="ltr">
      What you had typed before is put aside.{' '}
      <button type="button" className="button-link" onClick={undo}>
        Bring it back
      </button>
    </p>
  );
}

/** What we have of a claim whose photographs wait: its receipt was shown once, perhaps in a tab that is gone. */
export function AlreadyHere({ submission: { what, state } }: { submission: WaitingSubmission }) {
  if (state.kind !== 'accepted') return null;
  const { reference, link } = state.receipt;
  return (
    <p>
      We have your {what} itself. Its reference is <strong>{reference}</strong>
      {link && (
        <>
          : <a href={link}>see what happens next</a>
        </>
      )}
      .
    </p>
  );
}
