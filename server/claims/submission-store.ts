import { isDeepStrictEqual } from 'node:util';
import { isUrgent } from '#forms/form.ts';
import { findForm, isClaim } from '#forms/forms.ts';
import { recordWrites } from '#server/core/database/commit-thread.ts';
import type { Database } from '#server/core/database/database.ts';
import { insertRows } from '#server/core/database/engine.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { shownAnswers } from '#server/core/email-address.ts';
import { enqueue, type NewJob } from '#server/core/jobs/queue.ts';
import { reading } from '#server/core/observability/reading.ts';
import { emailToSender, senderAddress } from '#server/mail/out/email-store.ts';
import { type EmailQuotas, unlimitedEmails } from './accept/email-quotas.ts';
import { findEarlier, hasRepetition, keepKeys, lockDuplicates, openDuplicates } from './duplicates.ts';
import { acknowledgement, isAcknowledged } from './sender-emails.ts';
import { escalationStart } from './sla/escalation.ts';
import {
  type AnsweredSubmission,
  fromRow,
  type NewSubmission,
  type Submission,
  submissionColumns,
  toRow,
} from './stored-submission.ts';
import { emailToTeam, isInFlood, notification, urgentNotification } from './team-emails.ts';

export type Stored =
  | { kind: 'new' | 'duplicate'; submission: AnsweredSubmission }
  /** Saved into an existing claim. `hasEmail`: an e-mail was stored. */
  | ({ kind: 'merged' } & Merged)
  | { kind: 'conflict' }
  | Question
  /** Not stored, because it may belong to an existing claim: `insertOrMerge` has to store it. */
  | { kind: 'apart' };

/** The claim that a submission was saved into. `isNew`: something was added to it. */
type Merged = { submission: AnsweredSubmission; isNew: boolean; hasEmail: boolean };

/**
 * A claim that a submission may be saved into. `sentAs`: the form of what came before it; null where the browser says by its cookie that
 * it began the claim.
 */
type MergeTarget = { id: string; sentAs: string | null };

/** Not stored, because it may be about another accident than the claim that it would be saved into: its sender has to say. */
type Question = { kind: 'question'; reference: string; createdAt: number };

/** Saves a submission into an existing claim, in the transaction; null where it has to be a claim of its own. */
export type MergeIn = (tx: Tx, item: NewSubmission, target: MergeTarget) => Promise<Merged | Question | null>;

/** A smaller batch is committed here, in less time than the messages to a thread and back would take. */
const threadFrom = 8;

/**
 * The most submissions in one transaction, and the most transactions. On SQLite few, so that requests are read while the thread commits
 * the ones before; a larger one would hold all senders at once, and leave first the one and then the other idle. The next transaction
 * is prepared meanwhile, and is with the thread before the last one's senders are answered.
 */
const batches = { sqlite: { limit: 16, atOnce: 2 }, postgres: { limit: 100, atOnce: 1 } };

export type SubmissionStore = ReturnType<typeof createSubmissionStore>;

