import { type MouseEvent, useEffect } from 'react';
import { useFetcher } from 'react-router';
import { useIsHeld } from '#app/ui/submit-button.tsx';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { NextStepView } from '#server/claims/view/next-step-view.ts';
import { ActionButton } from './next-steps.tsx';

/** `isFirst`: the key rings this one, of more numbers. */
type Props = { href: string; label: string; isOpen: boolean; attemptCount: number; isFirst?: boolean };

/**
 * Calls the sender, once colleagues are told that somebody is calling. Where one of them is, or was since the page was opened, it says so
 * first; without JavaScript it only calls.
 */
export function CallLink({ href, label, isOpen, attemptCount, isFirst = true }: Props) {
  const fetcher = useFetcher<{ kind: 'done' } | { kind: 'refused'; message: string }>();
  const { data, state } = fetcher;
  useEffect(() => {
    if (state === 'idle' && data?.kind === 'done') location.href = href;
  }, [state, data, href]);
  const isHeld = useIsHeld();
  function begin(event: MouseEvent) {
    if (isHeld || isOpen) event.preventDefault();
    if (isHeld || !isOpen) return;
    void fetcher.submit({ act: 'call begun', seen: String(attemptCount) }, { method: 'post' });
  }
  return (
    <>
      <a
        className="button button-action"
        href={href}
        onClick={begin}
        aria-disabled={isHeld || undefined}
        data-key={isFirst ? 'c' : undefined}
        aria-keyshortcuts={isFirst && isOpen ? 'c' : undefined}
      >
        {label}
      </a>
      {state === 'idle' && data?.kind === 'refused' && (
        <span className="callout callout-danger" role="alert">
          {data.message} <a href={href}>Call all the same</a>
        </span>
      )}
    </>
  );
}

/** Who is calling at this moment, before somebody rings a second time. One who ends a call without an outcome frees it for others. */
export function CallingNote({ next, staffId, now }: { next: NextStepView | null; staffId: string; now: number }) {
  const calling = next?.calling;
  if (!calling || calling.until <= now) return null;
  if (calling.id === staffId)
    return (
      <div className="callout cluster-between">
        <p>This call is yours until {shortLondonMoment(calling.until)}: nobody else is offered it.</p>
        <ActionButton action={{ type: 'call ended' }} className="button button-quiet">
          End the call
        </ActionButton>
      </div>
    );
  return (
    <p className="callout callout-danger">
      {calling.name} is calling. It is theirs until {shortLondonMoment(calling.until)}, unless they record how it ended before.
    </p>
  );
}
