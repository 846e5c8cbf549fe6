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

/** The value of the control's `aria-describedby`: the ids of what is said of it, the warning last, which is below it. */
export function describedBy({ id, ...said }: Described & { warning?: string | undefined }): string | undefined {
  const ids = (['hint', 'error', 'warning'] as const).filter((name) => said[name]).map((name) => `${id}-${name}`);
  return ids.join(' ') || undefined;
}
