type Described = { id: string; hint: string | undefined; error: string | undefined; wrong?: string | undefined };

/** The hint and the error between a field's label and its control. `id` is the control's, and `wrong` what is read before the error. */
export function HintAndError({ id, hint, error, wrong = 'Error: ' }: Described) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          <span className="sr-only">{wrong}</span>
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
