import { useState } from 'react';
import { PrintButton } from '#app/ui/print-button.tsx';
import { useFocusOn } from '#app/ui/use-focus-on.ts';
import { type Translate, whatToDoNow } from '#content/form-texts.ts';
import { site } from '#content/site.ts';
import { openHours, withinTarget } from '#content/stated-hours.ts';
import { type FormDefinition, fieldsOf, isUrgent } from '#forms/form.ts';
import { dueBy } from '#forms/london-day.ts';
import { notices } from '#forms/notices.ts';
import type { FieldErrors } from '#forms/read.ts';
import { focusableId } from './fields.tsx';
import { type Accepted, noticeFor, type Outcome } from './outcome.ts';

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
  const panel = useFocusOn<HTMLElement>(takesFocus && isResult, true);
  const id = isResult ? resultId(form) : undefined;
  const { link, emailed } = receipt;
  const linkParts = link && <PrivateLink form={form} link={link} emailed={emailed} t={t} />;
  return (
    <section id={id} ref={panel} tabIndex={-1} className="sign receipt" aria-labelledby={`${form.slug}-receipt`}>
      <h2 id={`${form.slug}-receipt`}>{form.isClaim ? t('We have your claim') : 'We have your message'}</h2>
      <p>{t('Your reference')}</p>
      <p className="receipt-reference">{receipt.reference}</p>
      {/* Where no e-mail brings the link back, it is kept before anything else. */}
      {emailed === false && linkParts}
      <p>
        {responseTimeText(form, receipt, t)} {t('Please have this reference ready.')}
      </p>
      {form.isClaim && receipt.phone && (
        <p>
          {t('We have your phone number as')} <bdi dir="ltr">{receipt.phone}</bdi>
          {t('.')} {link && <a href={`${link}#phone`}>{t('Wrong? Change it')}</a>}
        </p>
      )}
      {form.isClaim && (
        <ul>
          {whatToDoNow.map((text) => (
            <li key={text}>{t(text)}</li>
          ))}
        </ul>
      )}
      <p>
        {t('Need us sooner? Call')} <Helpline />
        {t(',')} {t('$hours').replace('$hours', openHours)}
        {t('.')}
      </p>
      {emailed !== false && linkParts}
      {receipt.added && <p>{t('What you sent now was added to this claim, which you began before.')}</p>}
      {link === null && (
        <p lang="en-GB" dir="ltr">
          Its link no longer works. Look for a newer one in your email, or ask us.
        </p>
      )}
      <p className="not-printed">
        <PrintButton className="button-inverse">{t('Print this')}</PrintButton>
      </p>
    </section>
  );
}

type LinkProps = { form: FormDefinition; link: string; emailed: boolean | undefined; t: Translate };

/** The private link of the claim, and how to keep it: first of all in a text message to oneself, where no e-mail brings it. */
function PrivateLink({ form, link, emailed, t }: LinkProps) {
  const [copied, setCopied] = useState(false);
  const hasNoEmail = emailed === false;
  const buttons = (
    <p className="cluster not-printed">
      {/* The text comes after `?&`: Android reads it after the question mark, iPhones after the ampersand. */}
      <a className={`button ${hasNoEmail ? 'button-action' : 'button-inverse'}`} href={`sms:?&body=${encodeURIComponent(link)}`}>
        {t('Text it to yourself')}
      </a>
      <button
        type="button"
        className="button button-inverse hydrated-only"
        aria-live="polite"
        onClick={() => navigator.clipboard?.writeText(link).then(() => setCopied(true))}
      >
        {copied ? t('Copied') : t('Copy')}
      </button>
    </p>
  );
  return (
    <>
      {hasNoEmail && buttons}
      {hasNoEmail && asksForEmail(form) && (
        <p>
          We cannot email you this link. Save it now: text it to yourself, or write it down:{' '}
          <span className="receipt-link">{link}</span>
        </p>
      )}
      <p>
        <a href={link}>
          {isUrgent(form)
            ? t('Finish your claim: add photographs and the other answers')
            : 'Your claim: add photographs, see what happens next'}
        </a>
        {t('.')} {t('Anyone with this link can see your claim. Do not forward it.')}
        {emailed && (
          <span lang="en-GB" dir="ltr">
            {' '}
            We also email it. If nothing comes in an hour, or we are late, call us.
          </span>
        )}
      </p>
      {!hasNoEmail && buttons}
    </>
  );
}

/** Whether a sender of the form expects an e-mail. */
function asksForEmail(form: FormDefinition): boolean {
  return fieldsOf(form).some(({ name, required }) => name === 'email' && required);
}

function responseTimeText(form: FormDefinition, { createdAt, dueAt }: Accepted, t: Translate): string {
  if (form.responseTargetHours === null) return 'A person will read it and be in touch.';
  if (!createdAt || !dueAt) return `We will contact you ${withinTarget}.`;
  const time = dueBy(dueAt, createdAt, t('en-GB'));
  if (!isUrgent(form)) return `We will contact you by ${time}.`;
  return t('We will call you as soon as we can, by $time at the latest.').replace('$time', () => time);
}

/** The error summary, with a link to each field. */
export function ErrorSummary({
  form,
  takesFocus,
  message,
  errors,
  t,
}: Result & { message: string; errors: FieldErrors; t: Translate }) {
  const box = useFocusOn<HTMLDivElement>(takesFocus, true);
  const title = `${form.slug}-errors`;
  const { invalidEmail } = notices;
  const isEmailAlone = Object.values(errors).join() === invalidEmail.description;
  return (
    <div id={resultId(form)} ref={box} className="error-summary" role="alert" tabIndex={-1} aria-labelledby={title}>
      <h2 id={title}>{isEmailAlone ? invalidEmail.title : t('There is a problem')}</h2>
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

/** The note that stays beside the button after the notice has gone: our server refuses the form, why, and that nothing typed is lost. */
export function Refused({ outcome, t }: { outcome: Outcome | null; t: Translate }) {
  if (outcome?.kind !== 'refused') return null;
  return (
    <div className="callout callout-danger">
      <p>
        <strong>{t('Not sent yet.')}</strong> {outcome.message} {t('Your answers are still here')}
        {t('.')}
      </p>
    </div>
  );
}

export function Helpline() {
  return (
    <a href={`tel:${site.helpline.tel}`} dir="ltr">
      {site.helpline.display}
    </a>
  );
}
