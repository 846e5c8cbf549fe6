import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { App } from '#server/core/app.ts';
import { emailIs, emailKind } from '#server/mail/out/email-store.ts';
import type { Search, SearchHit } from '../search/search-store.ts';
import * as search from '../search/search-store.ts';
import {
  all,
  type Cursor,
  condition,
  type InboxQuery,
  indexedByList,
  isByDue,
  keyOf,
  keyRange,
  listsFor,
  listWhere,
  predicatesOf,
} from './inbox-query.ts';

/**
 * How many rows are checked in one statement, where not all meet the query; doubled each time. On SQLite no visitor waits for more
 * than these; on PostgreSQL nobody waits.
 */
const firstBatch = 100;
const largestBatch = { sqlite: 800, postgres: 5_000 };

/** With more hits than this it is faster to scan the list, where a hit comes every few rows. */
export const mostCandidates = 5_000;

type PageRequest = { query: InboxQuery; after: Cursor | null; isBackwards: boolean; limit: number };

/** Finds the next `limit` rows that meet the query, nearest to the cursor first. */
export async function findRows(app: App, page: PageRequest, candidateLimit = mostCandidates): Promise<Cursor[]> {
  const { query } = page;
  if (query.filter.search !== undefined && !query.search) return [];
  if (!query.search)
    return query.filter.email ? amongIds(app, await idsWithEmail(app, query.filter.email), page) : scanLists(app, page);
  for await (const attempt of search.attempts(app, query.search)) {
    const found = await carryOut(app, attempt, page, candidateLimit);
    if (found) return found;
  }
  return [];
}

/** The rows of a page that this search finds; null where it finds nothing, on no page and by no filter. */
async function carryOut(app: App, attempt: Search, page: PageRequest, candidateLimit: number): Promise<Cursor[] | null> {
  const isInOrder = !isByDue(page.query.filter) && !page.isBackwards;
  const found: Cursor[] = [];
  const kept: SearchHit[] = [];
  let examined = 0;
  for await (const hits of search.hits(app, attempt, candidateLimit)) {
    examined += hits?.length ?? 0;
    if (hits === null || examined > candidateLimit) return scanLists(app, { ...page, query: { ...page.query, attempt } });
    if (isInOrder) found.push(...(await nearestOf(app, hits, { ...page, limit: page.limit - found.length })));
    else kept.push(...hits);
    if (found.length >= page.limit) return found;
  }
  if (examined === 0) return null;
  if (isInOrder) return found;
  if (!isByDue(page.query.filter)) return nearestOf(app, kept, page);
  return amongIds(app, [...new Set(kept.map(({ id }) => id))], page);
}

/** Finds matching rows among these ids by checking all, because their positions are not known. */
async function amongIds(app: App, ids: string[], page: PageRequest): Promise<Cursor[]> {
  const largest = largestBatch[app.db.engine];
  const found: Cursor[] = [];
  for (let from = 0; from < ids.length; from += largest) {
    found.push(...(await matching(app, page.query, ids.slice(from, from + largest))));
    await setImmediate();
  }
  return afterCursor(found, page).slice(0, page.limit);
}

/**
 * Finds the rows among hits that meet the other conditions: checks those nearest to the start of the page, until it is full.
 */
async function nearestOf(app: App, hits: SearchHit[], page: PageRequest): Promise<Cursor[]> {
  const candidates = new Map(hits.map(({ id, createdAt }) => [id, { id, key: createdAt }]));
  const largest = largestBatch[app.db.engine];
  const ahead = afterCursor([...candidates.values()], page);
  const found: Cursor[] = [];
  for (let from = 0, size = firstBatch; from < ahead.length && found.length < page.limit; from += size, size = largest) {
    const ids = ahead.slice(from, from + size).map(({ id }) => id);
    found.push(...(await matching(app, page.query, ids)).toSorted(orderOf(page)));
    await setImmediate();
  }
  return found.slice(0, page.limit);
}

