import { Link } from 'react-router';
import type { InboxCounts } from '#server/submissions/inbox/inbox.ts';
import { type ListKey, listOf, lists, withQuery } from './filter.ts';

/** From here on a number tells nothing that "many" does not. */
const mostShown = 999;

/** With a tone the words are shown beside the number; without one the tab's own name says what it counts. */
type Count = { count: number; of: string; tone?: 'late' | 'soon' };

export function ListTabs({ counts, query }: { counts: InboxCounts; query: URLSearchParams }) {
  const open = listOf(query);
  const numbers: Partial<Record<ListKey, Count[]>> = {
    new: [{ count: counts.new, of: 'new' }],
    due: [
      { count: counts.promisesBroken, of: counts.promisesBroken === 1 ? 'promise broken' : 'promises broken', tone: 'late' },
      { count: counts.targetsMissed, of: counts.targetsMissed === 1 ? 'target missed' : 'targets missed', tone: 'soon' },
    ],
    contacted: [{ count: counts.contacted, of: 'contacted and still open' }],
    quarantine: [{ count: counts.quarantine, of: 'in quarantine' }],
  };
  return (
    <nav aria-label="Lists">
      <ul className="tabs">
        {lists.map(({ key, label }) => (
          <li key={key}>
            <Link to={withQuery(query, { list: key === 'all' ? null : key })} aria-current={key === open ? 'page' : undefined}>
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
        {Math.min(count, mostShown)}
        {count > mostShown && '+'}
        <span className={tone ? undefined : 'sr-only'}> {of}</span>
      </span>
    </>
  );
}
