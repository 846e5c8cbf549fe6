import { type RawBuilder, sql } from 'kysely';
import { hour } from '#forms/durations.ts';
import type { Engine } from '#server/core/database/database.ts';
import { indexedBy } from '#server/core/database/engine.ts';
import { emailIs } from '#server/mail/out/email-store.ts';
import { type SearchQuery, searchQuery } from '../search/search-query.ts';
import { matchesSearch, type Search } from '../search/search-store.ts';
import type { Status } from '../view/submission-reader.ts';

/** What the list is filtered by. A property that is absent does not filter. Times are milliseconds since 1970. */
export type InboxFilter = {
  /** A form's wire name. */
  form?: string;
  status?: Status;
  /**
   * `breached`: past the response target that visitors are told. `missed`: past our own target, and not past the other. `overdue`:
   * past either. `soon`: one of them passes within two hours. Only what is still new, and was not withdrawn, can be any of them.
   */
  due?: 'breached' | 'missed' | 'overdue' | 'soon';
  from?: number;
  /** The end of the period, which does not include this moment. */
  until?: number;
  assigned?: 'me' | 'nobody' | { staffId: string };
  email?: 'waiting' | 'failed';
  /** The claimant did something that nobody of the team has seen yet. */
  updated?: true;
  /** Includes the quarantine where no status is given: people call about what is there by mistake. */
  search?: string;
  /** `due` lists only what is due, the one that is due first at the top. Otherwise the newest is first. */
  sort?: 'newest' | 'due';
};

/**
 * A filter as somebody uses it, at a time. `search` is the parsed `filter.search`; null where it is too short or there is none.
 * `attempt`: how it is carried out.
 */
export type InboxQuery = { filter: InboxFilter; staffId: string; now: number; search: SearchQuery | null; attempt?: Search };

/** A position in a list: `key` is when the row came, or when it is due. */
export type Cursor = { key: number; id: string };

export function inboxQuery(staffId: string, filter: InboxFilter, now: number): InboxQuery {
  const { search, ...rest } = filter;
  const typed = search?.trim() ?? '';
  return { staffId, now, filter: typed ? { ...rest, search: typed } : rest, search: typed ? searchQuery(typed) : null };
}

/** The lists that the store keeps in order, each by a partial index. */
export type ListName =
  | 'newest'
  | 'by_form'
  | 'new'
  | 'contacted'
  | 'closed'
  | 'quarantine'
  | 'assigned'
  | 'assigned_open'
  | 'due'
  | 'updated';

/** Conditions of a query on a row. */
type Predicate = 'status' | 'form' | 'assigned' | 'period' | 'due' | 'late' | 'email' | 'updated' | 'search';

/** The predicates that every row of a list meets. Status null: any but quarantine. */
const lists: Record<ListName, { status: Status | null; meets: Predicate[] }> = {
  newest: { status: null, meets: ['period'] },
  by_form: { status: null, meets: ['period', 'form'] },
  new: { status: 'new', meets: ['period'] },
  contacted: { status: 'contacted', meets: ['period'] },
  closed: { status: 'closed', meets: ['period'] },
  quarantine: { status: 'quarantine', meets: ['period'] },
  assigned: { status: null, meets: ['period', 'assigned'] },
  assigned_open: { status: null, meets: ['period', 'assigned'] },
  due: { status: 'new', meets: ['due'] },
  updated: { status: null, meets: ['period', 'updated'] },
};

/** The lists to scan for a query, each with the predicates that its rows do not meet anyway. Usually one. */
export function listsFor(filter: InboxFilter): { name: ListName; remaining: Predicate[] }[] {
  return listNamesFor(filter).map((name) => ({
    name,
    remaining: predicatesOf(filter).filter((predicate) =>
      predicate === 'status'
        ? filter.status !== undefined && filter.status !== lists[name].status
        : !lists[name].meets.includes(predicate),
    ),
  }));
}

function listNamesFor(filter: InboxFilter): ListName[] {
  const { form, status, assigned, search, updated } = filter;
  if (isByDue(filter)) return status === undefined || status === 'new' ? ['due'] : [];
  if (status === 'quarantine') return ['quarantine'];
  if (updated) return ['updated'];
  if (assigned !== undefined && assigned !== 'nobody')
    return [status === 'new' || status === 'contacted' ? 'assigned_open' : 'assigned'];
  if (status !== undefined) return [status];
  const usual = form === undefined ? 'newest' : 'by_form';
  return search === undefined ? [usual] : [usual, 'quarantine'];
}

export function predicatesOf(filter: InboxFilter): Predicate[] {
  const isGiven: Record<Predicate, boolean> = {
    status: true,
    form: filter.form !== undefined,
    assigned: filter.assigned !== undefined,
    period: filter.from !== undefined || filter.until !== undefined,
    due: isByDue(filter),
    late: filter.due !== undefined && filter.due !== 'overdue',
    email: filter.email !== undefined,
    updated: filter.updated !== undefined,
    search: filter.search !== undefined,
  };
  return (Object.keys(isGiven) as Predicate[]).filter((predicate) => isGiven[predicate]);
}