async function scanLists(app: App, page: PageRequest): Promise<Cursor[]> {
  const found: Cursor[] = [];
  for (const list of listsFor(page.query.filter)) found.push(...(await scanList(app, list, page)));
  return found.toSorted(orderOf(page)).slice(0, page.limit);
}

async function scanList(app: App, list: List, page: PageRequest): Promise<Cursor[]> {
  const found: Cursor[] = [];
  const largest = largestBatch[app.db.engine];
  const takesAll = list.remaining.length === 0;
  for (let { after } = page, size = takesAll ? page.limit : firstBatch; ; size = Math.min(size * 2, largest)) {
    const rows = await scan(app, list, { ...page, after, limit: size });
    found.push(...rows.filter(({ isMatch }) => isMatch));
    if (rows.length < size || found.length >= page.limit) return found.slice(0, page.limit);
    after = rows.at(-1) ?? null;
    await setImmediate();
  }
}

/** The next rows of a list, each with whether it meets the remaining predicates. */
async function scan(
  app: App,
  list: List,
  { query, after, isBackwards, limit }: PageRequest,
): Promise<(Cursor & { isMatch: boolean })[]> {
  const key = keyOf(query.filter);
  const isAscending = isByDue(query.filter) !== isBackwards;
  const where = all([
    listWhere(app.db.engine, list.name, query),
    ...keyRange(key, query),
    ...(after ? [beyond(key, after, isAscending)] : []),
  ]);
  const isMatch = all(list.remaining.map((predicate) => condition(app.db.engine, predicate, query)));
  const order = sql.raw(isAscending ? 'asc' : 'desc');
  const { rows } = await sql<{ id: string; key: number; matches: unknown }>`
    select id, ${key} as key, ${isMatch} as matches from form_submissions ${indexedByList(app.db.engine, list.name)} where ${where}
    order by ${key} ${order}, id ${order} limit ${limit}`.execute(app.db.db);
  return rows.map(({ id, key, matches }) => ({ id, key, isMatch: Boolean(matches) }));
}

/** The ids, of these, that meet the query, in no order. */
async function matching(app: App, query: InboxQuery, ids: string[]): Promise<Cursor[]> {
  const others = predicatesOf(query.filter).filter((predicate) => predicate !== 'search');
  const conditions = others.map((predicate) => condition(app.db.engine, predicate, query));
  const { rows } = await sql<Cursor>`
    select id, ${keyOf(query.filter)} as key from form_submissions
    where id in (${sql.join(ids)}) and ${all(conditions)}`.execute(app.db.db);
  return rows;
}

async function idsWithEmail(app: App, state: 'waiting' | 'failed'): Promise<string[]> {
  // The kind is named so that the index of unfinished jobs is used.
  const rows = await app.db.db
    .selectFrom('jobs')
    .innerJoin('form_submissions', 'form_submissions.id', 'subject_id')
    .select(['subject_id', 'merged_into'])
    .where('kind', '=', emailKind)
    .where(emailIs[state])
    .execute();
  return [...new Set(rows.flatMap(({ subject_id, merged_into }) => merged_into ?? subject_id ?? []))];
}

type List = ReturnType<typeof listsFor>[number];

function beyond(key: RawBuilder<number>, cursor: Cursor, isAscending: boolean): RawBuilder<unknown> {
  return isAscending
    ? sql`${key} >= ${cursor.key} and (${key} > ${cursor.key} or id > ${cursor.id})`
    : sql`${key} <= ${cursor.key} and (${key} < ${cursor.key} or id < ${cursor.id})`;
}

function afterCursor(cursors: Cursor[], page: PageRequest): Cursor[] {
  const order = orderOf(page);
  const { after } = page;
  return (after ? cursors.filter((cursor) => order(after, cursor) < 0) : cursors).toSorted(order);
}

function orderOf({ query, isBackwards }: PageRequest): (a: Cursor, b: Cursor) => number {
  const sign = isByDue(query.filter) !== isBackwards ? 1 : -1;
  return (a, b) => sign * (a.key - b.key || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
