import { type RawBuilder, sql } from 'kysely';
import type { Database, Engine } from '#server/database/database.ts';
import { lockRows } from '#server/database/engine.ts';
import { answersOf, type Tx } from '#server/database/schema.ts';
import { claimsWithMessages, hasMessageWord, indexMessagesOf, messageCandidates } from './message-terms.ts';
import { type Searchable, type SearchHit, searchEngines } from './search-engines.ts';
import type { SearchQuery } from './search-terms.ts';

/** The parts of the backfill. A version without messages has completed the first alone. */
const completeParts = ['backfill', 'messages'] as const;

export type SearchStore = ReturnType<typeof createSearchStore>;

/** The search index. On SQLite it is full text (FTS5); on PostgreSQL a table of terms, in which prefixes are ranges. */
export function createSearchStore({ engine, read, write }: Database) {
  const index = searchEngines[engine];

  return {
    /** The submissions that may have all of these words, some of them perhaps twice; null where there are more than `limit`. */
    candidates: (words: string[], limit: number): Promise<SearchHit[] | null> =>
      read(async (db) => {
        const sent = await index.candidates(db, words, limit);
        const written = sent && (await messageCandidates(db, words, limit - sent.length));
        return sent && written && [...sent, ...written];
      }),

    /** The submissions that have exactly this term, newest first. */
    idsOfTerm: (term: string, limit: number): Promise<string[]> => read((db) => index.idsOfTerm(db, term, limit)),

    /** Submissions in or out of quarantine, newest first, each with whether it is in the index. `after` null: from the newest. */
    page: (quarantine: 'out' | 'in', after: SearchHit | null, limit: number): Promise<(SearchHit & { isIndexed: boolean })[]> =>
      read(async (db) => {
        const rows = await db
          .selectFrom('form_submissions')
          .select(['id', 'created_at'])
          .select(sql`exists (select 1 from ${sql.table(index.table)} where submission_id = form_submissions.id)`.as('indexed'))
          .where('quarantined_at', quarantine === 'out' ? 'is' : 'is not', null)
          .$if(after !== null, (query) =>
            query.where(
              sql<boolean>`created_at <= ${after?.createdAt} and (created_at < ${after?.createdAt} or id < ${after?.id})`,
            ),
          )
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute();
        return rows.map(({ id, created_at: createdAt, indexed }) => ({ id, createdAt, isIndexed: Boolean(indexed) }));
      }),

    /** Indexes these submissions. Idempotent. */
    add: (ids: string[]): Promise<void> =>
      write(async (tx) => {
        const query = tx
          .selectFrom('form_submissions')
          .select(['id', 'reference', 'form_name as formName', 'form_data', 'created_at as createdAt'])
          .where('id', 'in', ids)
          .where(sql<boolean>`not exists (select 1 from ${sql.table(index.table)} where submission_id = form_submissions.id)`);
        // The rows are locked, or one could be erased before its terms are stored.
        const rows = await lockRows(tx, query, 'for key share').execute();
        const missing = rows.map(({ form_data, ...row }) => ({ ...row, data: answersOf(form_data) }));
        if (missing.length > 0) await index.add(tx, missing);
      }),

    /** Rewrites the index where a part of an erased word may be left in it. */
    rewriteIndex: (): Promise<void> => index.rewrite(write),

    claimsWithMessages: (after: string, limit: number): Promise<string[]> => read((db) => claimsWithMessages(db, after, limit)),

    indexMessagesOf: (ids: string[]): Promise<void> => write((tx) => indexMessagesOf(tx, ids)),

    /** Whether the backfill of submissions and of messages is complete. */
    isComplete: (): Promise<boolean> =>
      read(async (db) => (await db.selectFrom('search_state').select('id').execute()).length === completeParts.length),

    /** Marks the backfill as complete. */
    setComplete: (at: number): Promise<void> =>
      write(async (tx) => {
        await tx
          .insertInto('search_state')
          .values(completeParts.map((id) => ({ id, finished_at: at })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),
  };
}

/** Indexes new submissions, in the transaction that stores them. */
export function indexSubmissions(tx: Tx, engine: Engine, submissions: Searchable[]): Promise<void> {
  return searchEngines[engine].add(tx, submissions);
}

/** Indexes a submission again, in the transaction that changes its answers. */
export async function reindexSubmission(tx: Tx, engine: Engine, submission: Searchable): Promise<void> {
  await tx.deleteFrom(searchEngines[engine].table).where('submission_id', '=', submission.id).execute();
  await indexSubmissions(tx, engine, [submission]);
}

/** Whether a row of form_submissions matches. */
export function matchesSearch(engine: Engine, query: SearchQuery): RawBuilder<boolean> {
  const { hasWord } = searchEngines[engine];
  const has = (word: string) => sql`(${hasWord(word)} or ${hasMessageWord(word)})`;
  const alternatives = query.map((words) => sql`(${sql.join(words.map(has), sql` and `)})`);
  return sql<boolean>`(${sql.join(alternatives, sql` or `)})`;
}
