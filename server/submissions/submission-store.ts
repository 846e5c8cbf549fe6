import { sql } from 'kysely';
import type { Answers } from '#forms/form.ts';
import type { Database } from '#server/database/database.ts';
import { insertRows, isOneOf, lockNamesUntilCommit } from '#server/database/engine.ts';
import { answersOf, type Schema, type Tx } from '#server/database/schema.ts';
import { emailToSender } from '#server/email/acknowledgement-store.ts';
import { submissionEmail } from '#server/email/email-store.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { hasFirstLinkEnded } from './private-link.ts';
import { indexSubmissions } from './search/search-store.ts';

/** How it came: by the function endpoint, the REST endpoint, or a page's own post without JavaScript. */
export type CameBy = 'function' | 'rest' | 'page';

/** A submission as it is stored. Times are milliseconds since 1970. */
export type Submission = {
  id: string;
  reference: string;
  formName: string;
  data: Answers;
  createdAt: number;
  /** The response target that visitors are told; null where there is none. */
  dueAt: number | null;
  /** Of a repeat: the private link that the first was answered with opens nothing any more. */
  hasLinkEnded?: boolean;
  /** Of a claim that its claimant has the link of: which of its links that is. */
  linkGeneration?: number;
};

/** With what a repeat is recognised by. */
export type SentSubmission = Submission & {
  idempotencyKey: string | null;
  contentHash: string;
  cameBy: CameBy;
  /** Our own, earlier target; null where there is none. */
  ownTargetAt: number | null;
};

/** Checked for spam and ready to be stored. */
export type NewSubmission = SentSubmission & {
  /** Why it goes into quarantine, without an e-mail; null for all others. */
  quarantineReason: string | null;
};

/** Within this time the same answers in the same form, where one of the two has no key, are one submission sent twice. */
export const duplicateWindowMs = 10 * 60_000;

export type Stored = { kind: 'new' | 'duplicate'; submission: Submission } | { kind: 'conflict' };

export type SubmissionStore = ReturnType<typeof createSubmissionStore>;

/** `acknowledges`: the sender of each gets an e-mail too. */
export function createSubmissionStore({ engine, read, write }: Database, { acknowledges = false } = {}) {
  return {
    /**
     * Stores the new ones, with their search terms and e-mails (none in quarantine), in one transaction. Repeats are recognised,
     * also within the batch.
     */
    insertAll: (batch: NewSubmission[]): Promise<Stored[]> =>
      write(async (tx) => {
        await lockDuplicates(tx, batch);
        const known = await findDuplicates(tx, batch);
        const outcomes = batch.map((item) => outcomeOf(item, known));
        const fresh = batch.filter((_, index) => outcomes[index]?.kind === 'new');
        if (fresh.length > 0) {
          await insertRows(tx, 'form_submissions', fresh.map(toRow));
          await indexSubmissions(tx, engine, fresh);
          const notified = fresh.filter((item) => item.quarantineReason === null);
          await enqueue(
            tx,
            notified.flatMap((item) => [
              submissionEmail({ template: 'notification', subjectId: item.id, createdAt: item.createdAt }),
              ...(acknowledges ? emailToSender(item, 'acknowledgement', item.createdAt) : []),
            ]),
          );
        }
        for (const { id, key } of known.newKeys) {
          await tx.updateTable('form_submissions').set({ idempotency_key: key }).where('id', '=', id).execute();
        }
        return outcomes;
      }),

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

    find: async (id: string): Promise<Submission | null> => {
      const row = await read((db) => db.selectFrom('form_submissions').select(columns).where('id', '=', id).executeTakeFirst());
      return row ? fromRow(row) : null;
    },
  };
}

/**
 * Two instances may receive the same submission at once, and under READ COMMITTED neither sees the other's row. Advisory locks of
 * the transaction, taken in one order by all, make the second one wait and then see it.
 */
async function lockDuplicates(tx: Tx, batch: NewSubmission[]): Promise<void> {
  const names = batch.flatMap((item) => [
    `content ${item.contentHash}`,
    ...(item.idempotencyKey ? [`key ${item.idempotencyKey}`] : []),
  ]);
  await lockNamesUntilCommit(tx, names);
}

type Duplicate = { submission: Submission; key: string | null; hash: string };

/** `newKeys`: the idempotency keys that stored submissions without one get. */
type Known = { duplicates: Duplicate[]; newKeys: { id: string; key: string }[] };

async function findDuplicates(tx: Tx, batch: NewSubmission[]): Promise<Known> {
  const hashes = batch.map((item) => item.contentHash);
  const keys = batch.flatMap((item) => item.idempotencyKey ?? []);
  const since = Math.min(...batch.map((item) => item.createdAt)) - duplicateWindowMs;
  const now = Math.max(...batch.map((item) => item.createdAt));
  const rows = await tx
    .selectFrom('form_submissions')
    .select([...columns, 'idempotency_key', 'content_hash', 'link_generation', 'link_revoked_at', 'closed_at'])
    .where(
      sql<boolean>`(${isOneOf(tx, 'content_hash', hashes)} and created_at > ${since} or ${isOneOf(tx, 'idempotency_key', keys)})`,
    )
    .orderBy('created_at')
    .execute();
  return {
    duplicates: rows.map((row) => ({
      submission: { ...fromRow(row), hasLinkEnded: hasFirstLinkEnded(row, now) },
      ...{ key: row.idempotency_key, hash: row.content_hash },
    })),
    newKeys: [],
  };
}

function outcomeOf(item: NewSubmission, known: Known): Stored {
  const sameKey = item.idempotencyKey === null ? undefined : known.duplicates.find((one) => one.key === item.idempotencyKey);
  if (sameKey)
    return sameKey.hash === item.contentHash ? { kind: 'duplicate', submission: sameKey.submission } : { kind: 'conflict' };
  const sameContent = known.duplicates.find(
    (one) => one.hash === item.contentHash && (one.key === null || item.idempotencyKey === null),
  );
  if (!sameContent) {
    known.duplicates.push({ submission: item, key: item.idempotencyKey, hash: item.contentHash });
    return { kind: 'new', submission: item };
  }
  // The first came without a key: it gets this one, so that a later attempt is recognised at any time.
  if (sameContent.key === null && item.idempotencyKey !== null) {
    sameContent.key = item.idempotencyKey;
    known.newKeys.push({ id: sameContent.submission.id, key: item.idempotencyKey });
  }
  return { kind: 'duplicate', submission: sameContent.submission };
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
    target_at: item.ownTargetAt,
    quarantined_at: item.quarantineReason === null ? null : item.createdAt,
    quarantine_reason: item.quarantineReason,
  };
}

/**
 * Whether a failed write was caused by one of its rows, so that the other rows can still be stored one by one. Any other failure
 * (no connection, disk full, locked) would be the same for one row.
 */
export function isRowFault(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return error instanceof TypeError || error instanceof RangeError;
  // SQLite by name; PostgreSQL by class: data (22), constraint (23), transaction rollback (40), too complex (54).
  return /^SQLITE_(CONSTRAINT|TOOBIG|MISMATCH|RANGE)/.test(code) || /^(22|23|40|54)...$/.test(code);
}

/** Whether a submission could not be stored because another one has its reference. */
export function isReferenceTaken(error: unknown): boolean {
  const { code, message, constraint } = (error ?? {}) as { code?: unknown; message?: string; constraint?: string };
  return code === 'SQLITE_CONSTRAINT_UNIQUE'
    ? message?.endsWith('form_submissions.reference') === true
    : code === '23505' && constraint === 'form_submissions_reference_key';
}
