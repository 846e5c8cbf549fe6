import { type RawBuilder, sql } from 'kysely';
import { lockRows } from '#server/database/engine.ts';
import type { Db, Tx } from '#server/database/schema.ts';
import { beginsWith, type SearchHit } from './search-engines.ts';
import { wordsOfMessage } from './search-terms.ts';

/**
 * The words of what claimants write, in a table of their own on either engine. In SQLite's full-text index each message would replace
 * the document of its claim, and taking a few hundred words out of that takes a third of a second, for which every visitor waits.
 */

/** The most words of one claim's messages that are indexed: more than a person writes. */
const termLimit = 5_000;

/** Indexes a message, in the transaction that stores it. `createdAt` is that of the submission. */
export async function indexMessage(tx: Tx, submission: { id: string; createdAt: number }, text: string): Promise<void> {
  const known = await tx
    .selectFrom('message_terms')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('submission_id', '=', submission.id)
    .executeTakeFirst();
  const terms = wordsOfMessage(text).slice(0, Math.max(0, termLimit - Number(known?.count ?? 0)));
  if (terms.length === 0) return;
  const { id, createdAt } = submission;
  await tx
    .insertInto('message_terms')
    .values(terms.map((term) => ({ submission_id: id, term, created_at: createdAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Indexes the messages of these claims. Idempotent. */
export async function indexMessagesOf(tx: Tx, ids: string[]): Promise<void> {
  const query = tx.selectFrom('form_submissions').select(['id', 'created_at as createdAt']).where('id', 'in', ids).orderBy('id');
  const submissions = new Map((await lockRows(tx, query, 'for key share').execute()).map((one) => [one.id, one]));
  const messages = tx.selectFrom('claimant_messages').select(['submission_id', 'text']).where('submission_id', 'in', ids);
  for (const { submission_id: id, text } of await messages.orderBy('created_at').orderBy('id').execute()) {
    const submission = submissions.get(id);
    if (submission) await indexMessage(tx, submission, text);
  }
}

/** The next claims with messages, by id; `after` '' from the first. */
export async function claimsWithMessages(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('claimant_messages')
    .select('submission_id')
    .distinct()
    .where('submission_id', '>', after)
    .orderBy('submission_id')
    .limit(limit)
    .execute();
  return rows.map(({ submission_id: id }) => id);
}

/** The claims with any of these words in a message: the others may be in its answers. Null where there are more than `limit`. */
export async function messageCandidates(db: Db, words: string[], limit: number): Promise<SearchHit[] | null> {
  const hits = await db
    .selectFrom('message_terms')
    .select(['submission_id as id', 'created_at as createdAt'])
    .distinct()
    .where((where) => where.or(words.map(beginsWith)))
    .limit(limit + 1)
    .execute();
  return hits.length > limit ? null : hits;
}

/** Whether a row of form_submissions has a message with a word that begins so. */
export function hasMessageWord(word: string): RawBuilder<unknown> {
  return sql`exists (select 1 from message_terms where submission_id = form_submissions.id and ${beginsWith(word)})`;
}
