import { Link } from 'react-router';
import type { SubmissionView } from '#server/desk/submission-view.ts';
import { ago } from '../look/times.ts';

/** What else the same person sent. */
export function Others({ others, now }: { others: SubmissionView['others']; now: number }) {
  if (others.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="others">
      <h2 id="others">Also from this person</h2>
      <ul>
        {others.map(({ id, reference, form, createdAt, status }) => (
          <li key={id}>
            <Link to={`/desk/submissions/${id}`}>{reference}</Link> {form}, {ago(now - createdAt)}, {status}
          </li>
        ))}
      </ul>
    </section>
  );
}
