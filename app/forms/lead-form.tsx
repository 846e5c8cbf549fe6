import { type ComponentType, Fragment, type ReactNode, useState } from 'react';
import type { LateText, TranslateAll } from '#content/late-texts.ts';
import { type Field as FieldDefinition, type FormDefinition, fieldsIn, isUrgent } from '#forms/form.ts';
import { honeypotField } from '#forms/signals.ts';
import { SameAccident } from './accident-question.tsx';
import { Field } from './fields.tsx';
import type { FormProgress } from './form-progress.tsx';
import type { FormState } from './form-state.ts';
import { isHalfFilled } from './form-values.ts';
import type { Outcome } from './outcome.ts';
import { ErrorSummary, Helpline, Receipt, Refused, resultId, StaticNotice } from './result.tsx';
import { SendState } from './send-state.tsx';
import { type ShortTexts, translateBy } from './short-texts.ts';
import { formId, sectionId, useLeadForm } from './use-lead-form.ts';
import { useWaiting } from './waiting-area.tsx';

type LeadFormProps = {
  form: FormDefinition;
  /** The outcome where the page answers a post. */
  posted: Outcome | undefined;
  /** The progress, for forms with several sections, whose pages alone load it. */
  Progress?: typeof FormProgress;
  texts?: ShortTexts | undefined;
  /** Content after a field, by the field's name. */
  after?: Record<string, ReactNode>;
  /** Content after the sections. */
  children?: ReactNode;
};

/** Renders a form definition. The HTML form posts natively; with JavaScript it is sent from here and the page stays. */
export function LeadForm({ form, posted, Progress, texts, after = {}, children }: LeadFormProps) {
  const ofPage = translateBy(texts);
  const lead = useLeadForm(form, posted, ofPage('Error: '));
  const parts = useWaiting();
  const t = parts?.withLateTexts(ofPage) ?? (ofPage as TranslateAll);
  const { isSending, errors } = lead;
  const outcome = isSending ? null : lead.outcome;
  const fieldProps = (field: FieldDefinition) => ({
    field,
    formSlug: form.slug,
    initialValue: lead.initialValues[field.name],
    error: errors[field.name],
    // A form in another language asks for nothing whose warning has no translation.
    warning: t(lead.warnings[field.name] as LateText),
    optional: t('optional'),
    wrong: t('Error: '),
    isAsked: lead.asks(field),
  });
  const sections = form.sections.map((section, index) => {
    const fields = fieldsIn(section);
    return {
      title: section.title,
      id: sectionId(form, index),
      fields,
      isShown: fields.some((field) => lead.asks(field) !== false),
    };
  });

  return (
    <div className="lead-form-area">
      {lead.isPosted && outcome && outcome.kind !== 'invalid' && <StaticNotice outcome={outcome} />}
      {lead.receipt && (
        <Receipt
          key={lead.receipt.reference}
          form={form}
          isResult={lead.receipt === outcome}
          takesFocus={lead.isNew}
          receipt={lead.receipt}
          t={t}
        />
      )}
      {outcome?.kind === 'invalid' && (
        <ErrorSummary form={form} takesFocus={lead.isNew} message={outcome.message} errors={errors} t={t} />
      )}
      {lead.receipt && parts && <parts.AfterReceipt form={form} receipt={lead.receipt} t={t} />}
      <Fold form={form} lead={lead} t={t}>
        <form
          {...lead.formProps}
          method="post"
          action={`${form.path}#${resultId(form)}`}
          className={form.sections.length > 1 ? 'lead-form lead-form-numbered' : 'lead-form'}
          data-slug={form.slug}
          id={formId(form)}
          aria-label={form.name}
        >
          <DraftNote draft={lead.draft} undo={lead.undo} t={t} Aside={parts?.PutAsideNote} />
          {!isUrgent(form) && <AboutFields t={t} />}
          {Progress && <Progress form={form} complete={lead.complete} shown={sections.map(({ isShown }) => isShown)} />}
          {sections.map(({ title, id, fields, isShown }) => (
            <fieldset key={title} id={id} className="card form-section" hidden={!isShown}>
              <legend>{title}</legend>
              <div className="form-fields">
                {fields.map((field) => (
                  <Fragment key={field.name}>
                    <Field {...fieldProps(field)} />
                    {after[field.name]}
                  </Fragment>
                ))}
              </div>
            </fieldset>
          ))}
          {children}
          {/* A visitor in a hurry begins with the first field. */}
          {isUrgent(form) && <AboutFields t={t} />}
          {form.consent && <Field {...fieldProps(form.consent)} />}
          <Honeypot />
          <Refused outcome={outcome} t={t} />
          {form.terms && (
            <p className="callout callout-small">
              {form.terms} <Helpline />
              {t('.')}
            </p>
          )}
          <div className="form-actions">
            <button type="submit" className="button button-action form-submit" aria-disabled={isSending || undefined}>
              {isSending && <span className="spinner" aria-hidden="true" />}
              {/* In an element: a translated text is no longer where React left it, and nothing could come before it. */}
              <span>{isSending ? form.busyLabel : form.submitLabel}</span>
            </button>
            <button type="reset" className="button-link" aria-disabled={isSending || undefined} onClick={lead.clear}>
              {t('Clear this form')}
            </button>
          </div>
          {parts ? <parts.WaitingAtForm lead={lead} t={t} /> : <SendState outcome={outcome} t={t} />}
          {/* After the form's own button, which Enter presses. */}
          {outcome?.kind === 'question' && <SameAccident message={outcome.message} takesFocus={lead.isNew} t={t} />}
          {form.note && <p>{form.note}</p>}
        </form>
      </Fold>
    </div>
  );
}