/** Opens the store. `emailsSenders`: they get an acknowledgement, as far as the quotas allow. */
export function createSubmissionStore(
  { engine, read, writeReserved, writeApart, file }: Database,
  options: { emailsSenders?: boolean; quotas?: EmailQuotas; mergeIn?: MergeIn | undefined } = {},
) {
  const { emailsSenders = false, quotas = unlimitedEmails, mergeIn } = options;

  return {
    batches: batches[engine],

    /**
     * Stores the new submissions of a batch, with their e-mails (none to the team in quarantine), in one transaction.
     * Duplicates are recognised, even within the batch.
     */
    insertAll: async (batch: NewSubmission[]): Promise<Stored[]> => {
      if (await insertInThread(batch)) return batch.map((submission) => ({ kind: 'new', submission }));
      return writeReserved(async (tx) => {
        await lockDuplicates(tx, batch);
        const { recognise, storeAdoptions } = await openDuplicates(tx, batch);
        const fresh: NewSubmission[] = [];
        const outcomes = batch.map((item): Stored => {
          const known = recognise(item);
          if (known.kind === 'belongs' && mergeIn && item.quarantineReason === null) return { kind: 'apart' };
          if (known.kind === 'duplicate' || known.kind === 'conflict') return known;
          fresh.push(item);
          return { kind: 'new', submission: item };
        });
        await insert(tx, fresh);
        await storeAdoptions();
        return outcomes;
      });
    },

    /**
     * Stores a submission, or saves it into the claim that it takes the place of or goes on with. It is in no batch, because it locks
     * rows that others work on.
     */
    insertOrMerge: (item: NewSubmission): Promise<Stored> =>
      writeApart(async (tx) => {
        await lockDuplicates(tx, [item]);
        const { recognise, findReplaced, unknownOf, storeAdoptions } = await openDuplicates(tx, [item]);
        const replaced = findReplaced(item);
        const known = recognise(item);
        if (known.kind === 'duplicate' || known.kind === 'conflict') {
          await storeAdoptions();
          return known;
        }
        const belongsTo = known.kind === 'belongs' ? [known.to] : [];
        const targets: MergeTarget[] = [
          ...[...belongsTo, ...replaced].map(({ submission, formName }) => ({ id: submission.id, sentAs: formName })),
          ...(item.startedId ? [{ id: item.startedId, sentAs: null }] : []),
        ];
        const merged = await mergeIntoFirst(tx, item, targets);
        if (merged && 'kind' in merged) return merged;
        if (!merged) await insert(tx, [item]);
        const { id } = merged?.submission ?? item;
        await keepKeys(tx, item, { id, isMerged: merged !== null, notCome: unknownOf(item.replaces ?? []) });
        return merged ? { kind: 'merged', ...merged } : { kind: 'new', submission: item };
      }),

    /** Stores a claim that staff enter, with what `follow` writes, in one transaction. It is saved into no other claim. */
    insertByStaff: (
      item: NewSubmission,
      follow: (tx: Tx) => Promise<void>,
    ): Promise<Extract<Stored, { kind: 'new' | 'duplicate' | 'conflict' }>> =>
      writeApart(async (tx) => {
        await lockDuplicates(tx, [item]);
        const known = (await openDuplicates(tx, [item])).recognise(item);
        if (known.kind === 'duplicate' || known.kind === 'conflict') return known;
        await insert(tx, [item]);
        await follow(tx);
        return { kind: 'new', submission: item };
      }),

    /**
     * Stores a submission as any other, reads it back and removes it with its e-mails, in one transaction, of which only what `follow` writes
     * is left. It counts against no quota.
     */
    tryOut: (item: NewSubmission, follow: (tx: Tx) => Promise<void>): Promise<Stored> =>
      writeReserved(async (tx) => {
        await lockDuplicates(tx, [item]);
        await insert(tx, [{ ...item, isAcknowledged: false, isInFlood: false }]);
        const row = await tx
          .selectFrom('form_submissions')
          .select(submissionColumns)
          .where('id', '=', item.id)
          .executeTakeFirst();
        const email = await tx.selectFrom('jobs').select('id').where('subject_id', '=', item.id).executeTakeFirst();
        if (!row || !email || !isDeepStrictEqual(fromRow(row).data, shownAnswers(item.data)))
          throw new Error('What is stored is not what was sent.');
        await tx.deleteFrom('form_submissions').where('id', '=', item.id).execute();
        await follow(tx);
        return { kind: 'new', submission: item };
      }),

    isAcknowledged: (id: string): Promise<boolean> => read((db) => isAcknowledged(db, id)),

    find: async (id: string): Promise<Submission | null> => {
      const row = await read((db) =>
        db.selectFrom('form_submissions').select(submissionColumns).where('id', '=', id).executeTakeFirst(),
      );
      return row ? fromRow(row) : null;
    },
  };

  /**
   * Stores a batch in SQLite's thread, so that the next one is received meanwhile. Returns false, with nothing stored, for a batch
   * that is not worth it, or in which a submission may repeat another one.
   */
  async function insertInThread(batch: NewSubmission[]): Promise<boolean> {
    if (file === null || batch.length < threadFrom || hasRepetition(batch)) return false;
    const unless = await read(async (db) => findEarlier(db, batch));
    return file.commitInThread({ unless, writes: await recordWrites((tx) => insert(tx, batch)) });
  }

  async function mergeIntoFirst(tx: Tx, item: NewSubmission, targets: MergeTarget[]): Promise<Merged | Question | null> {
    for (const target of targets) {
      const merged = (await mergeIn?.(tx, item, target)) ?? null;
      if (merged) return merged;
    }
    return null;
  }

  async function insert(tx: Tx, fresh: NewSubmission[]): Promise<void> {
    if (fresh.length === 0) return;
    await insertRows(tx, 'form_submissions', fresh.map(toRow));
    // A batch that failed is stored again one by one: each submission counts once.
    for (const item of fresh) item.isAcknowledged ??= mayAcknowledge(item);
    await enqueue(
      tx,
      fresh.flatMap((item) => [
        ...(item.quarantineReason === null ? [notificationOf(item)] : []),
        ...(item.isAcknowledged ? emailToSender(item, acknowledgement, item.createdAt) : []),
      ]),
    );
    const starts = fresh.filter((item) => item.quarantineReason === null && isUrgentForm(item.formName));
    await enqueue(
      tx,
      starts.map(({ id, createdAt }) => escalationStart(id, createdAt)),
    );
  }

  /**
   * Whether the sender gets an acknowledgement. In quarantine only a claim is acknowledged, because its receipt says whether an e-mail
   * comes, and is the same for everybody.
   */
  function mayAcknowledge(item: NewSubmission): boolean {
    const recipient = senderAddress(item);
    if (!emailsSenders || recipient === null) return false;
    if (item.quarantineReason !== null && !isClaim(item.formName)) return false;
    return quotas.mayAcknowledge(recipient, item.network ?? null, item.createdAt);
  }

  /** The e-mail to the team: at once, or in a flood with the next digest, which comes sooner where somebody waits at the roadside. */
  function notificationOf(item: NewSubmission): NewJob {
    const { id, createdAt, formName } = item;
    const kind = isUrgentForm(formName) ? urgentNotification : notification;
    item.isInFlood ??= isInFlood(kind, quotas, createdAt);
    return emailToTeam(kind, id, createdAt, item.isInFlood);
  }
}

function isUrgentForm(name: string): boolean {
  const form = findForm(name);
  return form !== null && isUrgent(form);
}

/** Whether a submission could not be stored because another one has its reference. */
export function isReferenceTaken(error: unknown): boolean {
  const { code, message, constraint } = (error ?? {}) as { code?: unknown; message?: string; constraint?: string };
  return code === 'SQLITE_CONSTRAINT_UNIQUE'
    ? message?.endsWith('form_submissions.reference') === true
    : code === '23505' && constraint === 'form_submissions_reference_key';
}

export const quarantineReading = reading('kerbside_submissions_quarantined', 'Submissions in quarantine.', async ({ db }) => {
  const row = await db.read((store) =>
    store
      .selectFrom('form_submissions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('quarantined_at', 'is not', null)
      .executeTakeFirst(),
  );
  return Number(row?.count ?? 0);
});
