import type { SubmissionView } from '#server/submissions/view/submission-view.ts';
import { PrintButton } from '../ui/print-button.tsx';
import { londonMoment } from '../ui/times.ts';

const ways: Record<string, string> = {
  function: 'by the form on the website',
  page: 'by the form on the website, without JavaScript',
  rest: 'by another program',
};

/** Who did what, newest first, down to how it came. */
export function History({ events, cameBy, createdAt }: { events: SubmissionView['history']; cameBy: string; createdAt: number }) {
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">
        History <span className="muted">newest first</span>
      </h2>
      <ol className="history">
        {withoutRepeats(events).map(({ at, actor, text }, index) => (
          // Two events of one millisecond differ by their place alone.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={`${at}-${index}`}>
            <time dateTime={new Date(at).toISOString()}>{londonMoment(at)}</time> {actor}, {text}
          </li>
        ))}
        <li>
          <time dateTime={new Date(createdAt).toISOString()}>{londonMoment(createdAt)}</time> came {ways[cameBy] ?? cameBy}
        </li>
      </ol>
      <PrintButton />
    </section>
  );
}

/** Somebody who looks ten times in a row is said to have looked once, the last time. */
function withoutRepeats(events: SubmissionView['history']): SubmissionView['history'] {
  return events.filter(({ action, actor }, index) => {
    const later = events[index - 1];
    return action !== 'submission viewed' || later?.action !== action || later.actor !== actor;
  });
}
