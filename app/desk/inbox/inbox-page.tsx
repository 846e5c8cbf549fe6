import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { allow, deskServices, staffOf } from '../frame/route-context.ts';
import { LiveNote } from '../live/live-note.tsx';
import { deskTitle } from '../look/desk-head.tsx';
import { useNow } from '../look/times.ts';
import { filterNames, filterOf, withQuery } from './filter.ts';
import { Finder } from './finder.tsx';
import { InboxRowLine } from './inbox-row-line.tsx';
import { ListTabs } from './list-tabs.tsx';
import { NoRows } from './no-rows.tsx';
import { useArrowKeys } from './use-arrow-keys.ts';

export const meta = () => deskTitle('Inbox');

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const { desk, now } = deskServices(context);
  const staff = staffOf(context);
  const page = await allow(desk.inbox(staff, filterOf(query), query.get('page')));
  return { page, assignees: await desk.assignees(staff), me: staff.id, now: now() };
}

export default function InboxPage() {
  const { page, assignees, me, now: atServer } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const now = useNow(atServer);
  const list = useArrowKeys();
  const isNarrowed = filterNames.some((name) => name !== 'list' && query.get(name));
  const csv = `/desk/list.csv${withQuery(query, {})}`;
  return (
    <>
      <div className="head">
        <h1>Inbox</h1>
        <LiveNote />
      </div>
      <ListTabs counts={page.counts} query={query} />
      <Finder query={query} assignees={assignees} me={me} key={query.toString()} />
      {page.isSearchTooShort && (
        <p className="problem" role="alert">
          Type at least two characters to search.
        </p>
      )}
      {page.rows.length === 0 && !page.isSearchTooShort && <NoRows query={query} isNarrowed={isNarrowed} />}
      {page.rows.length > 0 && (
        <ol className="rows" ref={list} aria-label="Submissions">
          {page.rows.map((row) => (
            <InboxRowLine key={row.id} row={row} now={now} />
          ))}
        </ol>
      )}
      <div className="head">
        <nav className="pages" aria-label="Pages">
          {page.previous && (
            <Link className="button button-quiet" to={withQuery(query, { page: page.previous })}>
              Previous page
            </Link>
          )}
          {page.next && (
            <Link className="button button-quiet" to={withQuery(query, { page: page.next })}>
              Next page
            </Link>
          )}
        </nav>
        {page.rows.length > 0 && (
          <a href={csv} download>
            Download this list (CSV)
          </a>
        )}
      </div>
    </>
  );
}
