import type { ComponentProps } from 'react';
import { useNavigation } from 'react-router';

/**
 * A button that sends its form, one form of the page at a time, because the router gives up a request when another one is sent. While
 * it waits it keeps the focus.
 */
export function SubmitButton({ busyText, children, ...props }: ComponentProps<'button'> & { busyText?: string | undefined }) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <button type="submit" aria-disabled={isBusy || undefined} onClick={(event) => isBusy && event.preventDefault()} {...props}>
      {isBusy && busyText ? busyText : children}
    </button>
  );
}
