import type { FormData } from '#forms/form.ts';
import type { Engine } from '#server/database/open.ts';
import { insertRows } from '#server/database/rows.ts';
import type { Tx } from '#server/database/schema.ts';
import { termsOf } from './search-terms.ts';

/** The part of a submission that is indexed. */
type Searchable = { id: string; reference: string; formName: string; data: FormData; createdAt: number };

/**
 * Makes submissions findable that are not yet, in the transaction that stores them: on SQLite a row that a trigger adds to the
 * full-text index, on PostgreSQL a row for each term.
 */
export async function indexSubmissions(tx: Tx, engine: Engine, submissions: Searchable[]): Promise<void> {
  if (engine === 'sqlite') {
    const rows = submissions.map((one) => ({
      submission_id: one.id,
      created_at: one.createdAt,
      terms: documentOf(termsOf(one)),
    }));
    return insertRows(tx, 'search_documents', rows);
  }
  const rows = submissions.flatMap((one) =>
    termsOf(one).map((term) => ({ submission_id: one.id, term, created_at: one.createdAt })),
  );
  // Another instance may be filling the index of an earlier version.
  await tx
    .insertInto('search_terms')
    .values(rows)
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
