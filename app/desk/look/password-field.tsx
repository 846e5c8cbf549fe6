import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { TextField } from './text-field.tsx';

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
