import { Link } from 'react-router';
import type { InboxCounts } from '#server/desk/inbox.ts';
import { type ListKey, listOf, lists, withQuery } from './filter.ts';

/** From here on a number tells nothing that "many" does not. */
const mostShown = 999;

export function ListTabs({ counts, query }: { counts: InboxCounts; query: URLSearchParams }) {
  const open = listOf(query);
  const numbers: Partial<Record<ListKey, { count: number; what: string }>> = {
    new: { count: counts.new, what: 'new' },
    due: { count: counts.overdue, what: 'overdue' },
    contacted: { count: counts.contacted, what: 'contacted and still open' },
    quarantine: { count: counts.quarantine, what: 'in quarantine' },
  };
  return (
    <nav aria-label="Lists">
      <ul className="tabs">
        {lists.map(({ key, label }) => (
          <li key={key}>
            <Link to={withQuery(query, { list: key === 'all' ? null : key })} aria-current={key === open ? 'page' : undefined}>
              {label}
              {(numbers[key]?.count ?? 0) > 0 && (
                <span className="tab-count">
                  {Math.min(numbers[key]?.count ?? 0, mostShown)}
                  {(numbers[key]?.count ?? 0) > mostShown && '+'}
                  <span className="sr-only"> {numbers[key]?.what}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
