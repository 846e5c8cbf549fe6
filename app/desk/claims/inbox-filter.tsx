import { Form, Link } from 'react-router';
import { TextField } from '#app/desk/text-field.tsx';
import { Labelled } from '#app/ui/labelled.tsx';
import { forms } from '#forms/forms.ts';
import type { Assignee } from '#server/claims/inbox/inbox-counts.ts';
import type { InboxFilter } from '#server/claims/inbox/inbox-query.ts';
import type { Status } from '#server/claims/view/submission-reader.ts';
import { endOfLondonDay, startOfLondonDay } from '../times.ts';

/** The tabs. `due` lists what is due first at the top. */
export const lists = [
  { key: 'all', label: 'All' },
  { key: 'new', label: 'New' },
  { key: 'due', label: 'Due' },
  { key: 'updated', label: 'New from claimants' },
  { key: 'contacted', label: 'Contacted' },
  { key: 'closed', label: 'Closed' },
  { key: 'quarantine', label: 'Quarantine' },
] as const;
export type ListKey = (typeof lists)[number]['key'];

/** The query parameters of the filter; all others are ignored. */
export const filterNames = ['list', 'q', 'form', 'due', 'from', 'until', 'assigned', 'mail'] as const;

const dueValues = ['breached', 'missed', 'overdue', 'soon'] as const;
const emailValues = ['waiting', 'failed'] as const;

export function listOf(query: URLSearchParams): ListKey {
  return lists.find(({ key }) => key === query.get('list'))?.key ?? 'all';
}

/** Reads the filter from query parameters. Invalid values are ignored. */
export function filterOf(query: URLSearchParams): InboxFilter {
  const list = listOf(query);
  const filter: InboxFilter = { sort: list === 'due' ? 'due' : 'newest' };
  if (list === 'updated') filter.updated = true;
  else if (list !== 'all' && list !== 'due') filter.status = list satisfies Status;
  const form = forms.find(({ slug }) => slug === query.get('form'));
  if (form) filter.form = form.name;
  const due = parameterOf(query, 'due', dueValues);
  if (due) filter.due = due;
  const assigned = query.get('assigned') ?? '';
  if (assigned === 'me' || assigned === 'nobody') filter.assigned = assigned;
  else if (staffId.test(assigned)) filter.assigned = { staffId: assigned };
  const email = parameterOf(query, 'mail', emailValues);
  if (email) filter.email = email;
  const from = startOfLondonDay(query.get('from'));
  if (from !== null) filter.from = from;
  const until = endOfLondonDay(query.get('until'));
  if (until !== null) filter.until = until;
  const search = query.get('q')?.trim();
  if (search) filter.search = search;
  return filter;
}

function parameterOf<T extends string>(query: URLSearchParams, name: string, values: readonly T[]): T | undefined {
  const given = query.get(name) ?? '';
  return values.find((value) => value === given);
}

/** The shape of the id of an account. */
const staffId = /^[\w-]{1,64}$/;

/** The first page of the list with some parameters changed; null removes one. */
export function withQuery(query: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams();
  for (const name of filterNames) {
    const value = name in changes ? changes[name] : query.get(name);
    if (value) next.set(name, value);
  }
  if (changes.page) next.set('page', changes.page);
  const text = next.toString();
  return text ? `?${text}` : '?';
}

/** Search and filters: a form whose values become query parameters. */
export function InboxFilterForm({ query, assignees, me }: { query: URLSearchParams; assignees: Assignee[]; me: string }) {
  const list = listOf(query);
  const isFiltered = filterNames.some((name) => name !== 'list' && name !== 'q' && query.get(name));
  const others = assignees.filter(({ id }) => id !== me);
  const choice = (name: string, label: string, options: [string, string][], selected = query.get(name) ?? '') => (
    <Labelled id={`filter-${name}`} label={label}>
      <select id={`filter-${name}`} name={name} className="input" defaultValue={selected}>
        <option value="">Any</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
  return (
    <Form method="get" role="search" className="search-form">
      {list !== 'all' && <input type="hidden" name="list" value={list} />}
      <Labelled id="search" label="Search by name, phone, registration, reference, email or words of a message">
        <div className="input-row">
          <input
            id="search"
            name="q"
            type="search"
            className="input"
            data-key="/"
            defaultValue={query.get('q') ?? ''}
            autoComplete="off"
          />
          <button type="submit" className="button button-primary">
            Search
          </button>
        </div>
      </Labelled>
      <details open={isFiltered}>
        <summary>Narrow the list</summary>
        <div className="filters">
          {choice(
            'form',
            'Form',
            forms.map(({ slug, name }) => [slug, name]),
          )}
          {choice(
            'due',
            'Due',
            [
              ['breached', 'Late: promised contact missed'],
              ['missed', 'Target missed'],
              ['overdue', 'Either of the two'],
              ['soon', 'Within two hours'],
            ],
            parameterOf(query, 'due', dueValues),
          )}
          {choice('assigned', 'Assigned to', [
            ['me', 'Me'],
            ['nobody', 'Nobody'],
            ...others.map(({ id, name, hasLeft }): [string, string] => [id, hasLeft ? `${name} (left)` : name]),
          ])}
          {choice(
            'mail',
            'Email',
            [
              ['waiting', 'Waiting'],
              ['failed', 'Failed'],
            ],
            parameterOf(query, 'mail', emailValues),
          )}
          <TextField label="From" name="from" type="date" defaultValue={query.get('from') ?? ''} />
          <TextField label="Until" name="until" type="date" defaultValue={query.get('until') ?? ''} />
          <div className="cluster">
            <button type="submit" className="button button-primary">
              Show
            </button>
            <Link to={list === 'all' ? '/desk/all' : `/desk/all?list=${list}`}>Clear</Link>
          </div>
        </div>
      </details>
    </Form>
  );
}
