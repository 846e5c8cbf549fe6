import type { ComponentProps, ReactNode } from 'react';

type Props = ComponentProps<'input'> & {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
  /** Stands at the end of the label's line. */
  beside?: ReactNode;
};

/** A labelled line of text, with its hint and its error. */
export function TextField({
  label,
  hint,
  error,
  beside,
  id = `field-${label.replaceAll(/\W+/g, '-').toLowerCase()}`,
  ...input
}: Props) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {beside}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="error">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
      <input {...input} id={id} className="input" aria-describedby={described} aria-invalid={error ? true : undefined} />
    </div>
  );
}
