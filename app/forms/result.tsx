import { useEffect, useRef, useState } from 'react';
import { PrintButton } from '#app/ui/print-button.tsx';
import { isUnsent } from '#app/waiting/post-submission.ts';
import type { Translate } from '#content/form-texts.ts';
import { site } from '#content/site.ts';
import { openHours, withinTarget } from '#content/stated-hours.ts';
import { notices } from '#forms/errors.ts';
import { type FormDefinition, fieldsOf, isUrgent } from '#forms/form.ts';
import { responseDueBy } from '#forms/london-day.ts';
import type { FieldErrors } from '#forms/read.ts';
import { focusableId } from './fields.tsx';
import { type Accepted, noticeFor, nounOf, type Outcome } from './outcome.ts';

type Result = {
  form: FormDefinition;
  /** The outcome arrived while the form was on the screen. */
  takesFocus: boolean;
};

/** The fragment of the form's action: without JavaScript the browser scrolls to the result. */
export function resultId(form: FormDefinition): string {
  return `${form.slug}-result`;
}

type ReceiptProps = Result & { receipt: Accepted; isResult: boolean; t: Translate };

/**
 * The receipt: reference, what happens next and by when. Shown only after a confirmed response. `isResult`: no later submission
 * was sent.
 */
export function Receipt({ form, takesFocus, receipt, isResult, t }: ReceiptProps) {
  const panel = useFocus<HTMLElement>(takesFocus && isResult);
  const id = isResult ? resultId(form) : undefined;
  const { link, emailed } = receipt;
  return (
    <section id={id} ref={panel} tabIndex={-1} className="sign receipt" aria-labelledby={`${form.slug}-receipt`}>
      <h2 id={`${form.slug}-receipt`}>{form.isClaim ? t('We have your claim') : 'We have your message'}</h2>
      <p>{t('Your reference')}</p>
      <p className="receipt-reference">{receipt.reference}</p>
      <p>
        {responseTimeText(form, receipt, t)} {t('Please have this reference ready.')}
      </p>
      {form.isClaim && <p>{t('Now tell your insurer, keep photos, do not start repairs.')}</p>}
      <p>
        {t('Need us sooner? Call')} <Helpline />, {t('$hours').replace('$hours', openHours)}.
      </p>
      {link && (
        <p>
          <a href={link}>
            {isUrgent(form)
              ? t('Finish your claim: add photographs and the other answers')
              : 'Your claim: add photographs, see what happens next'}
          </a>
          . {t('This link is yours alone.')}
          {emailed && (
            <span lang="en-GB" dir="ltr">
              {' '}
              We email it to you too.
            </span>
          )}
        </p>
      )}
      {link && emailed === false && asksForEmail(form) && (
        <p>
          No email with it is on its way, so please note it down: <span className="receipt-link">{link}</span>
        </p>
      )}
      {receipt.added && (
        <p lang="en-GB" dir="ltr">
          What you sent now was added to this claim, which you began before.
        </p>
      )}
      {link === null && (
        <p lang="en-GB" dir="ltr">
          Its first private link has ended. Look for a newer one in your email, or ask us.
        </p>
      )}
      <p className="cluster not-printed">
        {link && <SendToSelf link={link} t={t} />}
        <PrintButton className="button-inverse">{t('Print this')}</PrintButton>
      </p>
    </section>
  );
}

/** Whether a sender of the form expects an e-mail. */
function asksForEmail(form: FormDefinition): boolean {
  return fieldsOf(form).some(({ name, required }) => name === 'email' && required);
}

/** The address of an SMS. Its text comes after `?&`: Android reads it after the question mark, iPhones after the ampersand. */
function SendToSelf({ link, t }: { link: string; t: Translate }) {
  const [copied, setCopied] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button button-inverse hydrated-only"
        aria-live="polite"
        onClick={() => navigator.clipboard?.writeText(link).then(() => setCopied(true))}
      >
        {copied ? t('Copied') : t('Copy')}
      </button>
      <a className="button button-inverse" href={`sms:?&body=${encodeURIComponent(link)}`}>
        {t('Text it to yourself')}
      </a>
    </>
  );
}

