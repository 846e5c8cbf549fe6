import { useEffect, useRef } from 'react';
import { useActionData, useFetcher } from 'react-router';
import type { FormDefinition } from '#forms/form.ts';
import { DraftNote } from './draft-note.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { Field } from './field.tsx';
import { sectionId } from './field-parts.tsx';
import { FormProgress } from './form-progress.tsx';
import { FormStyles } from './form-styles.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import type { Outcome } from './outcome.ts';
import { Receipt } from './receipt.tsx';
import { SendFailed } from './send-failed.tsx';
import { StaticNotice } from './static-notice.tsx';
import { tell } from './tell.ts';
import { useDraft } from './use-draft.ts';
import { useErrorTitle } from './use-error-title.ts';

/** Renders a form's definition. It posts by itself; with scripts the route's clientAction sends it and the page stays. */
export function LeadForm({ form }: { form: FormDefinition }) {
  const fetcher = useFetcher<Outcome>({ key: form.slug });
  // What a post without scripts came back with.
  const posted = useActionData() as Outcome | undefined;
  const element = useRef<HTMLFormElement>(null);
  const told = useRef<Outcome>(undefined);
  const draft = useDraft(form, element, posted?.kind === 'accepted');
  const busy = fetcher.state !== 'idle';
  const outcome = fetcher.data ?? posted;
  const errors = outcome?.kind === 'invalid' ? outcome.errors : {};
  const values = posted && 'values' in posted ? posted.values : undefined;
  useErrorTitle(outcome?.kind === 'invalid' && !busy);

  useEffect(() => {
    if (busy || !fetcher.data || told.current === fetcher.data) return;
    told.current = fetcher.data;
    tell(fetcher.data);
    if (fetcher.data.kind === 'accepted') draft.finish();
  });

  return (
    <div className="lead-area">
      <FormStyles />
      {!fetcher.data && posted && posted.kind !== 'invalid' && <StaticNotice outcome={posted} />}
      {outcome?.kind === 'accepted' && !busy && <Receipt key={outcome.reference} form={form} outcome={outcome} />}
      {outcome?.kind === 'invalid' && !busy && <ErrorSummary form={form} message={outcome.message} errors={errors} />}
      <fetcher.Form
        method="post"
        action={form.path}
        ref={element}
        className="lead-form"
        aria-label={form.name}
        onInput={draft.keep}
        onReset={() => setTimeout(draft.keep)}
      >
        <DraftNote state={draft.state} undo={draft.undo} />
        <p className="form-lead">
          Fields marked <span aria-hidden="true">*</span>
          <span className="sr-only">with a star</span> are required. We use your details to deal with your enquiry; see{' '}
          <a href="/complaints">Privacy Policy</a>.
        </p>
        {form.sections.length > 1 && <FormProgress form={form} element={element} />}
        {form.sections.map(({ title, fields }, index) => (
          <fieldset key={title} id={sectionId(form, index)} className="form-section">
            <legend>{title}</legend>
            <div className="fields">
              {fields.map((field) => (
                <Field
                  key={field.name}
                  field={field}
                  formSlug={form.slug}
                  value={values?.[field.name]}
                  error={errors[field.name]}
                />
              ))}
            </div>
          </fieldset>
        ))}
        {form.consent && (
          <Field
            field={form.consent}
            formSlug={form.slug}
            value={values?.[form.consent.name]}
            error={errors[form.consent.name]}
          />
        )}
        <HiddenFields outcome={fetcher.data} />
        {outcome && !busy && <SendFailed outcome={outcome} />}
        <div className="form-actions">
          <button type="submit" className="button button-now form-submit" disabled={busy}>
            {busy && <span className="spinner" aria-hidden="true" />}
            {busy ? form.busyLabel : form.submitLabel}
          </button>
          <button type="reset" className="link-button" onClick={draft.clear}>
            Clear this form
          </button>
        </div>
        {form.note && <p className="form-note">{form.note}</p>}
      </fetcher.Form>
    </div>
  );
}
