import { type RawBuilder, sql } from 'kysely';
import type { Answers } from '#forms/form.ts';
import type { Database, Engine } from '#server/database/database.ts';
import { insertRows } from '#server/database/engine.ts';
import type { Db, Tx } from '#server/database/schema.ts';
import { termsOf } from './search-terms.ts';

export type SearchHit = { createdAt: number; id: string };

/** The part of a submission that is indexed. */
export type Searchable = { id: string; reference: string; formName: string; data: Answers; createdAt: number };

type SearchEngine = {
  table: 'search_documents' | 'search_terms';
  /** Indexes submissions that are not indexed yet. */
  add: (tx: Tx, submissions: Searchable[]) => Promise<void>;
  candidates: (db: Db, words: string[], limit: number) => Promise<SearchHit[] | null>;
  idsOfTerm: (db: Db, term: string, limit: number) => Promise<string[]>;
  /** Whether a row of form_submissions has a word that begins so. */
  hasWord: (word: string) => RawBuilder<unknown>;
  rewrite: (write: Database['write']) => Promise<void>;
};

/** FTS5 on SQLite, over the documents in `search_documents`. */
const fullTextIndex: SearchEngine = {
  table: 'search_documents',

  /** A trigger adds each document to the full-text index. */
  add: (tx, submissions) =>
    insertRows(
      tx,
      'search_documents',
      submissions.map((one) => ({ submission_id: one.id, created_at: one.createdAt, terms: documentOf(termsOf(one)) })),
    ),

  candidates: async (db: Db, words: string[], limit: number): Promise<SearchHit[] | null> => {
    const match = words.map((word) => `${quoted(word)} *`).join(' ');
    const { rows: counted } = await sql<{ count: number }>`
      select count(*) as count from (select 1 from search_index where search_index match ${match} limit ${limit + 1})`.execute(
      db,
    );
    if ((counted[0]?.count ?? 0) > limit) return null;
    const { rows } = await sql<SearchHit>`
      select submission_id as id, created_at as "createdAt" from search_index
      join search_documents on search_documents.id = search_index.rowid where search_index match ${match}`.execute(db);
    return rows;
  },

  idsOfTerm: async (db: Db, term: string, limit: number): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select submission_id as id from search_index join search_documents on search_documents.id = search_index.rowid
      where search_index match ${quoted(term)} order by created_at desc limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  },

  /** The document itself is searched, because the index would look up the word again for each row. */
  hasWord: (word: string) => sql`exists (select 1 from search_documents
    where submission_id = form_submissions.id and instr(terms, ${` ${tokenOf(word)}`}) > 0)`,

  /** An erased word is removed from the index at once, but its first letters may remain as the separator of two pages. */
  rewrite: async (write) => {
    await write(addSegment);
    await write((tx) => merge(tx, -pagesPerMerge));
    while (await write((tx) => merge(tx, pagesPerMerge)));
  },
};

/** Joins terms with a space before each, by which the beginning of one is found. */
export function documentOf(terms: string[]): string {
  return terms.map((term) => ` ${tokenOf(term)}`).join('');
}

/** The term without spaces, so that it is one word of the full-text index. */
function tokenOf(term: string): string {
  return term.replaceAll(/\s/g, '');
}

function quoted(word: string): string {
  return `"${tokenOf(word).replaceAll('"', '""')}"`;
}

/** How many pages of the full-text index are merged in one transaction, which takes some milliseconds. */
const pagesPerMerge = 200;

/**
 * Adds a segment to the full-text index, as every transaction does that changes it, because a single segment would not be merged. The
 * index of a store without documents is emptied.
 */
async function addSegment(tx: Tx): Promise<void> {
  const newest = sql`from search_documents order by id desc limit 1`;
  await sql`insert into search_index (search_index, rowid, terms) select 'delete', id, terms ${newest}`.execute(tx);
  await sql`insert into search_index (rowid, terms) select id, terms ${newest}`.execute(tx);
  await sql`insert into search_index (search_index) select 'delete-all' where not exists (select 1 ${newest})`.execute(tx);
}

/**
 * Merges a part of the index. A negative number starts a merge of all segments; a positive one continues it. SQLite's count of
 * changes shows whether anything is left.
 */
async function merge(tx: Tx, pages: number): Promise<boolean> {
  const changes = async () =>
    (await sql<{ changes: number }>`select total_changes() as changes`.execute(tx)).rows[0]?.changes ?? 0;
  const before = await changes();
  await sql`insert into search_index (search_index, rank) values ('merge', ${pages})`.execute(tx);
  return (await changes()) - before >= 2;
}

/** `search_terms` on PostgreSQL: a row for each term. */
const termTable: SearchEngine = {
  table: 'search_terms',

  add: async (tx, submissions) => {
    const rows = submissions.flatMap((one) =>
      termsOf(one).map((term) => ({ submission_id: one.id, term, created_at: one.createdAt })),
    );
    // Another instance may be backfilling at the same time.
    await tx
      .insertInto('search_terms')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  /** The submissions that have the rarest of the words. */
  candidates: async (db: Db, words: string[], limit: number): Promise<SearchHit[] | null> => {
    const counted = await Promise.all(words.map(async (word) => ({ word, count: await countTerms(db, word, limit + 1) })));
    const [rarest] = counted.toSorted((a, b) => a.count - b.count);
    if (!rarest || rarest.count > limit) return rarest ? null : [];
    return await db
      .selectFrom('search_terms')
      .select(['submission_id as id', 'created_at as createdAt'])
      .where(beginsWith(rarest.word))
      .execute();
  },

  idsOfTerm: async (db: Db, term: string, limit: number): Promise<string[]> => {
    const rows = await db
      .selectFrom('search_terms')
      .select('submission_id')
      .where('term', '=', term)
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ submission_id: id }) => id);
  },

  hasWord: (word: string) =>
    sql`exists (select 1 from search_terms where submission_id = form_submissions.id and ${beginsWith(word)})`,

  rewrite: () => Promise.resolve(),
};

async function countTerms(db: Db, word: string, limit: number): Promise<number> {
  const limited = db.selectFrom('search_terms').select('term').where(beginsWith(word)).limit(limit);
  const row = await db
    .selectFrom(limited.as('limited'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** A character that sorts after every other in the order of bytes. */
const lastCharacter = '\u{10ffff}';

export function beginsWith(word: string): RawBuilder<boolean> {
  return sql<boolean>`term >= ${word} and term < ${word + lastCharacter}`;
}

/** The search index for the engine of the database. */
export const searchEngines: Record<Engine, SearchEngine> = { sqlite: fullTextIndex, postgres: termTable };