/** The form under a receipt is folded away until it is wanted, so that nobody sends one accident twice. */
function Fold({ form, lead, t, children }: { form: FormDefinition; lead: Lead; t: TranslateAll; children: ReactNode }) {
  const reference = lead.receipt?.reference;
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  const isInUse = isHalfFilled(form, lead.values) || 'values' in lead.draft || lead.outcome !== lead.receipt;
  if (!form.isClaim) return children;
  return (
    <details
      className="fold"
      open={!reference || isInUse || openedFor === reference}
      onToggle={({ currentTarget }) => reference && setOpenedFor(currentTarget.open ? reference : null)}
    >
      <summary hidden={!reference}>{reference && t('Another accident?')}</summary>
      {children}
    </details>
  );
}

type Lead = ReturnType<typeof useLeadForm>;

function AboutFields({ t }: { t: TranslateAll }) {
  return (
    <p>
      {t('Fields marked')} <span aria-hidden="true">*</span>
      <span className="sr-only">{t('with a star')}</span> {t('are required. We use your details to deal with your enquiry; see')}{' '}
      <a href="/complaints#privacy">{t('Privacy Policy')}</a>
      {t('.')}
    </p>
  );
}

type DraftNoteProps = {
  draft: FormState['draft'];
  undo: () => void;
  t: TranslateAll;
  Aside: ComponentType<{ undo: () => void }> | undefined;
};

/** A note that a draft was restored, or an offer to undo what took its place. */
function DraftNote({ draft, undo, t, Aside }: DraftNoteProps) {
  return (
    <div role="status" className="callout">
      {draft.kind === 'restored' && <p>{t('We kept what you typed earlier on this device. Carry on where you stopped.')}</p>}
      {draft.kind === 'cleared' && (
        <p>
          {t('The form is cleared.')}{' '}
          <button type="button" className="button-link" onClick={undo}>
            {t('Undo')}
          </button>
        </p>
      )}
      {draft.kind === 'put aside' && Aside && <Aside undo={undo} />}
    </div>
  );
}

/** The honeypot field. */
function Honeypot() {
  return (
    <div hidden>
      <label>
        Leave this empty
        <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
