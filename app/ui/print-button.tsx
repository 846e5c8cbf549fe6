import type { ComponentProps } from 'react';

/** Shown once the page is hydrated: without JavaScript the browser's own menu prints. */
export function PrintButton({ className, children }: Pick<ComponentProps<'button'>, 'className' | 'children'>) {
  return (
    <button type="button" className={`button ${className} not-printed hydrated-only`} onClick={() => print()}>
      {children}
    </button>
  );
}
