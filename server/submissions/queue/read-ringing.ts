import { sql } from 'kysely';
import { hour } from '#forms/durations.ts';
import type { Database } from '#server/database/database.ts';
import type { StaffMember } from '#server/staff/staff-member.ts';
import { dueKey, indexedByList, listCondition } from '../inbox/inbox-query.ts';

/** A target of our own that is no longer than this rings in the open desk, until this long after it was missed. */
const ringsWithinMs = 2 * hour;
const ringsForMs = 12 * hour;

const limit = 20;

/** Somebody who waits for a first call by a target of minutes or of two hours. */
export type Ringing = { id: string; targetAt: number };

/** Who waits by such a target, and whom nobody is calling; whose target ends first comes first. */
export function createReadRinging({ database: { db, engine }, now }: { database: Database; now: () => number }) {
  return async function readRinging(_: StaffMember): Promise<Ringing[]> {
    const at = now();
    const { rows } = await sql<Ringing>`
      select id, target_at as "targetAt" from form_submissions ${indexedByList(engine, 'due')}
      where ${sql.raw(listCondition.due)} and ${dueKey} between ${at - ringsForMs} and ${at + ringsWithinMs}
        and target_at - created_at <= ${sql.lit(ringsWithinMs)} and (calling_until is null or calling_until <= ${at})
      order by ${dueKey}, id limit ${sql.lit(limit)}`.execute(db);
    return rows.map(({ id, targetAt }) => ({ id, targetAt: Number(targetAt) }));
  };
}
