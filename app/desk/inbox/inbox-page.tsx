import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { deskTitle } from '../layout/desk-head.tsx';
import { LiveNote } from '../layout/live-note.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import { useNow } from '../ui/times.ts';
import type { Route } from './+types/inbox-page.ts';
import { filterNames, filterOf, listOf, withQuery } from './filter.ts';
import { Finder } from './finder.tsx';
import { InboxRowLine } from './inbox-row-line.tsx';
import { ListTabs } from './list-tabs.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Inbox');

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const { desk, now } = deskServices(context);
  const staff = staffOf(context);
  const page = await allow(desk.inbox(staff, filterOf(query), query.get('page')));
  return { page, assignees: await desk.assignees(staff), me: staff.id, now: now() };
}

export default function InboxPage({ loaderData }: Route.ComponentProps) {
  const { page, assignees, me, now: atServer } = loaderData;
  const [query] = useSearchParams();
  const now = useNow(atServer);
  const list = useArrowKeys();
  const isNarrowed = filterNames.some((name) => name !== 'list' && query.get(name));
  const csv = `/desk/list.csv${withQuery(query, {})}`;
  return (
    <>
      <div className="cluster-between">
        <h1>Inbox</h1>
        <LiveNote />
      </div>
      <ListTabs counts={page.counts} query={query} />
      <Finder query={query} assignees={assignees} me={me} key={query.toString()} />
      {page.isSearchTooShort && (
        <p className="callout callout-danger" role="alert">
          Type at least two characters to search.
        </p>
      )}
      {page.rows.length === 0 && !page.isSearchTooShort && <NoRows query={query} isNarrowed={isNarrowed} />}
      {page.rows.length > 0 && (
        <ol className="card list inbox-list" ref={list} aria-label="Submissions">
          {page.rows.map((row) => (
            <InboxRowLine key={row.id} row={row} now={now} />
          ))}
        </ol>
      )}
      <div className="cluster-between">
        <nav className="pagination" aria-label="Pages">
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

const nothing = {
  all: ['Nothing has come in yet', 'Every claim, message and partner enquiry will stand here the moment it is sent.'],
  new: ['Everybody has been called', 'New submissions will appear here by themselves.'],
  due: ['No promise is open', 'Claims that wait for a call stand here, the most urgent first.'],
  contacted: ['Nothing is in progress', 'What you mark as contacted stands here until it is closed.'],
  closed: ['Nothing was closed yet', 'What you close stands here.'],
  quarantine: ['Nothing is set aside', 'What looks like spam would stand here, to be released or left.'],
} as const;

function NoRows({ query, isNarrowed }: { query: URLSearchParams; isNarrowed: boolean }) {
  const list = listOf(query);
  const [title, words] = isNarrowed ? ['Nothing matches', 'Try fewer words, or clear what narrows the list.'] : nothing[list];
  return (
    <div className="empty-state" role="status">
      <h2>{title}</h2>
      <p>{words}</p>
      {isNarrowed && (
        <p>
          <Link to={list === 'all' ? '/desk' : `/desk?list=${list}`}>Clear search and filters</Link>
        </p>
      )}
    </div>
  );
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** While the focus is in the list, up, down, Home and End move it from line to line. */
function useArrowKeys() {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    function move(event: KeyboardEvent) {
      const step = steps[event.key];
      const links = [...(element?.querySelectorAll<HTMLAnchorElement>('a.inbox-row-name') ?? [])];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      links[step(at, links.length - 1)]?.focus();
    }
    element.addEventListener('keydown', move);
    return () => element.removeEventListener('keydown', move);
  });
  return list;
}
