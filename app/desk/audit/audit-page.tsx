import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { allow } from '../frame/allow.ts';
import { lentDesk, staffOf } from '../frame/lent.ts';
import { deskTitle } from '../look/desk-meta.ts';
import { londonMoment } from '../look/times.ts';

export const meta = () => deskTitle('Audit');

export async function loader({ request, context }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get('before');
  return allow(lentDesk(context).desk.auditTrail(staffOf(context), before));
}

export default function AuditPage() {
  const { events, next } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Audit trail</h1>
      <p className="quiet">
        Who did what, newest first. Each event carries a hash of the one before it; <code>npm run audit:verify</code> finds one
        that was changed or taken out.
      </p>
      {events.length === 0 ? (
        <div className="empty">
          <h2>Nothing happened yet</h2>
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard
        <section className="wide" aria-label="Events" tabIndex={0}>
          <table className="figures">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col" className="words">
                  Who
                </th>
                <th scope="col" className="words">
                  What
                </th>
                <th scope="col" className="words">
                  About
                </th>
              </tr>
            </thead>
            <tbody>
              {events.map(({ id, at, actor, act, subjectId, details }) => (
                <tr key={id}>
                  <td>{londonMoment(at)}</td>
                  <td className="words">{actor}</td>
                  <td className="words">{act}</td>
                  <td className="words">
                    {subjectId && <Subject id={subjectId} />} {wordsOf(details)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {next && (
        <p>
          <Link className="button button-quiet" to={`?before=${next}`}>
            Older events
          </Link>
        </p>
      )}
    </>
  );
}

/** Submissions have ids of this kind; members of staff and strangers have others. */
const submissionId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function Subject({ id }: { id: string }) {
  return submissionId.test(id) ? <Link to={`/desk/submissions/${id}`}>Submission {id.slice(0, 8)}</Link> : <code>{id}</code>;
}

function wordsOf(details: Record<string, string | number | boolean | null>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}
