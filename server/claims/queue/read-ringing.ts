import { sql } from 'kysely';
import { callingHours } from '#content/calling-hours.ts';
import type { OpeningHours } from '#content/opening-hours.ts';
import { hour } from '#forms/durations.ts';
import { openBetween } from '#forms/opening-calendar.ts';
import type { App } from '#server/core/app.ts';
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
export async function readRinging(app: App): Promise<Ringing[]> {
  const { db, engine } = app.db;
  const at = app.now();
  const hours: OpeningHours = callingHours;
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
}
