import type { LetterView } from '#server/submissions/view/submission-view.ts';
import { londonMoment } from '../ui/times.ts';
import { ActionButton } from './actions.tsx';

/** Every letter about it, with each try and the mail server's own words. */
export function Letters({ letters }: { letters: LetterView[] }) {
  return (
    <section className="card" aria-labelledby="letters">
      <h2 id="letters">Letters</h2>
      {letters.length === 0 && <p>No letter was written about it.</p>}
      <ul className="list">
        {letters.map((letter) => (
          <li key={letter.id}>
            <p className="cluster">
              <strong>{nameOf(letter.kind)}</strong>
              <span className={letter.state === 'givenUp' ? 'badge badge-late' : 'badge'}>{stateOf(letter)}</span>
            </p>
            {letter.recipient && <p className="muted">To {letter.recipient}</p>}
            {letter.tries.length > 0 && (
              <details className="email-attempts">
                <summary>{letter.tries.length === 1 ? 'One try' : `${letter.tries.length} tries`}</summary>
                <ol>
                  {letter.tries.map(({ at, outcome, answer }) => (
                    <li key={at}>
                      {londonMoment(at)}: {outcome}. <q>{answer}</q>
                    </li>
                  ))}
                </ol>
              </details>
            )}
            <ActionButton action={{ act: 'letter sent again', letterId: letter.id }} className="button-link">
              Send again<span className="sr-only">: {nameOf(letter.kind)}</span>
            </ActionButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf(kind: string): string {
  if (kind === 'notification') return 'To the team: what was sent';
  return `Warning: no contact after ${kind.replace('reminder-', '')} hours`;
}

function stateOf({ state, at, nextTryAt }: LetterView): string {
  if (state === 'sent') return at === null ? 'Sent' : `Sent ${londonMoment(at)}`;
  if (state === 'givenUp') return 'Not delivered: given up';
  return nextTryAt === null ? 'Waiting' : `Waiting, next try ${londonMoment(nextTryAt)}`;
}
