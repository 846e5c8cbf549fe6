import { sql } from 'kysely';
import { callingHours } from '#content/calling-hours.ts';
import type { OpeningHours } from '#content/opening-hours.ts';
import { hour } from '#forms/durations.ts';
import { openBetween } from '#forms/opening-calendar.ts';
import type { Database } from '#server/database/database.ts';
import type { StaffMember } from '#server/staff/staff-member.ts';
import { dueKey, indexedByList, listCondition } from '../inbox/inbox-query.ts';

/** A target of our own that is no longer than this, in opening hours, rings in the open desk, until this long after it was missed. */
const ringsWithinMs = 2 * hour;
const ringsForMs = 12 * hour;

const limit = 20;

/** So many are looked at. */
const candidates = 200;

/** Somebody who waits for a first call by a target of minutes or of two hours. */
export type Ringing = { id: string; targetAt: number };

/** Who waits by such a target, and whom nobody is calling; whose target ends first comes first. */
export function createReadRinging({
  database: { db, engine },
  now,
  hours: fixedHours,
}: {
  database: Database;
  now: () => number;
  hours?: OpeningHours;
}) {
  return async function readRinging(_: StaffMember): Promise<Ringing[]> {
    const at = now();
    const hours = fixedHours ?? callingHours;
    // Where the business closes, a short target can end days later.
    const isShort = hours === 'always' ? sql`target_at - created_at <= ${sql.lit(ringsWithinMs)}` : sql`target_at is not null`;
    const { rows } = await sql<Ringing & { createdAt: number }>`
      select id, target_at as "targetAt", created_at as "createdAt" from form_submissions ${indexedByList(engine, 'due')}
      where ${sql.raw(listCondition.due)} and ${dueKey} between ${at - ringsForMs} and ${at + ringsWithinMs}
        and ${isShort} and (calling_until is null or calling_until <= ${at})
      order by ${dueKey}, id limit ${sql.lit(candidates)}`.execute(db);
    return rows
      .map(({ id, targetAt, createdAt }) => ({ id, targetAt: Number(targetAt), createdAt: Number(createdAt) }))
      .filter(({ targetAt, createdAt }) => openBetween(createdAt, targetAt, hours) <= ringsWithinMs)
      .slice(0, limit)
      .map(({ id, targetAt }) => ({ id, targetAt }));
  };
}
