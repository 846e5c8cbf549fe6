import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';

/** Everything that is no space belongs to a word: addresses and references are words of their own. Beyond ASCII that is so anyhow. */
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/**
 * On SQLite search is a full-text index (FTS5): written in a third of the time of the table of terms that it replaces, in a third
 * of the space. PostgreSQL keeps that table: its index for full text (GIN) never forgets a word, also not one of an erased person.
 */
export function searchIndex(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      // When every submission was last found to be in the index; no row: not yet.
      await db.schema
        .createTable('search_state')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('finished_at', 'bigint', (column) => column.notNull())
        .execute();
      if (engine === 'postgres') return;
      await sql`drop table search_terms`.execute(db);
      await sql`create table search_documents (
        id integer primary key, submission_id text not null unique references form_submissions (id) on delete cascade,
        created_at bigint not null, terms text not null)`.execute(db);
      const tokenize = `ascii tokenchars '${punctuation.replaceAll("'", "''")}'`.replaceAll('"', '""');
      // Without positions, which nobody asks for; with the beginnings of words, which everybody types.
      await sql
        .raw(
          `create virtual table search_index using fts5 (terms, content = 'search_documents', content_rowid = 'id',
            columnsize = 0, detail = none, prefix = '2 3 4 5 6 7 8', tokenize = "${tokenize}")`,
        )
        .execute(db);
      // A deleted word is taken out, instead of a note that it is deleted.
      await sql`insert into search_index (search_index, rank) values ('secure-delete', 1)`.execute(db);
      await sql`create trigger search_documents_added after insert on search_documents begin
        insert into search_index (rowid, terms) values (new.id, new.terms); end`.execute(db);
      await sql`create trigger search_documents_removed after delete on search_documents begin
        insert into search_index (search_index, rowid, terms) values ('delete', old.id, old.terms); end`.execute(db);
    },
  };
}
