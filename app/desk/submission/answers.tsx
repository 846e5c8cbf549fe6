import { Link } from 'react-router';
import type { Block } from '#forms/answers.ts';
import type { SubmissionView } from '#server/submissions/view/submission-view.ts';
import { ago } from '../ui/times.ts';

/** What is longer than this, or has several lines, gets the whole width. */
const longText = 48;

/** Everything that was sent, under the form's own sections. */
export function Answers({ blocks }: { blocks: Block[] }) {
  return blocks.map(({ title, lines }) => (
    <section key={title} className="card">
      <h2>{title}</h2>
      <dl className="summary-list">
        {lines.map(({ label, value }) => (
          <div key={label} className={isLong(value) || isLong(label) ? 'summary-list-wide' : undefined}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

function isLong(text: string): boolean {
  return text.length > longText || text.includes('\n');
}

/** What else the same person sent. */
export function Others({ others, now }: { others: SubmissionView['others']; now: number }) {
  if (others.length === 0) return null;
  return (
    <section className="card" aria-labelledby="others">
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
