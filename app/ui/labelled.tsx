import type { ReactNode } from 'react';
import { HintAndError } from './hint-and-error.tsx';

type Props = {
  /** The id of the control. */
  id: string;
  label: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  wrong?: string | undefined;
  /** What is at the end of the label's line, or will be there. */
  beside?: ReactNode;
  className?: string;
  /** The control, whose `aria-describedby` is `describedBy({ id, hint, error })`. */
  children: ReactNode;
};

/** A control with its label, its hint and its error. */
export function Labelled({ id, label, hint, error, wrong, beside, className = 'field', children }: Props) {
  const name = <label htmlFor={id}>{label}</label>;
  return (
    <div className={className} data-invalid={error ? '' : undefined}>
      {beside !== undefined ? (
        <div className="cluster-between">
          {name}
          {beside}
        </div>
      ) : (
        name
      )}
      <HintAndError id={id} hint={hint} error={error} wrong={wrong} />
      {children}
    </div>
  );
}
