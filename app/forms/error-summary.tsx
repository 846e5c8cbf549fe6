import { useEffect, useRef } from 'react';
import { type FormDefinition, fieldsOf } from '#forms/form.ts';
import type { FieldErrors } from '#forms/read.ts';
import { fieldId } from './field-parts.tsx';

/** What has to be corrected, with a way to each field. Takes the focus, so that it is the first thing heard and seen. */
export function ErrorSummary({ form, message, errors }: { form: FormDefinition; message: string; errors: FieldErrors }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) box.current?.focus();
  }, [message]);
  return (
    <div ref={box} className="error-summary" role="alert" tabIndex={-1} aria-labelledby={`${form.slug}-errors`}>
      <h2 id={`${form.slug}-errors`}>There is a problem</h2>
      <p>{message}</p>
      <ul>
        {fieldsOf(form).map(
          (field) =>
            errors[field.name] && (
              <li key={field.name}>
                <a href={`#${targetOf(form, field)}`}>{errors[field.name]}</a>
              </li>
            ),
        )}
      </ul>
    </div>
  );
}

/** A group of radio buttons has no element of its own to focus: its first button stands for it. */
function targetOf(form: FormDefinition, field: ReturnType<typeof fieldsOf>[number]): string {
  const id = fieldId({ field, formSlug: form.slug });
  return field.type === 'radio' ? `${id}-${field.options?.[0]?.value}` : id;
}