function responseTimeText(form: FormDefinition, { createdAt, phone }: Accepted, t: Translate): string {
  const { responseTargetHours } = form;
  if (responseTargetHours === null) return 'A person will read it and be in touch.';
  if (createdAt === null) return `We will contact you ${withinTarget}.`;
  const time = responseDueBy(createdAt, responseTargetHours, t('en-GB'));
  if (!isUrgent(form)) return `We will contact you by ${time}.`;
  const text = phone
    ? t('We will call you on $phone as soon as we can, by $time at the latest.')
    : t('We will call you as soon as we can, by $time at the latest.');
  return text.replace('$phone', () => `\u2066${phone}\u2069`).replace('$time', () => time);
}

/** The error summary, with a link to each field. */
export function ErrorSummary({ form, takesFocus, message, errors }: Result & { message: string; errors: FieldErrors }) {
  const box = useFocus<HTMLDivElement>(takesFocus);
  const title = `${form.slug}-errors`;
  const { invalidEmail } = notices;
  const isEmailAlone = Object.values(errors).join() === invalidEmail.description;
  return (
    <div
      id={resultId(form)}
      ref={box}
      lang="en-GB"
      dir="ltr"
      className="error-summary"
      role="alert"
      tabIndex={-1}
      aria-labelledby={title}
    >
      <h2 id={title}>{isEmailAlone ? invalidEmail.title : 'There is a problem'}</h2>
      <p>{message}</p>
      <ul>
        {fieldsOf(form).map(
          (field) =>
            errors[field.name] && (
              <li key={field.name}>
                <a href={`#${focusableId({ field, formSlug: form.slug })}`}>{errors[field.name]}</a>
              </li>
            ),
        )}
      </ul>
    </div>
  );
}

/** The notice as part of the page, for a post without JavaScript. */
export function StaticNotice({ outcome }: { outcome: Outcome }) {
  const { tone, title, description } = noticeFor(outcome);
  return (
    <div lang="en-GB" dir="ltr" className={`result-notice notice-${tone}`} role="status">
      <h2>{title}</h2>
      <p>{description}</p>
    </div>
  );
}

/** The note that stays beside the button after the notice has gone: the form was not sent, why, and that nothing typed is lost. */
export function SendFailed({ outcome, form, t }: { outcome: Outcome; form: FormDefinition; t: Translate }) {
  if (outcome.kind !== 'refused' && !isUnsent(outcome)) return null;
  const message = 'message' in outcome && outcome.message;
  const waitsAs = 'waitsAs' in outcome ? outcome.waitsAs : undefined;
  return (
    <div className="callout callout-danger stack">
      <p>
        <strong>{t('Not sent yet.')}</strong>{' '}
        {message && (
          <span lang="en-GB" dir="ltr">
            {message}{' '}
          </span>
        )}
        {t('Your answers are still here')}
        {message || waitsAs ? (
          '.'
        ) : (
          <>
            : {t('send them again with the button below, or call')} <Helpline />.
          </>
        )}
      </p>
      {waitsAs && <WaitingNote what={nounOf(form)} />}
      {waitsAs === null && <p>{t('This browser keeps nothing for us, so it is not sent by itself. Keep this page open.')}</p>}
    </div>
  );
}

/** The note beside the button of a form that waits: nothing more need be done. */
function WaitingNote({ what }: { what: string }) {
  return (
    <p lang="en-GB" dir="ltr">
      <a href="#waiting">Waiting for signal: your {what}</a>. It is sent by itself as soon as there is signal. You can also try
      with the button below, or call <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a>.
      {what === 'claim' && ' If you change your answers and send them again, they take the place of these.'}
    </p>
  );
}

export function Helpline() {
  return (
    <a href={`tel:${site.helpline.tel}`} dir="ltr">
      {site.helpline.display}
    </a>
  );
}

function useFocus<Element extends HTMLElement>(takesFocus: boolean) {
  const element = useRef<Element>(null);
  useEffect(() => {
    if (!takesFocus) return;
    element.current?.focus();
    element.current?.scrollIntoView({ block: 'start' });
  }, [takesFocus]);
  return element;
}
