import { Link, useSearchParams } from 'react-router';
import type { InboxCounts } from '#server/claims/inbox/inbox-counts.ts';
import { filterNames, filterOf, InboxFilterForm, type ListKey, listOf, lists, withQuery } from '../claims/inbox-filter.tsx';
import { deskTitle } from '../layout/desk-head.tsx';
import { ListDownloads } from '../layout/list-downloads.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import { ListIsLive } from '../live-updates-note.tsx';
import { useNow } from '../times.ts';
import type { Route } from './+types/all-page.ts';
import { InboxList } from './inbox-list.tsx';

export const meta: Route.MetaFunction = () => deskTitle('All claims');

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const { desk, now } = deskServices(context);
  const staff = staffOf(context);
  const page = await allow(desk.inbox(staff, filterOf(query), query.get('page')));
  return { page, assignees: await desk.assignees(staff), me: staff.id, now: now() };
}

export default function AllPage({ loaderData }: Route.ComponentProps) {
  const { page, assignees, me, now: serverNow } = loaderData;
  const [query] = useSearchParams();
  const now = useNow(serverNow);
  const isFiltered = filterNames.some((name) => name !== 'list' && query.get(name));
  return (
    <>
      <div className="cluster-between">
        <h1>All claims</h1>
        <ListIsLive />
      </div>
      <ListTabs counts={page.counts} query={query} />
      <InboxFilterForm query={query} assignees={assignees} me={me} key={query.toString()} />
      {page.isSearchTooShort && (
        <p className="callout callout-danger" role="alert">
          Type at least two characters to search.
        </p>
      )}
      {page.rows.length === 0 && !page.isSearchTooShort && <NoRows query={query} isFiltered={isFiltered} />}
      {page.rows.length > 0 && <InboxList key={`list ${query}`} rows={page.rows} now={now} label="Submissions" />}
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
        <Link to="/desk/unsorted">Emails that belong to no claim</Link>
        {page.rows.length > 0 && (
          <span className="cluster">
            <ListDownloads path="/desk/list" query={withQuery(query, {})} />
          </span>
        )}
      </div>
    </>
  );
}

/** Larger counts are shown as "999+". */
const largestCount = 999;

/** With a tone the text is shown beside the number; without one only the tab's label says what is counted. */
type Count = { count: number; of: string; tone?: 'late' | 'soon' };

function ListTabs({ counts, query }: { counts: InboxCounts; query: URLSearchParams }) {
  const current = listOf(query);
  const numbers: Partial<Record<ListKey, Count[]>> = {
    new: [{ count: counts.new, of: 'new' }],
    due: [
      { count: counts.breached, of: 'late', tone: 'late' },
      { count: counts.targetMissed, of: counts.targetMissed === 1 ? 'target missed' : 'targets missed', tone: 'soon' },
    ],
    updated: [{ count: counts.updated, of: 'with something new from the claimant' }],
    contacted: [{ count: counts.contacted, of: 'contacted and still open' }],
    quarantine: [{ count: counts.quarantine, of: 'in quarantine' }],
  };
  return (
    <nav aria-label="Lists">
      <ul className="tabs">
        {lists.map(({ key, label }) => (
          <li key={key}>
            <Link to={withQuery(query, { list: key === 'all' ? null : key })} aria-current={key === current ? 'page' : undefined}>
              {label}
              {numbers[key]
                ?.filter(({ count }) => count > 0)
                .map((one) => (
                  <TabCount key={one.of} {...one} />
                ))}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TabCount({ count, of, tone }: Count) {
  return (
    <>
      {' '}
      <span className={tone ? `tabs-count badge badge-${tone}` : 'tabs-count'}>
        {Math.min(count, largestCount)}
        {count > largestCount && '+'}
        <span className={tone ? undefined : 'sr-only'}> {of}</span>
      </span>
    </>
  );
}

const emptyTexts = {
  all: ['Nothing has come in yet', 'Every claim, message and partner enquiry will appear here the moment it is sent.'],
  new: ['Everybody has been called', 'New submissions will appear here by themselves.'],
  due: ['No response target is open', 'Claims that wait for a call appear here, the most urgent first.'],
  updated: ['Nothing new from claimants', 'Messages, files and answers that claimants add appear here until somebody looks.'],
  contacted: ['Nothing is in progress', 'Once you have spoken to somebody, their claim appears here until it is closed.'],
  closed: ['Nothing was closed yet', 'What you close appears here.'],
  quarantine: ['Nothing is in quarantine', 'What looks like spam appears here, to be released or left.'],
} as const;

function NoRows({ query, isFiltered }: { query: URLSearchParams; isFiltered: boolean }) {
  const list = listOf(query);
  const [title, text] = isFiltered ? ['Nothing matches', 'Try fewer words, or clear what narrows the list.'] : emptyTexts[list];
  return (
    <div className="empty-state" role="status">
      <h2>{title}</h2>
      <p>{text}</p>
      {isFiltered && (
        <p>
          <Link to={list === 'all' ? '/desk/all' : `/desk/all?list=${list}`}>Clear search and filters</Link>
        </p>
      )}
    </div>
  );
}
