import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '#server/core/database/database.ts';
import { insertRows, lockUntilCommit } from '#server/core/database/engine.ts';
import { createGroupCommit } from '#server/core/database/group-commit.ts';
import type { Schema, Tx } from '#server/core/database/schema.ts';
import { beforeCommit } from '#server/core/database/transaction-scope.ts';
import {
  type Actor,
  type AuditAction,
  type AuditEvent,
  detailsDigest,
  firstPreviousHash,
  hashOf,
  personalActions,
  reasonedActions,
  type StoredEvent,
} from './audit-event.ts';

export type Audit = ReturnType<typeof createAudit>;

/** Rows per transaction when details are erased: short enough that other writers do not notice. */
const batchSize = 500;

/** An event's id is its number with this many digits, so that ids sort as numbers do. */
const digits = 12;

/** Key of the advisory lock on the chain; nothing else in the database uses it. */
const chainLock = 4_757_230;

type CollectedEvent = AuditEvent & { at: number };

/** The audit trail: who did what to what, as a hash chain that shows when an event was changed. */
export function createAudit({ database, now }: { database: Database; now: () => number }) {
  const { db, write } = database;
  const eventsOf = new WeakMap<Tx, CollectedEvent[]>();

  /**
   * Records an event with the change that a transaction makes: neither is stored without the other. The events of a transaction are
   * added to the chain as the last thing that it does. Returns the time of the event.
   */
  function recordIn(tx: Tx, event: AuditEvent): number {
    const collected = { ...event, at: now() };
    const events = eventsOf.get(tx);
    if (events) {
      events.push(collected);
      return collected.at;
    }
    const first = [collected];
    beforeCommit(tx, () => append(tx, first));
    eventsOf.set(tx, first);
    return collected.at;
  }

  /** Records an event that has no other change to go with, such as a read or a failure, in one transaction with others like it. */
  const record = createGroupCommit<AuditEvent, void>({
    commit: (events) =>
      write(async (tx) => {
        for (const event of events) recordIn(tx, event);
        return events.map(() => undefined);
      }),
  });

  /** Events before a time whose personal details are not erased yet. */
  const erasable = (before: number) =>
    db
      .selectFrom('audit_events')
      .select('id')
      .where('details_salt', 'is not', null)
      .where('action', 'not in', reasonedActions)
      .where('at', '<', before);

  return {
    recordIn,
    record,

    /** Events of some subjects or of all, those before an id, newest first. */
    newest: (options: {
      before: string | null;
      subjectIds: string[] | null;
      limit: number;
    }): Promise<Schema['audit_events'][]> => {
      const { before, subjectIds, limit } = options;
      return db
        .selectFrom('audit_events')
        .selectAll()
        .$if(before !== null, (query) => query.where('id', '<', before))
        .$if(subjectIds !== null, (query) => query.where('subject_id', 'in', subjectIds))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },

    /** Events with these actions on one subject after a time, newest first. */
    since: (
      subjectId: string,
      actions: readonly AuditAction[],
      after: number,
    ): Promise<Pick<Schema['audit_events'], 'action' | 'at' | 'details'>[]> =>
      db
        .selectFrom('audit_events')
        .select(['action', 'at', 'details'])
        .where('subject_id', '=', subjectId)
        .where('action', 'in', actions)
        .where('at', '>', after)
        .orderBy('id', 'desc')
        .execute(),

    /** The details of all events with this action after a time, which are not erased yet. */
    detailsSince: async (action: AuditAction, after: number): Promise<string[]> => {
      const events = db.selectFrom('audit_events').select('details').where('action', '=', action).where('at', '>', after);
      return (await events.execute()).map(({ details }) => details);
    },

    /**
     * Erases the personal details of events before a time. The erasure itself is recorded first, because verification accepts missing
     * details only where such an event covers them.
     */
    eraseDetails: async (actor: Actor, before: number): Promise<void> => {
      if (!(await erasable(before).limit(1).executeTakeFirst())) return;
      await record({ actor, action: 'details erased', details: { before } });
      let erased = 0n;
      do {
        await setImmediate();
        ({ numUpdatedRows: erased } = await db
          .updateTable('audit_events')
          .set({ details: '{}', details_salt: null })
          .where('id', 'in', erasable(before).orderBy('at').limit(batchSize))
          .executeTakeFirst());
      } while (erased > 0n);
    },

    /** Erases the reasons that staff typed about these claims, in the transaction that erases them and records it. */
    eraseReasons: async (tx: Tx, submissionIds: string[]): Promise<void> => {
      await tx
        .updateTable('audit_events')
        .set({ details: '{}', details_salt: null })
        .where('subject_id', 'in', submissionIds)
        .where('action', 'in', reasonedActions)
        .execute();
    },
  };
}

async function append(tx: Tx, events: CollectedEvent[]): Promise<void> {
  // Two writers must not both append to the same last event.
  await lockUntilCommit(tx, chainLock);
  const last = await tx.selectFrom('audit_events').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  let number = Number(last?.id ?? 0);
  let previousHash = last?.hash ?? firstPreviousHash;
  const rows = events.map((event) => {
    number += 1;
    const row = rowOf(event, String(number).padStart(digits, '0'), previousHash);
    previousHash = row.hash;
    return row;
  });
  await insertRows(tx, 'audit_events', rows);
}

function rowOf(event: CollectedEvent, id: string, previousHash: string): Schema['audit_events'] {
  const details = JSON.stringify(event.details ?? {});
  const isErasable = personalActions.includes(event.action) || reasonedActions.includes(event.action);
  const salt = isErasable ? randomBytes(16).toString('hex') : null;
  const stored: StoredEvent = {
    id,
    at: event.at,
    actor_id: event.actor.id,
    actor: event.actor.name,
    action: event.action,
    subject_id: event.subjectId ?? null,
    details,
    details_salt: salt,
    details_digest: detailsDigest(salt, details),
    former_hash: null,
    previous_hash: previousHash,
  };
  return { ...stored, hash: hashOf(stored) };
}
