import { Link } from 'react-router';
import { listOf } from './filter.ts';

const nothing = {
  all: ['Nothing has come in yet', 'Every claim, message and partner enquiry will stand here the moment it is sent.'],
  new: ['Everybody has been called', 'New submissions will appear here by themselves.'],
  due: ['No promise is open', 'Claims that wait for a call stand here, the most urgent first.'],
  contacted: ['Nothing is in progress', 'What you mark as contacted stands here until it is closed.'],
  closed: ['Nothing was closed yet', 'What you close stands here.'],
  quarantine: ['Nothing is set aside', 'What looks like spam would stand here, to be released or left.'],
} as const;

export function NoRows({ query, isNarrowed }: { query: URLSearchParams; isNarrowed: boolean }) {
  const list = listOf(query);
  const [title, words] = isNarrowed ? ['Nothing matches', 'Try fewer words, or clear what narrows the list.'] : nothing[list];
  return (
    <div className="empty" role="status">
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
