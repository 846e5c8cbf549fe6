import type { SubmissionView } from '#server/desk/submission-view.ts';
import { londonMoment } from '../look/times.ts';
import { PrintButton } from './print-button.tsx';

const doors: Record<string, string> = {
  function: 'by the form on the website',
  page: 'by the form on the website, without scripts',
  rest: 'by another program',
};

/** Who did what, from the audit trail. */
export function History({ events, cameBy, createdAt }: { events: SubmissionView['history']; cameBy: string; createdAt: number }) {
  return (
    <section className="panel" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className="history">
        <li>
          {londonMoment(createdAt)}: came {doors[cameBy] ?? cameBy}
        </li>
        {withoutRepeats(events).map(({ at, actor, act }, index) => (
          // Two events of one millisecond differ by their place alone.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <li key={`${at}-${index}`}>
            {londonMoment(at)}: {actor}, {act}
          </li>
        ))}
      </ol>
      <PrintButton />
    </section>
  );
}

/** Somebody who looks ten times in a row is said to have looked once, the last time. */
function withoutRepeats(events: SubmissionView['history']): SubmissionView['history'] {
  return events.filter(({ act, actor }, index) => {
    const next = events[index + 1];
    return act !== 'submission viewed' || next?.act !== act || next.actor !== actor;
  });
}
