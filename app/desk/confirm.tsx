import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { SubmitButton } from '#app/ui/submit-button.tsx';

type Props = {
  /** The text before it is opened: the action, and whom it is about. */
  label: string;
  about: string;
  consequence: string;
  button: string;
  /** The action loses nothing. */
  isHarmless?: boolean;
  /** Shown from the start, because what was given in it was refused. */
  isOpen?: boolean;
  /** The address to post to; the page itself unless given. */
  action?: string;
  /** The name under which what is typed in it is kept until it is saved. */
  draft?: string;
  /** Hidden fields, and fields for what has still to be chosen. */
  children?: ReactNode;
};

/** An action that needs two clicks: the first opens a text that says what follows and asks again. Works without JavaScript. */
export function Confirm({
  label,
  about,
  consequence,
  button,
  isHarmless = false,
  isOpen = false,
  action,
  draft,
  children,
}: Props) {
  const tone = isHarmless ? 'primary' : 'danger';
  return (
    <details open={isOpen}>
      <summary>
        {label}
        <span className="sr-only">: {about}</span>
      </summary>
      <Form method="post" action={action} className="stack narrow" data-draft={draft}>
        <p>{consequence}</p>
        {children}
        <div>
          <SubmitButton className={`button button-${tone}`}>
            {button}
            <span className="sr-only">: {about}</span>
          </SubmitButton>
        </div>
      </Form>
    </details>
  );
}
