import { day } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { lockRows } from '#server/core/database/engine.ts';
import type { Db } from '#server/core/database/schema.ts';
import type { StaffMember } from './staff-member.ts';

type Person = { id: string; name: string };

/** A member of staff who is away now. `cover`: who sees the steps that fall into it; null: everybody, because nobody of them is there. */
export type Away = Person & { until: number; cover: Person | null };

/** `until`: when they are back; null ends it now. `cover`: the id of a member of staff. */
export type NewAway = { who: string; until: number | null; cover: string };

export type AwayOutcome = { kind: 'done' } | { kind: 'refused'; message: string };

/** Nobody means to be away for longer: a slip of the year. */
const longestMs = 366 * day;

const refused = (message: string): AwayOutcome => ({ kind: 'refused', message });

/** Sets when somebody is away: oneself, or a colleague whom an owner enters, because the ill do not sign in. */
export async function setAway(app: App, staff: StaffMember, { who, until, cover }: NewAway): Promise<AwayOutcome> {
  const { now, audit } = app;
  if (who !== staff.id && staff.role !== 'owner') return refused('Only an owner of the desk sets that for somebody else.');
  if (until !== null && (until <= now() || until > now() + longestMs)) return refused('Choose a day to come, within a year.');
  if (until !== null && cover === who) return refused('Choose somebody else, who sees the steps meanwhile.');
  return app.db.write(async (tx) => {
    const query = tx.selectFrom('staff').select(['id', 'name', 'away_until']).where('leftAt', 'is', null).orderBy('id');
    const accounts = await lockRows(tx, query, 'for update').execute();
    if (!accounts.some(({ id }) => id === who)) return refused('There is no such member of staff.');
    const covers = accounts.find(({ id }) => id === cover);
    if (until !== null && !covers) return refused('Choose who sees the steps meanwhile.');
    if (until !== null && covers && (covers.away_until ?? 0) > now())
      return refused(`${covers.name} is away too: choose somebody who is there.`);
    const set = { away_until: until, away_cover: until === null ? null : cover };
    await tx.updateTable('staff').set(set).where('id', '=', who).execute();
    const action = until === null ? 'away ended' : 'away set';
    audit.recordIn(tx, { actor: staff, action, subjectId: who, details: { until, to: set.away_cover } });
    return { kind: 'done' };
  });
}

/** Everybody who is away at a time. Where a cover is away too, or has left, their own cover sees the steps. */
export async function readAway(db: Db, now: number): Promise<Away[]> {
  const staff = await db.selectFrom('staff').select(['id', 'name', 'leftAt', 'away_until', 'away_cover']).execute();
  const byId = new Map(staff.map((one) => [one.id, one]));
  const untilOf = (one: { away_until: number | null }) => (one.away_until === null ? 0 : Number(one.away_until));
  const coverOf = (id: string): Person | null => {
    const seen = new Set<string>();
    for (let at = byId.get(id); at && !seen.has(at.id); at = byId.get(at.away_cover ?? '')) {
      seen.add(at.id);
      if (at.id !== id && at.leftAt === null && untilOf(at) <= now) return { id: at.id, name: at.name };
    }
    return null;
  };
  return staff
    .filter((one) => one.leftAt === null && untilOf(one) > now)
    .map((one) => ({ id: one.id, name: one.name, until: untilOf(one), cover: coverOf(one.id) }));
}
