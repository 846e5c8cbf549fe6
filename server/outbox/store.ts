import { randomUUID } from 'node:crypto';
import { type Selectable, sql, type UpdateObject } from 'kysely';
import { makeId } from '#server/database/make-id.ts';
import type { Database } from '#server/database/open.ts';
import { insertRows } from '#server/database/rows.ts';
import { answersOf, type Db, type Schema, sharedNow, type Tx } from '#server/database/schema.ts';
import type { Delivery } from '#server/mail/mailer.ts';
import { type DetailsCipher, type EmailDetails, isClear } from './email-details.ts';
import type { LetterKind, StaffLetterKind } from './kinds.ts';
import type { ClaimedLetter } from './letter.ts';

/** More than all instances together have on their way. */
const mostLeased = 500;

export type OutboxStore = ReturnType<typeof createOutboxStore>;

/** Promises a letter for each submission, in the transaction that stores it. */
export async function addLetters(tx: Tx, submissions: { id: string; createdAt: number }[]): Promise<void> {
  const letters = submissions.map(({ id, createdAt }) => ({
    id: makeId(createdAt),
    submission_id: id,
    kind: 'notification',
    created_at: createdAt,
    next_try_at: sharedNow(tx, createdAt),
  }));
  await insertRows(tx, 'letters', letters);
}

/** Writes a letter to a member of staff. `details` is what it has to say; it is kept, encrypted, until the letter is sent. */
export async function addStaffLetter(
  db: Db,
  letter: { kind: StaffLetterKind; recipient: string; details: EmailDetails; createdAt: number },
  cipher: DetailsCipher,
): Promise<void> {
  const { kind, recipient, details, createdAt } = letter;
  const values = {
    id: randomUUID(),
    kind,
    recipient,
    details: cipher.encrypt(details),
    created_at: createdAt,
    next_try_at: sharedNow(db, createdAt),
  };
  await db.insertInto('letters').values(values).execute();
}

/** Letters to members of staff that were written before then, and sent or given up. */
export async function settledStaffLetters(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('letters')
    .select('id')
    .where('submission_id', 'is', null)
    .where('created_at', '<', before)
    .where((where) => where.or([where('sent_at', 'is not', null), where('gave_up_at', 'is not', null)]))
    .execute();
  return rows.map(({ id }) => id);
}

export async function removeStaffLetters(db: Db, ids: string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += 500)
    await db
      .deleteFrom('letters')
      .where('id', 'in', ids.slice(from, from + 500))
      .execute();
}

/** The last fact about a letter that its sender knows. Without `delivery` it was not tried after all. */
export type Settlement =
  | { kind: 'sent' | 'givenUp'; at: number; delivery: Delivery }
  | { kind: 'waits'; until: number; delivery: Delivery }
  | { kind: 'released'; delivery: Delivery | null };

