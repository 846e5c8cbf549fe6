import { type MouseEvent, useEffect } from 'react';
import { useFetcher } from 'react-router';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { NextStepView } from '#server/submissions/view/next-step-view.ts';

type Props = { href: string; label: string; isOpen: boolean; attemptCount: number };

/**
 * Calls the sender, once colleagues are told that somebody is calling. Where one of them is, or was since the page was opened, it says so
 * first; without JavaScript it only calls.
 */
export function CallLink({ href, label, isOpen, attemptCount }: Props) {
  const fetcher = useFetcher<{ kind: 'done' } | { kind: 'refused'; message: string }>();
  const { data, state } = fetcher;
  useEffect(() => {
    if (state === 'idle' && data?.kind === 'done') location.href = href;
  }, [state, data, href]);
  function begin(event: MouseEvent) {
    event.preventDefault();
    void fetcher.submit({ act: 'call begun', seen: String(attemptCount) }, { method: 'post' });
  }
  return (
    <>
      <a
        className="button button-action"
        href={href}
        onClick={isOpen ? begin : undefined}
        data-key="c"
        aria-keyshortcuts={isOpen ? 'c' : undefined}
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

/** Who else is calling at this moment, before somebody rings a second time. */
export function CallingNote({ next, staffId, now }: { next: NextStepView | null; staffId: string; now: number }) {
  const calling = next?.calling;
  if (!calling || calling.id === staffId || calling.until <= now) return null;
  return (
    <p className="callout callout-danger">
      {calling.name} is calling. It is theirs until {shortLondonMoment(calling.until)}, unless they record how it ended before.
    </p>
  );
}
