import { forms } from '#forms/forms.ts';
import type { InboxFilter, Status } from '#server/submissions/inbox/inbox.ts';
import { endOfLondonDay, startOfLondonDay } from '../ui/times.ts';

/** The lists one can keep open. `due`: what has to be answered first comes first. */
export const lists = [
  { key: 'all', label: 'All' },
  { key: 'new', label: 'New' },
  { key: 'due', label: 'Due' },
  { key: 'contacted', label: 'Contacted' },
  { key: 'closed', label: 'Closed' },
  { key: 'quarantine', label: 'Quarantine' },
] as const;
export type ListKey = (typeof lists)[number]['key'];

/** The names of everything in the address that narrows the list; whatever else stands there is left alone. */
export const filterNames = ['list', 'q', 'form', 'due', 'from', 'until', 'assigned', 'mail'] as const;

export function listOf(query: URLSearchParams): ListKey {
  return lists.find(({ key }) => key === query.get('list'))?.key ?? 'all';
}

/** What the address asks for; what it asks for wrongly is not asked for. */
export function filterOf(query: URLSearchParams): InboxFilter {
  const list = listOf(query);
  const among = <T extends string>(name: string, values: readonly T[]) => values.find((value) => value === query.get(name));
  const filter: InboxFilter = { sort: list === 'due' ? 'due' : 'newest' };
  if (list !== 'all' && list !== 'due') filter.status = list satisfies Status;
  const form = forms.find(({ slug }) => slug === query.get('form'));
  if (form) filter.form = form.name;
  const due = among('due', ['broken', 'missed', 'overdue', 'soon']);
  if (due) filter.due = due;
  const assigned = query.get('assigned') ?? '';
  if (assigned === 'me' || assigned === 'nobody') filter.assigned = assigned;
  else if (staffId.test(assigned)) filter.assigned = { staffId: assigned };
  const mail = among('mail', ['waiting', 'givenUp']);
  if (mail) filter.mail = mail;
  const from = startOfLondonDay(query.get('from'));
  if (from !== null) filter.from = from;
  const until = endOfLondonDay(query.get('until'));
  if (until !== null) filter.until = until;
  const search = query.get('q')?.trim();
  if (search) filter.search = search;
  return filter;
}

/** As the sign-in library makes them. Whether there is such a member of staff, the desk finds out. */
const staffId = /^[\w-]{1,64}$/;

/** The same address with some of it changed, from its first page; null takes a name out. */
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
