import { hour } from '#forms/durations.ts';
import type { Db } from '#server/core/database/schema.ts';
import { readAway } from './away.ts';
import { iso } from './credential-store.ts';

/** Somebody is on shift who has used the desk within this time and is not away. */
const shiftMs = hour;

export type Team = {
  all: string[];
  onShift: string[];
  owners: { id: string; email: string }[];
  coverOf: (id: string) => string | null;
};

/**
 * The members of staff by id: `all` who are not away, and of them those on shift; where nobody is, that is everybody who is there. `owners`
 * has those who are away too, because somebody has to hear of it. `coverOf`: who sees the steps of somebody who is away.
 */
export async function readTeam(db: Db, now: number): Promise<Team> {
  const away = new Map((await readAway(db, now)).map((one) => [one.id, one]));
  const accounts = await db
    .selectFrom('staff')
    .select(['id', 'email', 'role'])
    .where('leftAt', 'is', null)
    .orderBy('id')
    .execute();
  const present = accounts.filter(({ id }) => !away.has(id)).map(({ id }) => id);
  const sessions = await db
    .selectFrom('staff_sessions')
    .select('userId')
    .where('updatedAt', '>', iso(now - shiftMs))
    .execute();
  const active = new Set(sessions.map(({ userId }) => userId));
  const onShift = present.filter((id) => active.has(id));
  const all = present.length > 0 ? present : accounts.map(({ id }) => id);
  return {
    all,
    onShift: onShift.length > 0 ? onShift : all,
    owners: accounts.filter(({ role }) => role === 'owner').map(({ id, email }) => ({ id, email })),
    coverOf: (id) => away.get(id)?.cover?.id ?? null,
  };
}
