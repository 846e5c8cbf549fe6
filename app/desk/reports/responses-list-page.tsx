import { data, Link } from 'react-router';
import { minute } from '#forms/durations.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import { span } from '../times.ts';
import type { Route } from './+types/responses-list-page.ts';
import { choiceIn, columnTitles, groupingTitles, listPath, reportListSize } from './responses-query.ts';

export const meta: Route.MetaFunction = () => deskTitle('Responses: list');

export async function loader({ request, context }: Route.LoaderArgs) {
  const choice = choiceIn(new URL(request.url).searchParams);
  if (!choice) throw data(null, { status: 404 });
  const { desk } = deskServices(context);
  return { choice, ...(await allow(desk.slaReportList(staffOf(context), { ...choice, limit: reportListSize }))) };
}

/** The claims behind a figure of the report, newest first. */
export default function ResponsesListPage({ loaderData: { choice, rows, total, page } }: Route.ComponentProps) {
  const { figure, by, key } = choice;
  const pages = Math.ceil(total / reportListSize);
  return (
    <>
      <h1>
        Responses: {columnTitles[figure]} <span className="muted">{total}</span>
      </h1>
      <p>
        {targetText(choice.target)}
        {key !== null && by !== 'handler' && `. ${groupingTitles[by]}: ${by === 'hour' ? `${key.padStart(2, '0')}:00` : key}`}.{' '}
        <Link to={`/desk/responses?by=${by}`}>Back to the report</Link>
      </p>
      {total === 0 && <p>There are none any more.</p>}
      {rows.length > 0 && (
        <ol className="list report-list card" start={(page - 1) * reportListSize + 1}>
          {rows.map(({ id, reference, name, form, createdAt, status, assignedTo }) => (
            <li key={id}>
              <Link to={`/desk/submissions/${id}`}>
                <bdi>{name || 'No name given'}</bdi>, {reference}
              </Link>
              <span className="muted">
                {form}, came {shortLondonMoment(createdAt)}, {status}
                {assignedTo && `, ${assignedTo.name}`}
              </span>
            </li>
          ))}
        </ol>
      )}
      {pages > 1 && (
        <nav className="cluster not-printed" aria-label="Pages">
          {page > 1 && <Link to={listPath({ ...choice, page: page - 1 })}>Newer</Link>}
          <span>
            Page {page} of {pages}
          </span>
          {page < pages && <Link to={listPath({ ...choice, page: page + 1 })}>Older</Link>}
        </nav>
      )}
    </>
  );
}

function targetText(target: string): string {
  return target === 'promise' ? 'By the promise' : `By our own target of ${span(Number(target.replace('own-', '')) * minute)}`;
}
