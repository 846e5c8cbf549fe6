import { type RawBuilder, sql } from 'kysely';
import type { App } from '#server/core/app.ts';
import type { Engine } from '#server/core/database/database.ts';
import { isOneOf, positionIn } from '#server/core/database/engine.ts';
import type { Db } from '#server/core/database/schema.ts';
import { readQueued } from './search-indexing.ts';
import type { SearchQuery } from './search-query.ts';
import { nearTerms } from './search-terms.ts';

export type SearchHit = { createdAt: number; id: string };

/** A word as it is looked up: every term that begins with it, and these. */
type Wanted = { start: string; near: ReadonlySet<string> };

/** A search as it is carried out, in each way to read it, with the submissions that match and are not indexed yet. */
export type Search = { ways: Wanted[][]; unindexed: SearchHit[] };

/** How many times as many segments are searched as in the step before. */
const growth = 4;

/** How many submissions are read at once that are not indexed yet. */
const pageSize = 200;

/**
 * What to search for, in the index and directly in what waits to be indexed, each where nothing matches the one before: these words; names that
 * are one letter away too; and all words written as one.
 */
export async function* attempts({ db: { read } }: App, query: SearchQuery): AsyncGenerator<Search> {
  yield read((db) => openSearch(db, query, () => []));
  yield read((db) => openSearch(db, query, nearTerms));
  const [words = []] = query;
  if (words.length > 1) yield read((db) => openSearch(db, [[words.join('')]], nearTerms));
}

/**
 * The submissions that match: each step has those that came after all of the next; a few perhaps twice. Ends with null where there are
 * more than `limit` in a step.
 */
export async function* hits(
  { db: { read, engine } }: App,
  { ways, unindexed }: Search,
  limit: number,
): AsyncGenerator<SearchHit[] | null> {
  const segments = await read(segmentsOf);
  let waiting = unindexed;
  for (let from = 0, size = 1; from < segments.length; from += size, size *= growth) {
    const step = segments.slice(from, from + size).map(({ segment }) => segment);
    const indexed: SearchHit[] = [];
    for (const words of ways) {
      const ofWay = await read((db) => hitsOf(db, engine, words, step, limit));
      if (ofWay === null) return yield null;
      indexed.push(...ofWay);
    }
    const newestLeft = segments[from + size]?.newest ?? -1;
    const found = [...waiting, ...indexed];
    yield found.filter(({ createdAt }) => createdAt > newestLeft);
    waiting = found.filter(({ createdAt }) => createdAt <= newestLeft);
  }
  yield waiting;
}

/** The submissions that have exactly this term, newest first. */
export function idsOfTerm({ db: { read } }: App, term: string, limit: number): Promise<string[]> {
  return read(async (db) => {
    const unindexed = await unindexedWith(db, (terms) => terms.includes(term));
    const segments = (await segmentsOf(db)).map(({ segment }) => segment);
    const { rows } = await sql<SearchHit>`
      select submission_id as id, created_at as "createdAt" from indexed_submissions where number in (
        select number from indexed_terms where ${isOneOf(db, 'segment', segments, 'integer')} and term = ${term})
      order by created_at desc limit ${limit}`.execute(db);
    const newestFirst = [...unindexed, ...rows].toSorted((a, b) => b.createdAt - a.createdAt);
    return [...new Set(newestFirst.map(({ id }) => id))].slice(0, limit);
  });
}

/** The submissions that came since a time and have exactly one of these terms, in no order. */
export function idsWithTerms({ db: { read } }: App, terms: string[], since: number): Promise<string[]> {
  return read(async (db) => {
    const wanted = new Set(terms);
    const unindexed = await unindexedWith(db, (own) => own.some((term) => wanted.has(term)));
    const segments = (await segmentsOf(db)).filter(({ newest }) => newest >= since).map(({ segment }) => segment);
    const { rows } = await sql<{ id: string }>`
      select submission_id as id from indexed_submissions where created_at >= ${since} and number in (
        select number from indexed_terms
        where ${isOneOf(db, 'segment', segments, 'integer')} and ${isOneOf(db, 'term', terms)})`.execute(db);
    return [...new Set([...unindexed, ...rows].map(({ id }) => id))];
  });
}

