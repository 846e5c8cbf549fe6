import type { ComponentProps } from 'react';

/** The button to print. It is shown once the page is hydrated; without JavaScript there is the browser's own menu. */
export function PrintButton({ className, children }: Pick<ComponentProps<'button'>, 'className' | 'children'>) {
  return (
    <button type="button" className={`button ${className} not-printed hydrated-only`} onClick={() => print()}>
      {children}
    </button>
  );
}
