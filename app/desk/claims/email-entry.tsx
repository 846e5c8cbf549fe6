import { shortLondonMoment } from '#forms/london-day.ts';
import type { EmailView } from '#server/claims/view/message-view.ts';
import { ActionButton } from './next-steps.tsx';

/** An e-mail that the product wrote, with its attempts and the mail server's answers. */
export function EmailEntry({ email }: { email: EmailView }) {
  return (
    <div className="email">
      <p>{email.title}</p>
      <div className="muted cluster">{email.recipient && <span>To {email.recipient}</span>}</div>
      <EmailState email={email} />
    </div>
  );
}

/** What became of an e-mail, and the mail server's answers. */
export function EmailState({ email }: { email: EmailView }) {
  const { id, title, state, detail, attempts } = email;
  return (
    <>
      <div className="cluster">
        <span className={isGood(state) ? 'badge badge-long' : 'badge badge-late'}>{stateOf(email)}</span>
        <ActionButton action={{ type: 'email sent again', emailId: id }} className="button-link">
          Send again<span className="sr-only">: {title}</span>
        </ActionButton>
      </div>
      {!isGood(state) && state !== 'failed' && <p>{detail}</p>}
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
    </>
  );
}

function isGood(state: EmailView['state']): boolean {
  return state === 'sent' || state === 'waiting';
}

/** What became of an e-mail, in words. */
export function stateOf({ state, at, nextAttemptAt }: Pick<EmailView, 'state' | 'at' | 'nextAttemptAt'>): string {
  if (state === 'sent') return at === null ? 'Sent' : `Sent ${shortLondonMoment(at)}`;
  if (state !== 'waiting') return `${state[0]?.toUpperCase()}${state.slice(1)}`;
  return nextAttemptAt === null ? 'Waiting' : `Waiting, next attempt ${shortLondonMoment(nextAttemptAt)}`;
}
