import { Form } from 'react-router';
import { londonMoment } from '../times.ts';

export type Session = {
  id: string;
  createdAt: number;
  lastUsedAt: number;
  address: string | null;
  browser: string | null;
  isHere: boolean;
};

/** One's own sessions, to end one or all. */
export function Sessions({ sessions }: { sessions: Session[] }) {
  return (
    <section className="card stack" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <p className="muted">A session ends after half an hour without use, and after eight hours whatever happens.</p>
      <ul className="list">
        {sessions.map(({ id, createdAt, lastUsedAt, address, browser, isHere }) => (
          <li key={id}>
            <p className="cluster">
              <strong>{isHere ? 'This browser' : (address ?? 'Unknown address')}</strong>
              {isHere && <span className="badge">{address ?? 'here'}</span>}
            </p>
            <p className="muted">
              Since {londonMoment(createdAt)}, last used {londonMoment(lastUsedAt)}. {browser}
            </p>
            {!isHere && (
              <Form method="post">
                <input type="hidden" name="act" value="end session" />
                <input type="hidden" name="session" value={id} />
                <button type="submit" className="button-link">
                  End this session
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <Form method="post" reloadDocument>
        <input type="hidden" name="act" value="end all sessions" />
        <button type="submit" className="button button-quiet">
          Sign out everywhere
        </button>
      </Form>
    </section>
  );
}
