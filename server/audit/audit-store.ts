import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/database/open.ts';
import type { Schema, Tx } from '#server/database/schema.ts';
import {
  type Act,
  type AuditEvent,
  beforeTheFirst,
  detailsDigest,
  hashOf,
  personalActs,
  type StoredEvent,
} from './audit-event.ts';

/** Digits of an event's number, so that ids sort as numbers do. */
const digits = 12;

/** Any number that nothing else in the database locks. */
const chainLock = 4_757_230;

export type AuditStore = ReturnType<typeof createAuditStore>;

export function createAuditStore({ db, engine, write }: Database) {
  const erasable = (before: number) =>
    db.selectFrom('audit_events').select('id').where('details_salt', 'is not', null).where('at', '<', before);

  return {
    /** Adds an event to the chain, in the transaction of what it tells of. */
    append: async (tx: Tx, event: AuditEvent, at: number): Promise<void> => {
      await holdChain(tx, engine);
      const last = await tx.selectFrom('audit_events').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
      const details = JSON.stringify(event.details ?? {});
      const salt = personalActs.includes(event.act) ? randomBytes(16).toString('hex') : null;
      const stored: StoredEvent = {
        id: String(Number(last?.id ?? 0) + 1).padStart(digits, '0'),
        at,
        actor_id: event.actor.id,
        actor: event.actor.name,
        act: event.act,
        subject_id: event.subjectId ?? null,
        details,
        details_salt: salt,
        details_digest: detailsDigest(salt, details),
        former_hash: null,
        previous_hash: last?.hash ?? beforeTheFirst,
      };
      await tx
        .insertInto('audit_events')
        .values({ ...stored, hash: hashOf(stored) })
        .execute();
    },

    /** Events in their order, after this id. */
    page: (after: string, most: number): Promise<Schema['audit_events'][]> =>
      db.selectFrom('audit_events').selectAll().where('id', '>', after).orderBy('id').limit(most).execute(),

    /** The newest first, before this id; of one subject or of all. */
    newest: (options: { before: string | null; subjectId: string | null; most: number }): Promise<Schema['audit_events'][]> => {
      const { before, subjectId, most } = options;
      return db
        .selectFrom('audit_events')
        .selectAll()
        .$if(before !== null, (query) => query.where('id', '<', before))
        .$if(subjectId !== null, (query) => query.where('subject_id', '=', subjectId))
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
    },

    /** Events of these kinds about one subject after this moment, the newest first. */
    since: (
      subjectId: string,
      acts: readonly Act[],
      after: number,
    ): Promise<Pick<Schema['audit_events'], 'act' | 'at' | 'details'>[]> =>
      db
        .selectFrom('audit_events')
        .select(['act', 'at', 'details'])
        .where('subject_id', '=', subjectId)
        .where('act', 'in', acts)
        .where('at', '>', after)
        .orderBy('id', 'desc')
        .execute(),

    /** Whether details of before then are still there that can be erased. */
    hasErasable: async (before: number): Promise<boolean> => (await erasable(before).limit(1).executeTakeFirst()) !== undefined,

    /** Erases such details, so many at most; answers how many. */
    eraseDetails: async (before: number, most: number): Promise<number> => {
      const { numUpdatedRows } = await db
        .updateTable('audit_events')
        .set({ details: '{}', details_salt: null })
        .where('id', 'in', erasable(before).orderBy('at').limit(most))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    transaction: write,
  };
}

/** Two writers must not both take the same event for the last. */
async function holdChain(tx: Tx, engine: Database['engine']): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(chainLock)})`.execute(tx);
}
