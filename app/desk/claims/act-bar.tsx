import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import { CallLink } from './call-link.tsx';

/** On a phone the three acts stay within reach of the thumb: to call, to say how it ended, and to write a note. */
export function ActBar({ view: { phones, next, attemptCount } }: { view: SubmissionView }) {
  const [first] = phones.numbers;
  return (
    <nav className="act-bar not-printed" aria-label="Acts">
      {first && <CallLink href={first.call} isOpen={next !== null} attemptCount={attemptCount} label="Call" />}
      {next && (
        <a className="button button-quiet" href="#line">
          Outcome
        </a>
      )}
      <a className="button button-quiet" href="#note">
        Note
      </a>
    </nav>
  );
}
