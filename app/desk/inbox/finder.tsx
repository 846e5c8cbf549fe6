import { Form, Link } from 'react-router';
import { forms } from '#forms/forms.ts';
import type { Assignee } from '#server/submissions/inbox/inbox.ts';
import { TextField } from '../ui/fields.tsx';
import { filterNames, listOf } from './filter.ts';

/** Searching and narrowing: one form that puts what it asks for into the address. */
export function Finder({ query, assignees, me }: { query: URLSearchParams; assignees: Assignee[]; me: string }) {
  const list = listOf(query);
  const isNarrowed = filterNames.some((name) => name !== 'list' && name !== 'q' && query.get(name));
  const colleagues = assignees.filter(({ id }) => id !== me);
  const choice = (name: string, label: string, options: [string, string][]) => (
    <div className="field">
      <label htmlFor={`filter-${name}`}>{label}</label>
      <select id={`filter-${name}`} name={name} className="input" defaultValue={query.get(name) ?? ''}>
        <option value="">Any</option>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
  return (
    <Form method="get" role="search" className="search-form">
      {list !== 'all' && <input type="hidden" name="list" value={list} />}
      <div className="field">
        <label htmlFor="search">Search by name, phone, registration, reference or email</label>
        <div className="input-row">
          <input id="search" name="q" type="search" className="input" defaultValue={query.get('q') ?? ''} autoComplete="off" />
          <button type="submit" className="button button-primary">
            Search
          </button>
        </div>
      </div>
      <details open={isNarrowed}>
        <summary>Narrow the list</summary>
        <div className="filters">
          {choice(
            'form',
            'Form',
            forms.map(({ slug, name }) => [slug, name]),
          )}
          {choice('due', 'Due', [
            ['broken', 'Promise broken'],
            ['missed', 'Target missed'],
            ['overdue', 'Either of the two'],
            ['soon', 'Within two hours'],
          ])}
          {choice('assigned', 'Assigned to', [
            ['me', 'Me'],
            ['nobody', 'Nobody'],
            ...colleagues.map(({ id, name, hasLeft }): [string, string] => [id, hasLeft ? `${name} (left)` : name]),
          ])}
          {choice('mail', 'Letter', [
            ['waiting', 'Waiting'],
            ['givenUp', 'Not delivered'],
          ])}
          <TextField label="From" name="from" type="date" defaultValue={query.get('from') ?? ''} />
          <TextField label="Until" name="until" type="date" defaultValue={query.get('until') ?? ''} />
          <div className="cluster">
            <button type="submit" className="button button-primary">
              Show
            </button>
            <Link to={list === 'all' ? '/desk' : `/desk?list=${list}`}>Clear</Link>
          </div>
        </div>
      </details>
    </Form>
  );
}
