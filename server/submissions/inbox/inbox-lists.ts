import type { InboxFilter, Status } from './inbox.ts';

/** The lists that the store keeps in order, one index each. */
export type ListName = 'newest' | 'by_form' | 'new' | 'contacted' | 'closed' | 'suspects' | 'assigned' | 'assigned_open' | 'due';

/** Parts of a filter that a row must meet. */
export type Part = 'status' | 'form' | 'assigned' | 'period' | 'due' | 'late' | 'mail' | 'search';

/** What every row of a list meets by standing in it. Status null: whatever is not in quarantine. */
const lists: Record<ListName, { status: Status | null; meets: Part[] }> = {
  newest: { status: null, meets: ['period'] },
  by_form: { status: null, meets: ['period', 'form'] },
  new: { status: 'new', meets: ['period'] },
  contacted: { status: 'contacted', meets: ['period'] },
  closed: { status: 'closed', meets: ['period'] },
  suspects: { status: 'quarantine', meets: ['period'] },
  assigned: { status: null, meets: ['period', 'assigned'] },
  assigned_open: { status: null, meets: ['period', 'assigned'] },
  due: { status: 'new', meets: ['due'] },
};

/** The lists to walk for what was asked, each with what its rows have still to be asked. Usually one. */
export function listsFor(filter: InboxFilter): { name: ListName; stillToMeet: Part[] }[] {
  return namesFor(filter).map((name) => ({
    name,
    stillToMeet: partsOf(filter).filter((part) =>
      part === 'status' ? filter.status !== undefined && filter.status !== lists[name].status : !lists[name].meets.includes(part),
    ),
  }));
}

/** Everything that was asked for. */
export function partsOf(filter: InboxFilter): Part[] {
  const asked: Record<Part, boolean> = {
    status: true,
    form: filter.form !== undefined,
    assigned: filter.assigned !== undefined,
    period: filter.from !== undefined || filter.until !== undefined,
    due: isByDue(filter),
    late: filter.due !== undefined && filter.due !== 'overdue',
    mail: filter.mail !== undefined,
    search: filter.search !== undefined,
  };
  return (Object.keys(asked) as Part[]).filter((part) => asked[part]);
}

export function isByDue({ due, sort }: InboxFilter): boolean {
  return due !== undefined || sort === 'due';
}

function namesFor(filter: InboxFilter): ListName[] {
  const { form, status, assigned, search } = filter;
  if (isByDue(filter)) return status === undefined || status === 'new' ? ['due'] : [];
  if (status === 'quarantine') return ['suspects'];
  if (assigned !== undefined && assigned !== 'nobody')
    return [status === 'new' || status === 'contacted' ? 'assigned_open' : 'assigned'];
  if (status !== undefined) return [status];
  const usual = form === undefined ? 'newest' : 'by_form';
  return search === undefined ? [usual] : [usual, 'suspects'];
}