/** Whether a row of form_submissions matches. */
export function matchesSearch(engine: Engine, { ways, unindexed }: Search): RawBuilder<boolean> {
  const found = ways.map((words) => sql`(${all(words.map((word) => hasWord(engine, word)))})`);
  // Not `exists`, for which PostgreSQL would read the terms of all submissions once for each query, however few rows that looks at.
  const isIndexed = sql<boolean>`coalesce((select ${sql.join(found, sql` or `)} from indexed_submissions
    where submission_id = form_submissions.id), false)`;
  if (unindexed.length === 0) return isIndexed;
  return sql<boolean>`(${isIndexed} or id in (${sql.join(unindexed.map(({ id }) => id))}))`;
}

async function openSearch(db: Db, query: SearchQuery, nearOf: (word: string) => string[]): Promise<Search> {
  const ways = query.map((words) => words.map((start) => ({ start, near: new Set(nearOf(start)) })));
  const has = (terms: string[], { start, near }: Wanted) => terms.some((term) => term.startsWith(start) || near.has(term));
  const isMatch = (terms: string[]) => ways.some((words) => words.every((word) => has(terms, word)));
  return { ways, unindexed: await unindexedWith(db, isMatch) };
}

/** Of the submissions that wait to be indexed, those with such terms. */
async function unindexedWith(db: Db, isMatch: (terms: string[]) => boolean): Promise<SearchHit[]> {
  const found: SearchHit[] = [];
  for (let before: string | null = null; ; ) {
    const page = await readQueued(db, { before, limit: pageSize });
    found.push(...page.filter(({ terms }) => isMatch(terms)));
    before = page.at(-1)?.id ?? null;
    if (page.length < pageSize) return found;
  }
}

/** The parts of the index, with when the newest of each came, newest first. */
function segmentsOf(db: Db): Promise<{ segment: number; newest: number }[]> {
  return db.selectFrom('index_segments').selectAll().orderBy('newest', 'desc').execute();
}

/**
 * The submissions of these segments that match; null where there are more than `limit`. Words that few of them have are looked up in the
 * index, and the others only in the terms of those that were found, unless there are no others.
 */
async function hitsOf(db: Db, engine: Engine, words: Wanted[], segments: number[], limit: number): Promise<SearchHit[] | null> {
  const counted = await countEach(db, words, segments, limit + 1);
  if (counted.some(({ count }) => count === 0)) return [];
  const few = counted.filter(({ count }) => count <= limit);
  if (few.length === 0 && words.length === 1) return null;
  const isInText = few.length > 0 ? counted.slice(few.length).map(({ word }) => hasWord(engine, word)) : [];
  const inAll = (few.length > 0 ? few : counted).map(
    ({ word }) => sql`select number from (${numbersOf(db, word, segments)}) as found`,
  );
  const numbers = inAll.length > 1 ? sql.join(inAll, sql` intersect `) : sql`select distinct number from (${inAll[0]}) as found`;
  const { rows } = await sql<SearchHit>`
    select submission_id as id, created_at as "createdAt" from indexed_submissions
    where number in (${numbers} limit ${limit + 1}) and ${all(isInText)}`.execute(db);
  return rows.length > limit ? null : rows;
}

/** How often each word is found in the index, up to a limit, the rarest first. */
async function countEach(db: Db, words: Wanted[], segments: number[], limit: number): Promise<{ word: Wanted; count: number }[]> {
  const counts = words.map(
    (word, index) =>
      sql`(select count(*) from (select number from (${numbersOf(db, word, segments)}) as found limit ${limit}) as limited)
        as ${sql.ref(`word${index}`)}`,
  );
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db);
  return words
    .map((word, index) => ({ word, count: Number(rows[0]?.[`word${index}`] ?? 0) }))
    .toSorted((a, b) => a.count - b.count);
}

/** A query for the numbers of submissions that have this word, perhaps several times. */
function numbersOf(db: Db, { start, near }: Wanted, segments: number[]): RawBuilder<unknown> {
  const inSegments = sql`select number from indexed_terms where ${isOneOf(db, 'segment', segments, 'integer')}`;
  const beginning = sql`${inSegments} and term >= ${start} and term < ${start + lastCharacter}`;
  return near.size > 0 ? sql`${beginning} union all ${inSegments} and ${isOneOf(db, 'term', [...near])}` : beginning;
}

/** A character that sorts after every other in the order of bytes. */
const lastCharacter = '\u{10ffff}';

/** Whether the terms of a row of indexed_submissions have this word. */
function hasWord(engine: Engine, { start, near }: Wanted): RawBuilder<unknown> {
  const texts = [JSON.stringify(start).slice(0, -1), ...Array.from(near, (word) => JSON.stringify(word))];
  const found = texts.map((text) => sql`${positionIn(engine, 'terms', text)} > 0`);
  return sql`(${sql.join(found, sql` or `)})`;
}

function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`;
}
