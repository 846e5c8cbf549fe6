import { type Selectable, sql } from 'kysely';
import { isOneOf, sharedNow } from '#server/core/database/engine.ts';
import type { Schema, Tx } from '#server/core/database/schema.ts';
import type { JobKind, LeasedJob } from './define-job.ts';

export const leasedColumns = [
  ...(['id', 'kind', 'template', 'subject_id', 'recipient', 'payload', 'created_at', 'run_at'] as const),
  ...(['attempts', 'first_attempt_at', 'fencing_token'] as const),
];

/** Leases jobs of a kind, whose rows the transaction has locked, to this process. Counts an attempt. */
export async function leaseRows(tx: Tx, { leaseMs }: JobKind, ids: string[], now: number): Promise<LeasedJob[]> {
  const shared = sharedNow(tx, now);
  const rows = await tx
    .updateTable('jobs')
    .set({
      lease_until: sql`${shared} + ${leaseMs}`,
      fencing_token: sql`fencing_token + 1`,
      attempts: sql`attempts + 1`,
      first_attempt_at: sql`coalesce(first_attempt_at, ${shared})`,
    })
    .where(isOneOf(tx, 'id', ids))
    .returning(leasedColumns)
    .execute();
  return rows.map((row) => leasedJob(row, now + leaseMs));
}

type Leased = Selectable<Pick<Schema['jobs'], (typeof leasedColumns)[number]>>;

export function leasedJob(row: Leased, leaseUntil: number): LeasedJob {
  const { id, kind, template, recipient, payload, attempts, created_at: createdAt } = row;
  return {
    id,
    kind,
    template,
    recipient,
    payload,
    attempts,
    createdAt,
    leaseUntil,
    subjectId: row.subject_id,
    runAt: row.run_at,
    fencingToken: row.fencing_token,
    firstAttemptAt: row.first_attempt_at ?? createdAt,
  };
}
