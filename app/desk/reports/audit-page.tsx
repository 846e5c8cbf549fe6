import { Link } from 'react-router';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { AuditTrail } from '#server/core/audit/audit-trail.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/audit-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Audit');

export async function loader({ request, context }: Route.LoaderArgs) {
  const before = new URL(request.url).searchParams.get('before');
  return allow(deskServices(context).desk.auditTrail(staffOf(context), before));
}

export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { events, next } = loaderData;
  return (
    <>
      <h1>Audit trail</h1>
      <p className="muted">
        Who did what, newest first. Each event carries a hash of the one before it; <code>npm run audit:verify</code> finds one
        that was changed or taken out.
      </p>
      {events.length === 0 ? (
        <div className="empty-state">
          <h2>Nothing happened yet</h2>
        </div>
      ) : (
        <ol className="list audit-list card" aria-label="Events">
          {events.map((event) => (
            <li key={event.id}>
              <time className="muted" dateTime={new Date(event.at).toISOString()}>
                {shortLondonMoment(event.at)}
              </time>
              <span>
                <strong>{event.actor}</strong> {event.actorEmail && <span className="muted">{event.actorEmail}</span>}
              </span>
              <span>{event.text}</span>
              <span className="audit-subject">
                <Subject {...event} /> <span className="muted">{detailsOf(event)}</span>
              </span>
            </li>
          ))}
        </ol>
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

type Event = AuditTrail['events'][number];

function Subject({ subjectId, subjectName, submission }: Event) {
  if (submission?.isErased) return `${submission.reference} (erased)`;
  if (submission) return <Link to={`/desk/submissions/${subjectId}`}>{submission.reference}</Link>;
  return subjectName ?? (subjectId && <code>{subjectId}</code>);
}

function detailsOf({ action, details }: Event): string {
  const shown = Object.entries(details).filter(([name, value]) => value !== null && !(action === 'assigned' && name === 'to'));
  return shown.map(([name, value]) => `${name}: ${value}`).join(', ');
}
