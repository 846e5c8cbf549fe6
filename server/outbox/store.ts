import { randomUUID } from 'node:crypto';
import { sql, type UpdateObject } from 'kysely';
import type { Database } from '#server/database/open.ts';
import { answersOf, type Schema, type Tx } from '#server/database/schema.ts';
import type { Delivery } from '#server/mail/mailer.ts';
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

/** The last fact about a letter that its sender knows. Without `delivery` it was not tried after all. */
export type Settlement =
  | { kind: 'sent' | 'givenUp'; at: number; delivery: Delivery }
  | { kind: 'waits'; until: number; delivery: Delivery }
  | { kind: 'released'; delivery: Delivery | null };

export function createOutboxStore({ db, engine }: Database) {
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
        .returning(['id', 'submission_id', 'kind', 'created_at', 'tries', 'fence', 'first_tried_at', 'lease_until'])
        .execute();
      return taken.length > 0 ? withSubmissions(taken) : [];
    },

    /** Only while the fence is still this sender's; false when another sender has taken over. */
    settle: async (letter: ClaimedLetter, settlement: Settlement): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('letters')
        .set({ ...changeFor(settlement), lease_until: null })
        .where('id', '=', letter.id)
        .where('fence', '=', letter.fence)
        .where('sent_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

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

    /** On SQLite this process is the only sender: what a killed predecessor held is due at once. */
    releaseLeases: async (): Promise<void> => {
      if (engine === 'sqlite')
        await db.updateTable('letters').set({ lease_until: null }).where('lease_until', 'is not', null).execute();
    },
  };

  async function withSubmissions(taken: Taken[]): Promise<ClaimedLetter[]> {
    const ids = taken.map((letter) => letter.submission_id);
    const rows = await db.selectFrom('form_submissions').selectAll().where('id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return taken.flatMap((letter) => {
      const row = byId.get(letter.submission_id);
      return row ? [{ ...fromTaken(letter), ...aboutSubmission(row) }] : [];
    });
  }
}

type Letter = Schema['letters'];
type Taken = Pick<Letter, 'id' | 'submission_id' | 'kind' | 'created_at' | 'first_tried_at' | 'lease_until'> & {
  tries: number;
  fence: number;
};

function fromTaken({ id, kind, tries, fence, created_at, first_tried_at, lease_until }: Taken) {
  const createdAt = created_at;
  return { id, kind, tries, fence, createdAt, firstTriedAt: first_tried_at ?? createdAt, leaseUntil: lease_until ?? createdAt };
}

function aboutSubmission(row: {
  reference: string;
  form_name: string;
  created_at: number;
  form_data: string | Record<string, string>;
}) {
  const { reference, form_name: formName, created_at: submittedAt } = row;
  return { reference, formName, submittedAt, data: answersOf(row.form_data) };
}

function changeFor(settlement: Settlement): UpdateObject<Schema, 'letters'> {
  const { kind, delivery } = settlement;
  const last = delivery ? { last_outcome: delivery.kind, last_answer: delivery.answer } : {};
  if (kind === 'sent') return { ...last, sent_at: settlement.at };
  if (kind === 'givenUp') return { ...last, gave_up_at: settlement.at };
  if (kind === 'waits') return { ...last, next_try_at: settlement.until };
  return { ...last, tries: sql<number>`tries - 1` };
}
