import type { Field, FormDefinition } from '#forms/form.ts';

export type FieldProps = { field: Field; formSlug: string; value: string | undefined; error: string | undefined };

/** A star for required (said above the form), the word for optional. */
export function FieldLabel({ field }: { field: Field }) {
  if (field.required) {
    return (
      <>
        {field.label} <span aria-hidden="true">*</span>
      </>
    );
  }
  return field.type === 'checkbox' || field.type === 'radio' ? field.label : <>{field.label} (optional)</>;
}

/** The hint and, where the server found one, the error. */
export function FieldHelp({ field, error, formSlug }: FieldProps) {
  const id = fieldId({ field, formSlug });
  return (
    <>
      {field.hint && (
        <p id={`${id}-hint`} className="field-hint">
          {field.hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
    </>
  );
}

export function fieldId({ field, formSlug }: Pick<FieldProps, 'field' | 'formSlug'>): string {
  return `${formSlug}-${field.name}`;
}

export function describedBy({ field, error, formSlug }: Omit<FieldProps, 'value'>): string | undefined {
  const id = fieldId({ field, formSlug });
  return [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
}

export function sectionId(form: FormDefinition, index: number): string {
  return `${form.slug}-section-${index + 1}`;
}
