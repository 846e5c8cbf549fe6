type Described = { id: string; hint: string | undefined; error: string | undefined };

/** The hint and the error between a field's label and its control. `id` is the control's. */
export function HintAndError({ id, hint, error }: Described) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} lang="en-GB" dir="ltr" className="field-error">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
    </>
  );
}

/** The value of the control's `aria-describedby`. */
export function describedBy({ id, hint, error }: Described): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
}
