import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { describedBy } from '#app/ui/hint-and-error.tsx';
import { Labelled } from '#app/ui/labelled.tsx';

type Props = ComponentProps<'input'> & {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
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
  return (
    <Labelled id={id} label={label} hint={hint} error={error} beside={beside}>
      <input
        {...input}
        id={id}
        className="input"
        aria-describedby={describedBy({ id, hint, error })}
        aria-invalid={error ? true : undefined}
      />
    </Labelled>
  );
}

/** A password field. Where scripts run the password can be shown; it is hidden again when the form is sent. */
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

/** The field for a code of an authenticator app. */
export function CodeField(props: Partial<ComponentProps<typeof TextField>>) {
  return (
    <TextField
      label="Code from your authenticator app"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]*"
      maxLength={8}
      {...props}
    />
  );
}
