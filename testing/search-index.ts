import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';

/** Every term that the search index holds, whoever it belongs to. */
export async function indexedTerms({ engine, db, write }: Database): Promise<string[]> {
  if (engine === 'postgres') {
    const rows = await db.selectFrom('search_terms').select('term').execute();
    return rows.map(({ term }) => term);
  }
  return write(async (tx) => {
    await sql`create virtual table if not exists temp.indexed_words using fts5vocab (main, search_index, row)`.execute(tx);
    const { rows } = await sql<{
      term: string;
    }>`select term from indexed_words union all select terms from search_documents`.execute(tx);
    return rows.map(({ term }) => term);
  });
}
