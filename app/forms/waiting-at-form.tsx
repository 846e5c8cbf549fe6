import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isUnsent } from '#app/waiting/attempt.ts';
import type { TranslateAll } from '#content/late-texts.ts';
import type { FormDefinition } from '#forms/form.ts';
import type { FormState } from './form-state.ts';
import { InstallOffer } from './install-offer.tsx';
import { keptInstallPrompt } from './install-prompt.ts';
import type { Accepted } from './outcome.ts';
import { PhotographsOf, UnstoredPhotographs } from './photograph-list.tsx';
import { Helpline } from './result.tsx';
import { headingOf, keepsNothing } from './send-state.tsx';
import { WaitingItem } from './waiting-item.tsx';
import { waitingList } from './waiting-list.ts';
import { reasonOf, WhyItWaits } from './why-it-waits.tsx';

type WaitingAtFormProps = { lead: Pick<FormState, 'waiting' | 'outcome' | 'isNew'>; t: TranslateAll };

/**
 * Whether the form waits to be sent, why, and what can be done. Its element is always there: it takes the focus when what it showed is
 * gone.
 */
export function WaitingAtForm({ lead: { waiting, outcome, isNew }, t }: WaitingAtFormProps) {
  const list = useSyncExternalStore(waitingList.subscribe, waitingList.read, waitingList.readOnServer);
  const own = list.waiting.find(({ key, state }) => key === waiting?.key && state.kind !== 'accepted');
  // The form shows itself why it was refused.
  const isReopened = own?.state.kind === 'refused' && outcome !== null && !isUnsent(outcome) && outcome.kind !== 'accepted';
  const unsent = outcome && isUnsent(outcome) ? outcome : null;
  const isShown = (own && !isReopened) || unsent !== null;
  const hasWaited = useRef(false);
  hasWaited.current ||= isShown;
  const reason = own?.last?.unsent ?? unsent;
  const isKept = unsent?.waitsAs !== null;
  const heading = t(headingOf(own !== undefined || isKept));
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that was pressed stays where it is, and the reason comes into view.
    if (isShown && isNew) place.current?.querySelector('p:not([role])')?.scrollIntoView({ block: 'nearest' });
  }, [isShown, isNew]);
  return (
    <section ref={place} tabIndex={-1} className="send-state" aria-label={isShown ? heading : undefined}>
      {/* Only the reason is announced, and not each attempt. */}
      <p role="status" className="sr-only">
        {isShown
          ? `${heading}${t('.')} ${reason ? t(reasonOf(reason)) : ''}`
          : hasWaited.current && outcome === null && t('We will not send it. Your answers are still in the form.')}
      </p>
      {own && isShown ? (
        <WaitingItem submission={own} t={t}>
          <PhotographsOf submission={own} />
          {own.what === 'claim' && <p>{t('If you change your answers and send them again, they take the place of these.')}</p>}
        </WaitingItem>
      ) : (
        unsent && (
          <div className="callout stack">
            <p>
              <strong>
                {heading}
                {t('.')}
              </strong>{' '}
              <WhyItWaits unsent={unsent} isKept={isKept} t={t} /> {!isKept && t(keepsNothing)}
            </p>
            <p>
              {t('Call')} <Helpline />
            </p>
          </div>
        )
      )}
    </section>
  );
}

/** What follows a receipt: the offer to keep the site on the phone, and the photographs of its claim while they are sent or wait. */
export function AfterReceipt({ form, receipt, t }: { form: FormDefinition; receipt: Accepted; t: TranslateAll }) {
  const { waiting } = useSyncExternalStore(waitingList.subscribe, waitingList.read, waitingList.readOnServer);
  const own = waiting.filter(
    ({ slug, state }) => slug === form.slug && state.kind === 'accepted' && state.receipt.reference === receipt.reference,
  );
  return (
    <>
      {form.isClaim && <InstallOffer prompt={keptInstallPrompt()} />}
      {own.length > 0 && (
        <section aria-label={t('Waiting to be sent')} className="stack">
          {own.map((submission) => (
            <WaitingItem key={submission.key} submission={submission} t={t}>
              <PhotographsOf submission={submission} />
            </WaitingItem>
          ))}
        </section>
      )}
      <UnstoredPhotographs form={form} t={t} />
    </>
  );
}
