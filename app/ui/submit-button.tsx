import type { ComponentProps } from 'react';
import { useNavigation } from 'react-router';

/** Whether the router is sending a form or loading a page, and would give that up for another form. */
export function useIsSending(): boolean {
  return useNavigation().state !== 'idle';
}

/**
 * A button that sends its form, one form of the page at a time, because the router gives up a request when another one is sent. While
 * it waits it keeps the focus.
 */
export function SubmitButton({ busyText, children, ...props }: ComponentProps<'button'> & { busyText?: string | undefined }) {
  const isBusy = useIsSending();
  return (
    <button type="submit" aria-disabled={isBusy || undefined} onClick={(event) => isBusy && event.preventDefault()} {...props}>
      {isBusy && busyText ? busyText : children}
    </button>
  );
}