export function isByDue({ due, sort }: InboxFilter): boolean {
  return due !== undefined || sort === 'due';
}

const notInQuarantine = 'quarantined_at is null';

/** What was merged into another claim counts as closed, so that the other lists do not have it anyway. */
const notMerged = 'merged_into is null';
const open = `contacted_at is null and closed_at is null and ${notInQuarantine}`;

/** The conditions of the lists. Those of the partial indexes are in them word for word, because SQLite compares the text. */
export const listCondition: Record<ListName, string> = {
  newest: `${notInQuarantine} and ${notMerged}`,
  by_form: `${notInQuarantine} and ${notMerged}`,
  new: open,
  contacted: `contacted_at is not null and closed_at is null and ${notInQuarantine}`,
  closed: `closed_at is not null and ${notInQuarantine} and ${notMerged}`,
  quarantine: 'quarantined_at is not null',
  assigned: `assigned_to is not null and ${notInQuarantine}`,
  assigned_open: `assigned_to is not null and closed_at is null and ${notInQuarantine}`,
  due: `${open} and due_at is not null and withdrawn_at is null`,
  updated: `claimant_update_at is not null and claimant_update_at > coalesce(claimant_update_seen_at, 0) and ${notInQuarantine}`,
};

/** Makes SQLite use the index of a list; it has no statistics to choose by. */
export function indexedByList(engine: Engine, index: ListName): RawBuilder<unknown> {
  return indexedBy(engine, `form_submissions_${index}`);
}

export const dueKey = sql.raw<number>('coalesce(target_at, due_at)');

export function keyOf(filter: InboxFilter): RawBuilder<number> {
  return isByDue(filter) ? dueKey : sql.raw<number>('created_at');
}

/** The condition that the rows of a list meet. */
export function listWhere(engine: Engine, name: ListName, query: InboxQuery): RawBuilder<unknown> {
  const predicates: Predicate[] = name === 'by_form' ? ['form'] : name.startsWith('assigned') ? ['assigned'] : [];
  return all([sql.raw(listCondition[name]), ...predicates.map((predicate) => condition(engine, predicate, query))]);
}

/** The range of the list's key outside of which nothing meets the query. */
export function keyRange(key: RawBuilder<number>, { filter, now }: InboxQuery): RawBuilder<unknown>[] {
  const { due, from, until } = filter;
  if (due !== undefined) return [sql`${key} < ${due === 'soon' ? now + soonMs : now}`];
  if (isByDue(filter)) return [];
  return [...(from === undefined ? [] : [sql`${key} >= ${from}`]), ...(until === undefined ? [] : [sql`${key} < ${until}`])];
}

export function condition(engine: Engine, predicate: Predicate, query: InboxQuery): RawBuilder<unknown> {
  const { filter, attempt, staffId } = query;
  switch (predicate) {
    case 'status':
      if (filter.status !== undefined) return sql.raw(listCondition[filter.status]);
      return sql.raw(filter.search === undefined ? listCondition.newest : notMerged);
    case 'form':
      return sql`form_name = ${filter.form}`;
    case 'assigned':
      return assignedTo(filter.assigned, staffId);
    case 'period':
      return sql`created_at >= ${filter.from ?? 0} and created_at < ${filter.until ?? Number.MAX_SAFE_INTEGER}`;
    case 'due':
      return all([sql.raw(listCondition.due), ...keyRange(dueKey, query)]);
    case 'late':
      return late(query);
    case 'email':
      return hasEmail(emailIs[filter.email ?? 'waiting']);
    case 'updated':
      return sql.raw(listCondition.updated);
    case 'search':
      return attempt ? matchesSearch(engine, attempt) : sql`1 = 0`;
  }
}

/** A submission is due soon when its target is less than this away. */
const soonMs = 2 * hour;

/** Among rows past either target, or soon past one: those past the one that is asked for and not the other. */
function late({ filter, now }: InboxQuery): RawBuilder<unknown> {
  if (filter.due === 'breached') return sql`due_at < ${now}`;
  if (filter.due === 'missed') return sql`due_at >= ${now}`;
  return sql`due_at >= ${now} and (${dueKey} >= ${now} or due_at < ${now + soonMs})`;
}

function assignedTo(assigned: InboxFilter['assigned'], me: string): RawBuilder<unknown> {
  if (assigned === 'nobody' || assigned === undefined) return sql`assigned_to is null`;
  return sql`assigned_to = ${assigned === 'me' ? me : assigned.staffId}`;
}

export function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`(1 = 1)`;
}

/** Whether there is such an e-mail about a submission, or about what was merged into it. */
function hasEmail(is: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(exists (select 1 from jobs where subject_id = form_submissions.id and ${is}) or exists (
    select 1 from form_submissions as merged join jobs on subject_id = merged.id
    where merged.merged_into = form_submissions.id and ${is}))`;
}
