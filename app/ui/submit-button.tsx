import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useNavigation } from 'react-router';
import { createStore } from './create-store.ts';

/** Whether the router is sending a form or loading a page, and would give that up for another form. */
export function useIsSending(): boolean {
  return useNavigation().state !== 'idle';
}

/** For how long a press may be meant for what was on the screen before: the second of a double click, a key held, a slow hand. */
const heldMs = 1_500;

const held = createStore(false);
let release: ReturnType<typeof setTimeout> | undefined;

/** Keeps every press from acting for a moment, where the page has moved on from one record to another. */
export function holdPresses(): void {
  held.set(true);
  clearTimeout(release);
  release = setTimeout(() => held.set(false), heldMs);
}

export function useIsHeld(): boolean {
  return useSyncExternalStore(held.subscribe, held.read, held.readOnServer);
}

/** Has a link wait as the buttons do: it leads away from one record, to somebody who may be another one's. */
export function useHeldLink() {
  const isHeld = useIsHeld();
  return { 'aria-disabled': isHeld || undefined, onClick: (event: MouseEvent) => void (isHeld && event.preventDefault()) };
}

/** Holds presses where other records have taken the place of those on the screen. `what` names them; not where they are the first. */
export function useHoldAfter(what: string): void {
  const before = useRef(what);
  useLayoutEffect(() => {
    if (before.current !== what) holdPresses();
    before.current = what;
  }, [what]);
}

/**
 * A button that sends its form, one form of the page at a time, because the router gives up a request when another one is sent. While
 * it waits it keeps the focus.
 */
export function SubmitButton({ busyText, children, ...props }: ComponentProps<'button'> & { busyText?: string | undefined }) {
  const isBusy = useIsSending();
  const waits = useIsHeld() || isBusy;
  return (
    <button type="submit" aria-disabled={waits || undefined} onClick={(event) => waits && event.preventDefault()} {...props}>
      {isBusy && busyText ? busyText : children}
    </button>
  );
}
