import { type RawBuilder, sql } from 'kysely';
import type { Database, Engine } from '#server/database/open.ts';
import { answersOf, type Db, type Tx } from '#server/database/schema.ts';
import { indexSubmissions, tokenOf } from './search-index.ts';
import type { Question } from './search-query.ts';

/** Of the full-text index, in one transaction: some milliseconds. */
const mergedPages = 200;

export type Walked = { createdAt: number; id: string };

export type SearchStore = ReturnType<typeof createSearchStore>;

/** The search index. SQLite has one for full text (FTS5); on PostgreSQL it is a table of terms, whose beginnings are ranges. */
export function createSearchStore({ engine, read, write }: Database) {
  const index = engine === 'sqlite' ? fullText : tableOfTerms;

  return {
    /** The submissions that may have all of these words, some of them perhaps twice; null where they are more than `most`. */
    candidates: (words: string[], most: number): Promise<Walked[] | null> => read((db) => index.candidates(db, words, most)),

    /** The submissions that have just this term, newest first. */
    idsOfTerm: (term: string, most: number): Promise<string[]> => read((db) => index.idsOfTerm(db, term, most)),

    /** The next of one pile, newest first, each with whether it can be found. `after` null: from the newest. */
    walk: (pile: 'usual' | 'suspects', after: Walked | null, most: number): Promise<(Walked & { isFound: boolean })[]> =>
      read(async (db) => {
        const rows = await db
          .selectFrom('form_submissions')
          .select(['id', 'created_at'])
          .select(sql`exists (select 1 from ${sql.table(index.table)} where submission_id = form_submissions.id)`.as('found'))
          .where('quarantined_at', pile === 'usual' ? 'is' : 'is not', null)
          .$if(after !== null, (query) =>
            query.where(
              sql<boolean>`created_at <= ${after?.createdAt} and (created_at < ${after?.createdAt} or id < ${after?.id})`,
            ),
          )
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(most)
          .execute();
        return rows.map(({ id, created_at: createdAt, found }) => ({ id, createdAt, isFound: Boolean(found) }));
      }),

    /** Puts these into the index. Whoever does it a second time changes nothing. */
    add: (ids: string[]): Promise<void> =>
      write(async (tx) => {
        const rows = await tx
          .selectFrom('form_submissions')
          .select(['id', 'reference', 'form_name as formName', 'form_data', 'created_at as createdAt'])
          .where('id', 'in', ids)
          .where(sql<boolean>`not exists (select 1 from ${sql.table(index.table)} where submission_id = form_submissions.id)`)
          // On PostgreSQL it might be erased before its terms are in.
          .$if(engine === 'postgres', (query) => query.forKeyShare())
          .execute();
        const found = rows.map(({ form_data, ...row }) => ({ ...row, data: answersOf(form_data) }));
        if (found.length > 0) await indexSubmissions(tx, engine, found);
      }),

    /**
     * Writes the full-text index anew, some pages at a time: an erased word is taken out of it at once, but the beginning of one
     * may still mark where a page begins. A table of terms keeps no such marks.
     */
    rewriteIndex: async (): Promise<void> => {
      if (engine !== 'sqlite') return;
      await write(addPiece);
      await write((tx) => merge(tx, -mergedPages));
      while (await write((tx) => merge(tx, mergedPages)));
    },

    isComplete: (): Promise<boolean> =>
      read(async (db) => (await db.selectFrom('search_state').select('id').executeTakeFirst()) !== undefined),

    /** Every submission is in the index, and from now on each is put there when it is stored. */
    noteComplete: (at: number): Promise<void> =>
      write(async (tx) => {
        await tx
          .insertInto('search_state')
          .values({ id: 'backfill', finished_at: at })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),
  };
}

/** Whether a row of form_submissions answers the question. */
export function answers(engine: Engine, question: Question): RawBuilder<boolean> {
  const { hasWord } = engine === 'sqlite' ? fullText : tableOfTerms;
  const all = question.map((words) => sql`(${sql.join(words.map(hasWord), sql` and `)})`);
  return sql<boolean>`(${sql.join(all, sql` or `)})`;
}

const fullText = {
  table: 'search_documents',

  candidates: async (db: Db, words: string[], most: number): Promise<Walked[] | null> => {
    const match = words.map((word) => `${quoted(word)} *`).join(' ');
    const { rows: counted } = await sql<{ count: number }>`
      select count(*) as count from (select 1 from search_index where search_index match ${match} limit ${most + 1})`.execute(db);
    if ((counted[0]?.count ?? 0) > most) return null;
    const { rows } = await sql<Walked>`
      select submission_id as id, created_at as "createdAt" from search_index
      join search_documents on search_documents.id = search_index.rowid where search_index match ${match}`.execute(db);
    return rows;
  },

  idsOfTerm: async (db: Db, term: string, most: number): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select submission_id as id from search_index join search_documents on search_documents.id = search_index.rowid
      where search_index match ${quoted(term)} order by created_at desc limit ${most}`.execute(db);
    return rows.map(({ id }) => id);
  },

  /** In the document itself: the index would look up the word anew for each row. */
  hasWord: (word: string) => sql`exists (select 1 from search_documents
    where submission_id = form_submissions.id and instr(terms, ${` ${tokenOf(word)}`}) > 0)`,
};

/** Every transaction adds a piece to the index; a single piece would not be merged. An empty index is emptied. */
async function addPiece(tx: Tx): Promise<void> {
  const newest = sql`from search_documents order by id desc limit 1`;
  await sql`insert into search_index (search_index, rowid, terms) select 'delete', id, terms ${newest}`.execute(tx);
  await sql`insert into search_index (rowid, terms) select id, terms ${newest}`.execute(tx);
  await sql`insert into search_index (search_index) select 'delete-all' where not exists (select 1 ${newest})`.execute(tx);
}

/** Below zero it begins to merge all pieces; above it goes on. Answers whether anything was left to do, which SQLite tells by its changes. */
async function merge(tx: Tx, pages: number): Promise<boolean> {
  const changes = async () =>
    (await sql<{ changes: number }>`select total_changes() as changes`.execute(tx)).rows[0]?.changes ?? 0;
  const before = await changes();
  await sql`insert into search_index (search_index, rank) values ('merge', ${pages})`.execute(tx);
  return (await changes()) - before >= 2;
}

function quoted(word: string): string {
  return `"${tokenOf(word).replaceAll('"', '""')}"`;
}

/** Behind every term that begins with a word, in the order of bytes. */
const last = '\u{10ffff}';

const tableOfTerms = {
  table: 'search_terms',

  /** Those that have the rarest of the words. */
  candidates: async (db: Db, words: string[], most: number): Promise<Walked[] | null> => {
    const counted = await Promise.all(words.map(async (word) => ({ word, count: await tableOfTerms.count(db, word, most + 1) })));
    const [rarest] = counted.toSorted((a, b) => a.count - b.count);
    if (!rarest || rarest.count > most) return rarest ? null : [];
    return await db
      .selectFrom('search_terms')
      .select(['submission_id as id', 'created_at as createdAt'])
      .where(beginsWith(rarest.word))
      .execute();
  },

  count: async (db: Db, word: string, most: number): Promise<number> => {
    const few = db.selectFrom('search_terms').select('term').where(beginsWith(word)).limit(most);
    const row = await db
      .selectFrom(few.as('few'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  },

  idsOfTerm: async (db: Db, term: string, most: number): Promise<string[]> => {
    const rows = await db
      .selectFrom('search_terms')
      .select('submission_id')
      .where('term', '=', term)
      .orderBy('created_at', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ submission_id: id }) => id);
  },

  hasWord: (word: string) =>
    sql`exists (select 1 from search_terms where submission_id = form_submissions.id and ${beginsWith(word)})`,
};

function beginsWith(word: string): RawBuilder<boolean> {
  return sql<boolean>`term >= ${word} and term < ${word + last}`;
}
