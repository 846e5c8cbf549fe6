import { useEffect, useRef } from 'react';
import { useActionData, useFetcher } from 'react-router';
import type { FormDefinition } from '#forms/form.ts';
import { ErrorSummary } from './error-summary.tsx';
import { Field } from './field.tsx';
import { IdempotencyKey } from './idempotency-key.tsx';
import type { Outcome } from './outcome.ts';
import { StaticNotice } from './static-notice.tsx';
import { tell } from './tell.ts';

/** Renders a form's definition. It posts by itself; with scripts the route's clientAction sends it and the page stays. */
export function LeadForm({ form }: { form: FormDefinition }) {
  const fetcher = useFetcher<Outcome>({ key: form.slug });
  // What a post without scripts came back with.
  const posted = useActionData() as Outcome | undefined;
  const element = useRef<HTMLFormElement>(null);
  const busy = fetcher.state !== 'idle';
  const outcome = fetcher.data ?? posted;
  const errors = outcome?.kind === 'invalid' ? outcome.errors : {};
  const values = posted && 'values' in posted ? posted.values : undefined;

  useEffect(() => {
    if (!fetcher.data) return;
    tell(fetcher.data);
    if (fetcher.data.kind === 'accepted') element.current?.reset();
  }, [fetcher.data]);

  return (
    <fetcher.Form method="post" action={form.path} ref={element} className="lead-form" aria-label={form.name}>
      {!fetcher.data && posted && <StaticNotice outcome={posted} />}
      {outcome?.kind === 'invalid' && !busy && <ErrorSummary form={form} message={outcome.message} errors={errors} />}
      <p className="form-lead">
        Fields marked <span aria-hidden="true">*</span>
        <span className="sr-only">with a star</span> are required. We use your details to deal with your enquiry; see{' '}
        <a href="/complaints">Privacy Policy</a>.
      </p>
      {form.sections.map(({ title, fields }) => (
        <fieldset key={title} className="form-section">
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
        <Field field={form.consent} formSlug={form.slug} value={values?.[form.consent.name]} error={errors[form.consent.name]} />
      )}
      <IdempotencyKey outcome={fetcher.data} />
      <button type="submit" className="button button-now form-submit" disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        {busy ? form.busyLabel : form.submitLabel}
      </button>
      {form.note && <p className="form-note">{form.note}</p>}
    </fetcher.Form>
  );
}
