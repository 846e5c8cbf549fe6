import { randomUUID } from 'node:crypto';
import { type Selectable, sql, type UpdateObject } from 'kysely';
import type { Database } from '#server/database/open.ts';
import { answersOf, type Db, type Schema, type Tx } from '#server/database/schema.ts';
import type { Delivery } from '#server/mail/mailer.ts';
import { type DetailsCipher, type EmailDetails, isClear } from './email-details.ts';
import type { LetterKind, StaffLetterKind } from './kinds.ts';
import type { ClaimedLetter } from './letter.ts';

export type OutboxStore = ReturnType<typeof createOutboxStore>;

/** Promises a letter for each submission, in the transaction that stores it. */
export async function addLetters(tx: Tx, submissions: { id: string; createdAt: number }[]): Promise<void> {
  const letters = submissions.map(({ id, createdAt }) => ({
    id: randomUUID(),
    submission_id: id,
    kind: 'notification',
    created_at: createdAt,
    next_try_at: createdAt,
  }));
  await tx.insertInto('letters').values(letters).execute();
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
    next_try_at: createdAt,
  };
  await db.insertInto('letters').values(values).execute();
}

/** The last fact about a letter that its sender knows. Without `delivery` it was not tried after all. */
export type Settlement =
  | { kind: 'sent' | 'givenUp'; at: number; delivery: Delivery }
  | { kind: 'waits'; until: number; delivery: Delivery }
  | { kind: 'released'; delivery: Delivery | null };

export function createOutboxStore({ db, engine, write }: Database) {
  return {
    /** Takes up to `most` due letters for this sender alone, until the lease ends. Counts a try. */
    claim: async (now: number, leaseMs: number, most: number): Promise<ClaimedLetter[]> => {
      const due = db
        .selectFrom('letters')
        .select('id')
        .where('sent_at', 'is', null)
        .where('gave_up_at', 'is', null)
        .where('next_try_at', '<=', now)
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', now)]))
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
          lease_until: now + leaseMs,
          fence: sql`fence + 1`,
          tries: sql`tries + 1`,
          first_tried_at: sql`coalesce(first_tried_at, ${now})`,
        })
        .where('id', 'in', (select) => select.selectFrom('due').select('id'))
        .returning(takenColumns)
        .execute();
      return taken.length > 0 ? withSubmissions(taken) : [];
    },

    /** Only while the fence is still this sender's; false when another sender has taken over. */
    settle: (letter: ClaimedLetter, settlement: Settlement, now: number): Promise<boolean> =>
      write(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('letters')
          .set({ ...changeFor(settlement), lease_until: null })
          .where('id', '=', letter.id)
          .where('fence', '=', letter.fence)
          .where('sent_at', 'is', null)
          .executeTakeFirst();
        const { delivery } = settlement;
        if (numUpdatedRows > 0n && delivery) {
          const one = { id: randomUUID(), letter_id: letter.id, at: now, outcome: delivery.kind, answer: delivery.answer };
          await tx.insertInto('letter_tries').values(one).execute();
        }
        return numUpdatedRows > 0n;
      }),

    /** When the next letter falls due; null when none waits. */
    nextDueAt: async (): Promise<number | null> => {
      const row = await db
        .selectFrom('letters')
        .select(sql<number | null>`min(case when lease_until > next_try_at then lease_until else next_try_at end)`.as('at'))
        .where('sent_at', 'is', null)
        .where('gave_up_at', 'is', null)
        .executeTakeFirst();
      return row?.at ?? null;
    },

    /** The mail server answers again: what waited for it alone need not wait for its own hour. */
    hasten: async (now: number): Promise<void> => {
      await db
        .updateTable('letters')
        .set({ next_try_at: now })
        .where('sent_at', 'is', null)
        .where('gave_up_at', 'is', null)
        .where('next_try_at', '>', now)
        .where('last_outcome', '=', 'unreachable')
        .execute();
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

  async function withSubmissions(taken: Taken[]): Promise<ClaimedLetter[]> {
    const ids = taken.flatMap((letter) => letter.submission_id ?? []);
    const rows =
      ids.length > 0 ? await db.selectFrom('form_submissions').select(subjectColumns).where('id', 'in', ids).execute() : [];
    const byId = new Map(rows.map((row) => [row.id, subjectOf(row)]));
    // Its submission was erased in this moment: there is nothing left to tell.
    const held = taken.filter(({ submission_id: id }) => id === null || byId.has(id));
    return held.map((letter) => fromTaken(letter, byId.get(letter.submission_id ?? '') ?? null));
  }
}

const takenColumns = [
  ...(['id', 'submission_id', 'kind', 'recipient', 'details', 'created_at'] as const),
  ...(['tries', 'fence', 'first_tried_at', 'lease_until'] as const),
];
const subjectColumns = ['id', 'reference', 'form_name', 'form_data', 'created_at', 'due_at'] as const;

type Taken = Selectable<Pick<Schema['letters'], (typeof takenColumns)[number]>>;
type Subject = Selectable<Pick<Schema['form_submissions'], (typeof subjectColumns)[number]>>;

function fromTaken(row: Taken, submission: ClaimedLetter['submission']): ClaimedLetter {
  const { id, recipient, details, tries, fence, created_at: createdAt } = row;
  return {
    ...{ id, recipient, details, tries, fence, createdAt, submission },
    kind: row.kind as LetterKind,
    firstTriedAt: row.first_tried_at ?? createdAt,
    leaseUntil: row.lease_until ?? createdAt,
  };
}

function subjectOf({ id, reference, form_name: formName, created_at: submittedAt, due_at: dueAt, form_data }: Subject) {
  return { id, reference, formName, submittedAt, dueAt, data: answersOf(form_data) };
}

function changeFor(settlement: Settlement): UpdateObject<Schema, 'letters'> {
  const { kind, delivery } = settlement;
  const last = delivery ? { last_outcome: delivery.kind, last_answer: delivery.answer } : {};
  if (kind === 'sent') return { ...last, sent_at: settlement.at, details: null };
  if (kind === 'givenUp') return { ...last, gave_up_at: settlement.at, details: null };
  if (kind === 'waits') return { ...last, next_try_at: settlement.until };
  return { ...last, tries: sql<number>`tries - 1` };
}
