import type { ReactNode } from 'react';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { EvidenceView } from '#server/desk-evidence.ts';
import type { MessageView } from '#server/submissions/view/message-view.ts';
import type { AttemptView } from '#server/submissions/view/next-step-view.ts';
import type { EmailView, NoteView, SubmissionView } from '#server/submissions/view/submission-view.ts';
import { outcomeTexts } from '../queue/next-step.tsx';
import { AddedFiles, addedTogether } from './added-files.tsx';
import { ActionButton } from './next-steps.tsx';

type Entry = { key: string; at: number; shown: ReactNode };

/** What happened between the sender and the team, newest first: attempts to make contact, messages, notes, e-mails and files. */
export function Timeline({ view, evidence }: { view: SubmissionView; evidence: EvidenceView[] }) {
  const { attempts, messages, notes, emails } = view;
  const entries: Entry[] = [
    ...attempts.map((attempt) => ({ key: attempt.id, at: attempt.at, shown: <Attempt attempt={attempt} /> })),
    ...messages.map((message) => ({ key: message.id, at: message.at, shown: <Message message={message} /> })),
    ...notes.map((note) => ({ key: note.id, at: note.createdAt, shown: <Note note={note} /> })),
    ...emails.map((email) => ({ key: email.id, at: email.at ?? email.createdAt, shown: <Email email={email} /> })),
    ...addedTogether(evidence).map((files) => ({
      key: files[0].id,
      at: files[0].receivedAt,
      shown: <AddedFiles files={files} />,
    })),
  ];
  return (
    <section className="card" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      {entries.length === 0 && <p>Nothing yet: no call, message, note, email or file.</p>}
      <ol className="timeline">
        {entries
          .toSorted((a, b) => b.at - a.at)
          .map(({ key, shown }) => (
            <li key={key}>{shown}</li>
          ))}
      </ol>
    </section>
  );
}

function Attempt({ attempt: { id, at, by, outcome, text, next, isMerged } }: { attempt: AttemptView }) {
  return (
    <div className="attempt">
      <p dir="auto">
        <strong>{outcomeTexts[outcome]}</strong>
        {text && `: ${text}`}
      </p>
      <div className="muted cluster">
        {by}, {shortLondonMoment(at)}
        {next !== null && `. Next: ${shortLondonMoment(next)}`}
        {!isMerged && (
          <ActionButton action={{ type: 'attempt undone', attemptId: id }} className="button-link">
            Take back<span className="sr-only"> this attempt</span>
          </ActionButton>
        )}
      </div>
    </div>
  );
}

function Message({ message: { at, text, isNew } }: { message: MessageView }) {
  return (
    <div className="message">
      <p dir="auto">{text}</p>
      <p className="muted cluster">
        The claimant, {shortLondonMoment(at)} {isNew && <span className="badge badge-new">New</span>}
      </p>
    </div>
  );
}

function Note({ note: { id, author, mine, createdAt, text } }: { note: NoteView }) {
  return (
    <div className="note">
      <p dir="auto">{text}</p>
      <div className="muted cluster">
        {author}, {shortLondonMoment(createdAt)}
        {mine && (
          <ActionButton action={{ type: 'note removed', noteId: id }} className="button-link">
            Remove<span className="sr-only"> this note</span>
          </ActionButton>
        )}
      </div>
    </div>
  );
}

/** An e-mail with its attempts and the mail server's answers. */
function Email({ email }: { email: EmailView }) {
  const { id, title, state, recipient, detail, attempts } = email;
  return (
    <div className="email">
      <p className="cluster">
        {title}
        <span className={state === 'failed' || state === 'not sent' ? 'badge badge-late' : 'badge badge-long'}>
          {stateOf(email)}
        </span>
      </p>
      {state === 'not sent' && <p>{detail}</p>}
      <div className="muted cluster">
        {recipient && <span>To {recipient}</span>}
        <ActionButton action={{ type: 'email sent again', emailId: id }} className="button-link">
          Send again<span className="sr-only">: {title}</span>
        </ActionButton>
      </div>
      {attempts.length > 0 && (
        <details className="email-attempts">
          <summary>{attempts.length === 1 ? 'One attempt' : `${attempts.length} attempts`}</summary>
          <ol>
            {attempts.map(({ at, outcome, detail: answer }) => (
              <li key={at}>
                {shortLondonMoment(at)}: {outcome}. <q>{answer}</q>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

function stateOf({ state, at, nextAttemptAt }: EmailView): string {
  if (state === 'sent') return at === null ? 'Sent' : `Sent ${shortLondonMoment(at)}`;
  if (state === 'failed') return 'Failed';
  if (state === 'not sent') return 'Not sent';
  return nextAttemptAt === null ? 'Waiting' : `Waiting, next attempt ${shortLondonMoment(nextAttemptAt)}`;
}
