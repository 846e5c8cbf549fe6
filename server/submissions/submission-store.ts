import { sql } from 'kysely';
import type { Database } from '#server/database/open.ts';
import { insertRows, isOneOf } from '#server/database/rows.ts';
import { answersOf, type Schema, type Tx } from '#server/database/schema.ts';
import { addNotifications } from '#server/email/email-store.ts';
import { indexSubmissions } from './search/search-index.ts';
import type { NewSubmission, Submission } from './submission.ts';

/** For this long the same words in the same form, where one of the two has no key, are one submission sent twice. */
export const sameContentWindowMs = 10 * 60_000;

export type Stored = { kind: 'new' | 'repeated'; submission: Submission } | { kind: 'conflict' };

export type SubmissionStore = ReturnType<typeof createSubmissionStore>;

export function createSubmissionStore({ engine, read, write }: Database) {
  return {
    /** Stores the new ones, findable and with their e-mails (suspects without), in one transaction and tells the repeats, also those within the batch. */
    insertAll: (batch: NewSubmission[]): Promise<Stored[]> =>
      write(async (tx) => {
        if (engine === 'postgres') await holdOffTwins(tx, batch);
        const known = await findTwins(tx, batch);
        const outcomes = batch.map((item) => judge(item, known));
        const fresh = batch.filter((_, index) => outcomes[index]?.kind === 'new');
        if (fresh.length > 0) {
          await insertRows(tx, 'form_submissions', fresh.map(toRow));
          await indexSubmissions(tx, engine, fresh);
          const announced = fresh.filter((item) => item.quarantineReason === null);
          if (announced.length > 0) await addNotifications(tx, announced);
        }
        for (const { id, key } of known.adopted) {
          await tx.updateTable('form_submissions').set({ idempotency_key: key }).where('id', '=', id).execute();
        }
        return outcomes;
      }),

    /** How many are set aside as suspects. */
    countQuarantined: async (): Promise<number> => {
      const row = await read((db) =>
        db
          .selectFrom('form_submissions')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('quarantined_at', 'is not', null)
          .executeTakeFirst(),
      );
      return Number(row?.count ?? 0);
    },

    /** A submission by id, or null. */
    find: async (id: string): Promise<Submission | null> => {
      const row = await read((db) => db.selectFrom('form_submissions').select(columns).where('id', '=', id).executeTakeFirst());
      return row ? fromRow(row) : null;
    },
  };
}

/**
 * Two instances may hold the same submission at once, and under READ COMMITTED neither sees the other's row.
 * Locks of the transaction, in one order for all, make the second one wait and then see it.
 */
async function holdOffTwins(tx: Tx, batch: NewSubmission[]): Promise<void> {
  const names = batch.flatMap((item) => [
    `content ${item.contentHash}`,
    ...(item.idempotencyKey ? [`key ${item.idempotencyKey}`] : []),
  ]);
  // Materialised, so that they are taken in this order, all in one round trip.
  await sql`
    with locks as materialized (
      select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key
    )
    select pg_advisory_xact_lock(key) from locks`.execute(tx);
}

type Twin = { submission: Submission; key: string | null; hash: string };
type Known = { twins: Twin[]; adopted: { id: string; key: string }[] };

async function findTwins(tx: Tx, batch: NewSubmission[]): Promise<Known> {
  const hashes = batch.map((item) => item.contentHash);
  const keys = batch.flatMap((item) => item.idempotencyKey ?? []);
  const since = Math.min(...batch.map((item) => item.createdAt)) - sameContentWindowMs;
  const rows = await tx
    .selectFrom('form_submissions')
    .select([...columns, 'idempotency_key', 'content_hash'])
    .where(
      sql<boolean>`(${isOneOf(tx, 'content_hash', hashes)} and created_at > ${since} or ${isOneOf(tx, 'idempotency_key', keys)})`,
    )
    .orderBy('created_at')
    .execute();
  return {
    twins: rows.map((row) => ({ submission: fromRow(row), key: row.idempotency_key, hash: row.content_hash })),
    adopted: [],
  };
}

function judge(item: NewSubmission, known: Known): Stored {
  const sameKey = item.idempotencyKey === null ? undefined : known.twins.find((twin) => twin.key === item.idempotencyKey);
  if (sameKey)
    return sameKey.hash === item.contentHash ? { kind: 'repeated', submission: sameKey.submission } : { kind: 'conflict' };
  const sameContent = known.twins.find(
    (twin) => twin.hash === item.contentHash && (twin.key === null || item.idempotencyKey === null),
  );
  if (!sameContent) {
    known.twins.push({ submission: item, key: item.idempotencyKey, hash: item.contentHash });
    return { kind: 'new', submission: item };
  }
  // The first came without a key: from now on it answers to this one, however late the next try comes.
  if (sameContent.key === null && item.idempotencyKey !== null) {
    sameContent.key = item.idempotencyKey;
    known.adopted.push({ id: sameContent.submission.id, key: item.idempotencyKey });
  }
  return { kind: 'repeated', submission: sameContent.submission };
}

const columns = ['id', 'reference', 'form_name', 'form_data', 'created_at', 'due_at'] as const;

type Row = {
  [Column in (typeof columns)[number]]: Column extends 'form_data'
    ? string | Record<string, string>
    : Schema['form_submissions'][Column];
};

function fromRow(row: Row): Submission {
  return {
    id: row.id,
    reference: row.reference,
    formName: row.form_name,
    data: answersOf(row.form_data),
    createdAt: row.created_at,
    dueAt: row.due_at,
  };
}

function toRow(item: NewSubmission) {
  return {
    id: item.id,
    reference: item.reference,
    form_name: item.formName,
    form_data: JSON.stringify(item.data),
    created_at: item.createdAt,
    idempotency_key: item.idempotencyKey,
    content_hash: item.contentHash,
    came_by: item.cameBy,
    due_at: item.dueAt,
    target_at: item.targetAt,
    quarantined_at: item.quarantineReason === null ? null : item.createdAt,
    quarantine_reason: item.quarantineReason,
  };
}
