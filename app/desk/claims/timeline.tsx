import type { ReactNode } from 'react';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { AttemptView } from '#server/claims/view/next-step-view.ts';
import type { NoteView, SubmissionView } from '#server/claims/view/submission-view.ts';
import type { EvidenceView } from '#server/files/staff-evidence.ts';
import { AddedFiles, addedTogether } from './added-files.tsx';
import { EmailEntry } from './email-entry.tsx';
import { MessageEntry } from './message-entry.tsx';
import { outcomeTexts } from './next-step.tsx';
import { ActionButton } from './next-steps.tsx';

type Entry = { key: string; at: number; shown: ReactNode };

/** What happened between the sender and the team, newest first: attempts to make contact, messages, notes, e-mails and files. */
export function Timeline({ view, evidence }: { view: SubmissionView; evidence: EvidenceView[] }) {
  const { attempts, messages, notes, emails } = view;
  const entries: Entry[] = [
    ...attempts.map((attempt) => ({ key: attempt.id, at: attempt.at, shown: <Attempt attempt={attempt} /> })),
    ...messages
      .filter(({ state }) => state !== 'taken back')
      .map((message) => ({ key: message.id, at: message.at, shown: <MessageEntry message={message} /> })),
    ...notes.map((note) => ({ key: note.id, at: note.createdAt, shown: <Note note={note} /> })),
    ...emails.map((email) => ({ key: email.id, at: email.at ?? email.createdAt, shown: <EmailEntry email={email} /> })),
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

/** What was sent from somebody's own phone, instead of how a call ended. */
const channelTexts: Record<AttemptView['channel'], string | null> = { phone: null, sms: 'Text message', whatsapp: 'WhatsApp' };

function Attempt({ attempt: { id, at, by, channel, outcome, text, next, isMerged } }: { attempt: AttemptView }) {
  return (
    <div className="attempt">
      <p dir="auto">
        <strong>{channelTexts[channel] ?? outcomeTexts[outcome]}</strong>
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
