import { isUnsent } from '#app/waiting/attempt.ts';
import type { TranslateAll } from '#content/late-texts.ts';
import type { Outcome } from './outcome.ts';
import { Helpline } from './result.tsx';

/**
 * What matters about a form that did not get through, until the code that says why is loaded (`waiting-at-form.tsx`): the signal may be
 * lost before that.
 */
export function SendState({ outcome, t }: { outcome: Outcome | null; t: TranslateAll }) {
  if (!outcome || !isUnsent(outcome)) return null;
  const isKept = outcome.waitsAs !== null;
  return (
    <p role="status" className="callout">
      <strong>
        {t(headingOf(isKept))}
        {t('.')}
      </strong>{' '}
      {t(isKept ? keptToRepeat : keepsNothing)} {t('Call')} <Helpline />
    </p>
  );
}

/** What the device does not keep is not sent by itself. */
export const headingOf = (isKept: boolean) => (isKept ? 'Waiting to be sent' : 'Your answers are still here');

export const keptToRepeat = 'Everything is kept on this device and sent again by itself. You cannot send it twice by mistake.';

export const keepsNothing = 'This browser keeps nothing for us, so it is not sent by itself. Keep this page open.';
