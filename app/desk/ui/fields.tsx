import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';

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
    <div className="field" data-invalid={error ? '' : undefined}>
      <div className="cluster-between">
        <label htmlFor={id}>{label}</label>
        {beside}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
      <input {...input} id={id} className="input" aria-describedby={described} aria-invalid={error ? true : undefined} />
    </div>
  );
}

/** A password, which can be looked at while it is typed where scripts run. It is hidden again when the form is sent. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'beside'>) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [canShow, setCanShow] = useState(false);
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    setCanShow(true);
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <TextField
      id={id}
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      ref={input}
      type={isShown ? 'text' : 'password'}
      beside={
        canShow && (
          <button type="button" className="button-link" aria-controls={props.id ?? id} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
            <span className="sr-only"> {props.label}</span>
          </button>
        )
      }
    />
  );
}

/** Why something was not done. Takes the focus, so that it is heard and seen first; each time, where the `answer` is told. */
export function Problem({ message, answer = message }: { message: string | null | undefined; answer?: unknown }) {
  const box = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer may have the same message
  useEffect(() => {
    if (message) box.current?.focus();
  }, [message, answer]);
  if (!message) return null;
  return (
    <p ref={box} className="callout callout-danger" role="alert" tabIndex={-1}>
      {message}
    </p>
  );
}
