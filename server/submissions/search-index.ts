import { sql } from 'kysely';
import type { Engine } from '#server/database/open.ts';
import type { Tx } from '#server/database/schema.ts';
import { termsOf } from './search-terms.ts';
import type { Submission } from './submission.ts';

/** What of a submission it is found by. */
export type Findable = Pick<Submission, 'id' | 'reference' | 'formName' | 'data' | 'createdAt'>;

/**
 * Makes submissions findable, in the transaction that stores them: on SQLite a row that a trigger adds to the full-text index,
 * on PostgreSQL a row for each term. One that is findable already stays as it is.
 */
export async function indexSubmissions(tx: Tx, engine: Engine, submissions: Findable[]): Promise<void> {
  if (engine === 'sqlite') {
    const rows = submissions.map((one) => [one.id, one.createdAt, documentOf(termsOf(one))]);
    // One parameter for any number of rows, so that the statement is prepared once.
    await sql`insert into search_documents (submission_id, created_at, terms)
      select value->>0, value->>1, value->>2 from json_each(${JSON.stringify(rows)})
      where true on conflict (submission_id) do nothing`.execute(tx);
    return;
  }
  const values = submissions.flatMap((one) =>
    termsOf(one).map((term) => ({ submission_id: one.id, term, created_at: one.createdAt })),
  );
  await tx
    .insertInto('search_terms')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A space before each term: that is how the beginning of one is found in it. */
export function documentOf(terms: string[]): string {
  return terms.map((term) => ` ${tokenOf(term)}`).join('');
}

/** What the full-text index takes for one word. */
export function tokenOf(term: string): string {
  return term.replaceAll(/\s/g, '');
}
