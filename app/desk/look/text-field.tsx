import type { ComponentProps } from 'react';

type Props = ComponentProps<'input'> & { label: string; name: string; hint?: string; error?: string | undefined };

/** A labelled line of text, with its hint and its error. */
export function TextField({ label, hint, error, id = `field-${label.replaceAll(/\W+/g, '-').toLowerCase()}`, ...input }: Props) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
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
