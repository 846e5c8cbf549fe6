import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open.ts';
import { answersOf } from '#server/database/schema.ts';
import type { Question } from './question.ts';
import { termsOf } from './terms.ts';

/** Behind every term that begins with a word, in the order of bytes. */
const last = '\u{10ffff}';

export type Walked = { createdAt: number; id: string };

export type SearchStore = ReturnType<typeof createSearchStore>;

export function createSearchStore({ db, engine, write }: Database) {
  return {
    /** How many terms begin with the word; never more than `most`. */
    count: async (word: string, most: number): Promise<number> => {
      const few = db.selectFrom('search_terms').select('term').where(beginsWith(word)).limit(most);
      const row = await db
        .selectFrom(few.as('few'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    /** The submissions that have a term beginning with the word; one with two such terms twice. */
    having: async (word: string): Promise<Walked[]> => {
      const rows = await db.selectFrom('search_terms').select(['submission_id', 'created_at']).where(beginsWith(word)).execute();
      return rows.map(({ submission_id: id, created_at: createdAt }) => ({ id, createdAt }));
    },

    /** The submissions that have just this term, newest first. */
    idsOfTerm: async (term: string, most: number): Promise<string[]> => {
      const rows = await db
        .selectFrom('search_terms')
        .select('submission_id')
        .where('term', '=', term)
        .orderBy('created_at', 'desc')
        .limit(most)
        .execute();
      return rows.map(({ submission_id: id }) => id);
    },

    /** The next of one pile, oldest first, each with whether it can be found. `after` null: from the oldest. */
    walk: async (pile: 'usual' | 'suspects', after: Walked | null, most: number): Promise<(Walked & { isFound: boolean })[]> => {
      const rows = await db
        .selectFrom('form_submissions')
        .select(['id', 'created_at'])
        .select(sql`exists (select 1 from search_terms where submission_id = form_submissions.id)`.as('found'))
        .where('quarantined_at', pile === 'usual' ? 'is' : 'is not', null)
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`created_at >= ${after?.createdAt} and (created_at > ${after?.createdAt} or id > ${after?.id})`,
          ),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(most)
        .execute();
      return rows.map(({ id, created_at: createdAt, found }) => ({ id, createdAt, isFound: Boolean(found) }));
    },

    /** Makes the terms of these. Whoever does it a second time changes nothing. */
    add: (ids: string[]): Promise<void> =>
      write(async (tx) => {
        const rows = await tx
          .selectFrom('form_submissions')
          .select(['id', 'reference', 'form_name', 'form_data', 'created_at'])
          .where('id', 'in', ids)
          // On PostgreSQL it might be erased before its terms are in.
          .$if(engine === 'postgres', (query) => query.forKeyShare())
          .execute();
        const values = rows.flatMap(({ id, reference, form_name: formName, form_data, created_at }) =>
          termsOf({ reference, formName, data: answersOf(form_data) }).map((term) => ({ submission_id: id, term, created_at })),
        );
        if (values.length === 0) return;
        await tx
          .insertInto('search_terms')
          .values(values)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),
  };
}

/** Whether a row of form_submissions answers the question. */
export function answers(question: Question): RawBuilder<boolean> {
  const one = (word: string) =>
    sql`exists (select 1 from search_terms where submission_id = form_submissions.id and ${beginsWith(word)})`;
  const all = question.map((words) => sql`(${sql.join(words.map(one), sql` and `)})`);
  return sql<boolean>`(${sql.join(all, sql` or `)})`;
}

function beginsWith(word: string): RawBuilder<boolean> {
  return sql<boolean>`term >= ${word} and term < ${word + last}`;
}
