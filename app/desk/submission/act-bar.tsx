import { callLink } from '#forms/phone-links.ts';
import type { SubmissionView } from '#server/submissions/view/submission-view.ts';
import { CallLink } from '../queue/call-link.tsx';

/** On a phone the three acts stay within reach of the thumb: to call, to say how it ended, and to write a note. */
export function ActBar({ view: { sender, next, attemptCount } }: { view: SubmissionView }) {
  const call = callLink(sender.phone);
  return (
    <nav className="act-bar not-printed" aria-label="Acts">
      {call && <CallLink href={call} isOpen={next !== null} attemptCount={attemptCount} label="Call" />}
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
