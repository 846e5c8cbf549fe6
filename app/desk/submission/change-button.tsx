import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import type { Change } from '#server/desk/outcome.ts';
import { pairsOf } from './change-of.ts';

/** A button that does one thing to the submission on this page. */
export function ChangeButton({
  change,
  className = 'button',
  children,
}: {
  change: Change;
  className?: string;
  children: ReactNode;
}) {
  const busy = useNavigation().state !== 'idle';
  return (
    <Form method="post">
      {pairsOf(change).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={className} disabled={busy}>
        {children}
      </button>
    </Form>
  );
}