/** `now` is this process's clock. On PostgreSQL, where several processes share the e-mails, what is due is told by the database's. */
export function createOutboxStore({ db, engine, write }: Database) {
  return {
    /** Takes up to `most` due letters for this sender alone, until the lease ends. Counts a try. */
    claim: async (now: number, leaseMs: number, most: number): Promise<ClaimedLetter[]> => {
      const shared = sharedNow(db, now);
      const due = db
        .selectFrom('letters')
        .select('id')
        .where('sent_at', 'is', null)
        .where('gave_up_at', 'is', null)
        .where('next_try_at', '<=', shared)
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', shared)]))
        .orderBy('next_try_at')
        .limit(most);
      const taken = await db
        // Materialised, so that PostgreSQL picks once: several senders claim at once, and each passes over what another is taking.
        .with(
          (cte) => (engine === 'postgres' ? cte('due').materialized() : cte('due')),
          () => (engine === 'postgres' ? due.forUpdate().skipLocked() : due),
        )
        .updateTable('letters')
        .set({
          lease_until: sql`${shared} + ${leaseMs}`,
          fence: sql`fence + 1`,
          tries: sql`tries + 1`,
          first_tried_at: sql`coalesce(first_tried_at, ${shared})`,
        })
        .where('id', 'in', (select) => select.selectFrom('due').select('id'))
        .returning(takenColumns)
        .execute();
      return taken.length > 0 ? withSubmissions(taken, now + leaseMs) : [];
    },

    /** Only while the fence is still this sender's; false when another sender has taken over. */
    settle: (letter: ClaimedLetter, settlement: Settlement, now: number): Promise<boolean> =>
      write(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('letters')
          .set({ ...changeFor(settlement, now, sharedNow(tx, now)), lease_until: null })
          .where('id', '=', letter.id)
          .where('fence', '=', letter.fence)
          .where('sent_at', 'is', null)
          .executeTakeFirst();
        const { delivery } = settlement;
        if (numUpdatedRows > 0n && delivery) {
          const one = { id: makeId(now), letter_id: letter.id, at: now, outcome: delivery.kind, answer: delivery.answer };
          await tx.insertInto('letter_tries').values(one).execute();
        }
        return numUpdatedRows > 0n;
      }),

    /** When the next letter falls due, by this process's clock; null when none waits. */
    nextDueAt: async (now: number): Promise<number | null> => {
      const dueAt = sql`min(case when lease_until > next_try_at then lease_until else next_try_at end)`;
      // Only those with the earliest times: there may be a hundred thousand, and one of these is not leased.
      const earliest = db
        .selectFrom('letters')
        .select(['next_try_at', 'lease_until'])
        .where('sent_at', 'is', null)
        .where('gave_up_at', 'is', null)
        .orderBy('next_try_at')
        .limit(mostLeased + 1);
      const row = await db
        .selectFrom(earliest.as('earliest'))
        .select(sql<number | null>`${dueAt} - ${sharedNow(db, now)}`.as('in_ms'))
        .executeTakeFirst();
      return row?.in_ms == null ? null : now + row.in_ms;
    },

    /** The mail server answers again: what waited for it alone need not wait for its own hour. */
    hasten: async (now: number): Promise<void> => {
      await db
        .updateTable('letters')
        .set({ next_try_at: sharedNow(db, now) })
        .where('sent_at', 'is', null)
        .where('gave_up_at', 'is', null)
        .where('next_try_at', '>', sharedNow(db, now))
        .where('last_outcome', '=', 'unreachable')
        .execute();
    },

    /**
     * Makes due what the mail server deferred, and was not tried since; those that would be tried soonest first. Answers which.
     */
    retryDeferred: async (now: number, options: { triedBefore: number; most: number }): Promise<string[]> => {
      const shared = sharedNow(db, now);
      const deferred = db
        .selectFrom('letters')
        .select('id')
        .where('sent_at', 'is', null)
        .where('gave_up_at', 'is', null)
        .where('next_try_at', '>', shared)
        .where('last_outcome', '=', 'deferred')
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', shared)]))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('letter_tries')
                .select('letter_tries.id')
                .whereRef('letter_id', '=', 'letters.id')
                .where('at', '>=', options.triedBefore),
            ),
          ),
        )
        .orderBy('next_try_at')
        .limit(options.most);
      const rows = await db
        .updateTable('letters')
        .set({ next_try_at: shared })
        .where('id', 'in', deferred)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Encrypts what a version that did not do so has left. */
    encryptDetails: async (cipher: DetailsCipher): Promise<void> => {
      const rows = await db
        .selectFrom('letters')
        .select(['id', 'details'])
        .where('sent_at', 'is', null)
        .where('gave_up_at', 'is', null)
        .where('details', 'is not', null)
        .execute();
      for (const { id, details } of rows)
        if (details !== null && isClear(details))
          await db
            .updateTable('letters')
            .set({ details: cipher.encrypt(cipher.decrypt(details)) })
            .where('id', '=', id)
            .where('details', '=', details)
            .execute();
    },

    /** On SQLite this process is the only sender: what a killed predecessor held is due at once. */
    releaseLeases: async (): Promise<void> => {
      if (engine === 'sqlite')
        await db.updateTable('letters').set({ lease_until: null }).where('lease_until', 'is not', null).execute();
    },
  };

  async function withSubmissions(taken: Taken[], leaseUntil: number): Promise<ClaimedLetter[]> {
    const ids = taken.flatMap((letter) => letter.submission_id ?? []);
    const rows =
      ids.length > 0 ? await db.selectFrom('form_submissions').select(subjectColumns).where('id', 'in', ids).execute() : [];
    const byId = new Map(rows.map((row) => [row.id, subjectOf(row)]));
    // Its submission was erased in this moment: there is nothing left to tell.
    const held = taken.filter(({ submission_id: id }) => id === null || byId.has(id));
    return held.map((letter) => fromTaken(letter, byId.get(letter.submission_id ?? '') ?? null, leaseUntil));
  }
}

const takenColumns = [
  ...(['id', 'submission_id', 'kind', 'recipient', 'details', 'created_at'] as const),
  ...(['tries', 'fence', 'first_tried_at'] as const),
];
const subjectColumns = ['id', 'reference', 'form_name', 'form_data', 'created_at', 'due_at'] as const;

type Taken = Selectable<Pick<Schema['letters'], (typeof takenColumns)[number]>>;
type Subject = Selectable<Pick<Schema['form_submissions'], (typeof subjectColumns)[number]>>;

function fromTaken(row: Taken, submission: ClaimedLetter['submission'], leaseUntil: number): ClaimedLetter {
  const { id, recipient, details, tries, fence, created_at: createdAt } = row;
  return {
    ...{ id, recipient, details, tries, fence, createdAt, submission, leaseUntil },
    kind: row.kind as LetterKind,
    firstTriedAt: row.first_tried_at ?? createdAt,
  };
}

function subjectOf({ id, reference, form_name: formName, created_at: submittedAt, due_at: dueAt, form_data }: Subject) {
  return { id, reference, formName, submittedAt, dueAt, data: answersOf(form_data) };
}

function changeFor(settlement: Settlement, now: number, shared: ReturnType<typeof sharedNow>): UpdateObject<Schema, 'letters'> {
  const { kind, delivery } = settlement;
  const last = delivery ? { last_outcome: delivery.kind, last_answer: delivery.answer } : {};
  if (kind === 'sent') return { ...last, sent_at: settlement.at, details: null };
  if (kind === 'givenUp') return { ...last, gave_up_at: settlement.at, details: null };
  if (kind === 'waits') return { ...last, next_try_at: sql<number>`${shared} + ${Math.round(settlement.until - now)}` };
  return { ...last, tries: sql<number>`tries - 1` };
}
