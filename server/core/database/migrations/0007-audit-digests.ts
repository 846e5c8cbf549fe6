import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

type Row = Record<'id' | 'actor' | 'act' | 'details' | 'previous_hash' | 'hash', string> &
  Record<'actor_id' | 'subject_id', string | null> & { at: number };

const beforeTheFirst = '0'.repeat(64);
const pageSize = 1_000;

/** Acts whose details name an address, a browser or an e-mail address, as of this migration. */
const personalActs = ['signed in', 'sign-in failed', 'code failed', 'recovery code used', 'invited'];

/**
 * The chain covers a digest of each event's details, so that the details can be erased later. Every event gets a new hash; the one
 * it had stays beside it, covered by the new one, so that a head that was noted before is still found. A link that was broken
 * keeps its old hash and is still told.
 */
export function auditDigests(): Migration {
  return { up: change };
}

async function change(db: Kysely<unknown>): Promise<void> {
  for (const column of ['details_salt', 'details_digest', 'former_hash'])
    await db.schema.alterTable('audit_events').addColumn(column, 'text').execute();
  await hashAnew(db as Kysely<{ audit_events: Row }>);
  // Only what is still to be erased: as small as the last months' sign-ins.
  await sql`create index audit_events_erasable on audit_events (at) where details_salt is not null`.execute(db);
}

async function hashAnew(db: Kysely<{ audit_events: Row }>): Promise<void> {
  let last = { id: '', formerHash: beforeTheFirst, hash: beforeTheFirst };
  for (;;) {
    const rows = await db
      .selectFrom('audit_events')
      .selectAll()
      .where('id', '>', last.id)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    if (rows.length === 0) return;
    for (const row of rows) {
      const isWhole = row.previous_hash === last.formerHash && row.hash === formerHashOf(row);
      let { hash } = row;
      if (isWhole) {
        const salt = personalActs.includes(row.act) ? randomBytes(16).toString('hex') : null;
        const digest = createHmac('sha256', salt ?? '')
          .update(row.details)
          .digest('hex');
        const { id, at, actor_id, actor, act, subject_id } = row;
        hash = sha256([id, at, actor_id, actor, act, subject_id, digest, row.hash, last.hash]);
        await sql`update audit_events set details_salt = ${salt}, details_digest = ${digest}, former_hash = ${row.hash},
          previous_hash = ${last.hash}, hash = ${hash} where id = ${id}`.execute(db);
      }
      last = { id: row.id, formerHash: row.hash, hash };
    }
  }
}

function formerHashOf({ id, at, actor_id, actor, act, subject_id, details, previous_hash }: Row): string {
  return sha256([id, at, actor_id, actor, act, subject_id, details, previous_hash]);
}

function sha256(values: (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
