import type { ComponentProps } from 'react';
import { useNavigation } from 'react-router';

/** A button that sends its form, one form of the page at a time: the router gives up a request when another one is sent. */
export function SubmitButton({ busyText, children, ...props }: ComponentProps<'button'> & { busyText?: string }) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <button type="submit" disabled={isBusy} {...props}>
      {isBusy && busyText ? busyText : children}
    </button>
  );
}
