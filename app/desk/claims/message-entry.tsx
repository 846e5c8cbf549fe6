import { shortLondonMoment } from '#forms/london-day.ts';
import type { MessageView } from '#server/claims/view/message-view.ts';
import { EmailState } from './email-entry.tsx';
import { MessageText } from './message-text.tsx';

/** A message on the timeline, from the claimant or to them. */
export function MessageEntry({ message }: { message: MessageView }) {
  const { at, channel, direction, by, subject, address, text, isNew, email, files } = message;
  return (
    <div className={direction === 'in' ? 'message' : 'message message-out'}>
      {subject && (
        <p dir="auto">
          <strong>{subject}</strong>
        </p>
      )}
      <MessageText text={text} />
      <MessageFiles files={files} />
      {direction === 'in' ? (
        <p className="muted cluster">
          <span>
            <bdi>{writerOf(message)}</bdi>, {shortLondonMoment(at)}
          </span>
          <SenderMarks message={message} />
          {isNew && <span className="badge badge-new">New</span>}
          {channel === 'email' && <SaveEmail id={message.id} />}
        </p>
      ) : (
        <div className="muted">
          <p className="cluster">
            {by}, {shortLondonMoment(at)}, by email to {email?.recipient ?? address}
          </p>
          {email && <EmailState email={email} />}
        </div>
      )}
    </div>
  );
}

function writerOf({ channel, by, address, isFromClaimant }: MessageView): string {
  if (channel === 'page') return 'The claimant';
  if (by !== null) return `${by}, from ${address}`;
  return isFromClaimant ? `The claimant, from ${address}` : `${address || 'No sender'}, not the claimant’s address`;
}

/** What is to be known of who sent an email. */
export function SenderMarks({ message }: { message: Pick<MessageView, 'isSenderProven' | 'isAutomatic' | 'replyTo'> }) {
  const { isSenderProven, isAutomatic, replyTo } = message;
  return (
    <>
      {replyTo && (
        <span>
          Answers go to <bdi>{replyTo}</bdi>
        </span>
      )}
      {!isSenderProven && <span className="badge badge-soon">Sender not proven</span>}
      {isAutomatic && <span className="badge">Sent by a program</span>}
    </>
  );
}

/** Saves an email that came in as it came. */
export function SaveEmail({ id }: { id: string }) {
  return (
    <a className="button-link" href={`/desk/emails/${id}`} download>
      Save the email as it came
    </a>
  );
}

/** The files of an e-mail. What was not kept is not lost among what was. */
function MessageFiles({ files }: Pick<MessageView, 'files'>) {
  const reasons = [...new Set(files.map(({ reason }) => reason))];
  const namesOf = (one: string | null) => files.flatMap(({ name, reason }) => (reason === one ? [name] : [])).join(', ');
  return (
    <>
      {reasons.includes(null) && (
        <p className="muted">
          <bdi>{namesOf(null)}</bdi>
        </p>
      )}
      {reasons.map(
        (reason) =>
          reason !== null && (
            <p key={reason}>
              Not kept: <bdi>{namesOf(reason)}</bdi>. {reason}
            </p>
          ),
      )}
    </>
  );
}
