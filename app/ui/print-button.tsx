import { type ComponentProps, useEffect, useState } from 'react';

/** Only where scripts run: without them the browser's own menu prints. */
export function PrintButton({ className, children }: Pick<ComponentProps<'button'>, 'className' | 'children'>) {
  const [canPrint, setCanPrint] = useState(false);
  useEffect(() => setCanPrint(true), []);
  if (!canPrint) return null;
  return (
    <button type="button" className={`button ${className} not-printed`} onClick={() => window.print()}>
      {children}
    </button>
  );
}
