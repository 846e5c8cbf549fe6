import type { ReactNode } from 'react';
import { Form } from 'react-router';

type Props = {
  /** What stands there before it is opened, and whom it is about. */
  label: string;
  about: string;
  consequence: string;
  button: string;
  /** Nothing is lost by it. */
  isHarmless?: boolean;
  /** Where to post; the page itself unless given. */
  action?: string;
  /** Hidden fields, and whatever has still to be chosen. */
  children?: ReactNode;
};

/** Something that is not done by one click: it opens, says what follows, and asks again. Works without scripts. */
export function Confirm({ label, about, consequence, button, isHarmless = false, action, children }: Props) {
  const tone = isHarmless ? 'primary' : 'danger';
  return (
    <details>
      <summary>
        {label}
        <span className="sr-only">: {about}</span>
      </summary>
      <Form method="post" action={action} className="stack narrow">
        <p>{consequence}</p>
        {children}
        <div>
          <button type="submit" className={`button button-${tone}`}>
            {button}
            <span className="sr-only">: {about}</span>
          </button>
        </div>
      </Form>
    </details>
  );
}
