import { type RawBuilder, sql } from 'kysely';
import type { Database, Engine } from '#server/database/open.ts';
import { emailIs, emailKind } from '#server/email/email-store.ts';
import type { Question } from '../search/search-query.ts';
import { answers } from '../search/search-store.ts';
import { type Assignee, type InboxCounts, type InboxFilter, mostCounted } from './inbox.ts';
import { isByDue, type ListName, type Part, partsOf } from './inbox-lists.ts';

/** Less than this before its time something is due soon. */
export const soonMs = 2 * 3_600_000;

/** What was asked for, by whom, and when. `question` is what `filter.search` means. */
export type Asked = { filter: InboxFilter; staffId: string; now: number; question: Question | null };

/** A place in a list: `key` is when it came, or when it is due. */
export type Place = { key: number; id: string };

export type ListStore = ReturnType<typeof createListStore>;

export function createListStore({ db, engine }: Database) {
  return {
    engine,

    /** The next `most` rows of a list behind a place, each with whether it meets the rest of what was asked. */
    walk: async (walk: {
      asked: Asked;
      list: { name: ListName; stillToMeet: Part[] };
      behind: Place | null;
      isBackwards: boolean;
      most: number;
    }): Promise<(Place & { isMet: boolean })[]> => {
      const { asked, list, behind, most } = walk;
      const key = keyOf(asked.filter);
      const isRising = isByDue(asked.filter) !== walk.isBackwards;
      const within = [
        listWhere(engine, list.name, asked),
        ...rangeOf(key, asked),
        ...(behind ? [beyond(key, behind, isRising)] : []),
      ];
      const isMet =
        list.stillToMeet.length > 0 ? all(list.stillToMeet.map((part) => condition(engine, part, asked))) : sql`1 = 1`;
      const order = sql.raw(isRising ? 'asc' : 'desc');
      const { rows } = await sql<{ id: string; key: number; met: unknown }>`
        select id, ${key} as key, (${isMet}) as met from form_submissions ${by(list.name)} where ${all(within)}
        order by ${key} ${order}, id ${order} limit ${most}`.execute(db);
      return rows.map(({ id, key, met }) => ({ id, key, isMet: Boolean(met) }));
    },

    /** Those of these that meet everything that was asked, in no order. */
    pick: async (asked: Asked, ids: string[]): Promise<Place[]> => {
      const conditions = partsOf(asked.filter).map((part) => condition(engine, part, asked));
      const { rows } = await sql<Place>`
        select id, ${keyOf(asked.filter)} as key from form_submissions
        where id in (${sql.join(ids)}) and ${all(conditions)}`.execute(db);
      return rows;
    },

    /** The submissions with a letter that waits, or that was given up and nobody has seen to. */
    withLetters: async (mail: 'waiting' | 'givenUp'): Promise<string[]> => {
      // By its kind the index of what waits is found.
      const rows = await db.selectFrom('jobs').select('subject_id').where('kind', '=', emailKind).where(mailIs[mail]).execute();
      return [...new Set(rows.flatMap(({ subject_id: id }) => id ?? []))];
    },

    /** All who work here, and former colleagues under whose name claims still are. */
    assignees: async (): Promise<Assignee[]> => {
      const { rows } = await sql<{ id: string; name: string; leftAt: number | null }>`
        select id, name, "leftAt" from staff where "leftAt" is null or exists (
          select 1 from form_submissions ${by('assigned')} where assigned_to = staff.id and ${sql.raw(standing.assigned)})
        order by name, id`.execute(db);
      return rows.map(({ id, name, leftAt }) => ({ id, name, hasLeft: leftAt !== null }));
    },

    counts: async (now: number): Promise<InboxCounts> => {
      const count = async (from: RawBuilder<unknown>, most = mostCounted): Promise<number> => {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from (select 1 from ${from} limit ${most}) as few`.execute(db);
        return Number(rows[0]?.count ?? 0);
      };
      const listed = (name: ListName) => sql`form_submissions ${by(name)} where ${sql.raw(standing[name])}`;
      // Of the same rows, by the index that has due_at itself.
      const promised = sql`form_submissions ${sql.raw(indexedBy('promised'))} where ${sql.raw(standing.due)}`;
      const promisesBroken = await count(sql`${promised} and due_at < ${now}`);
      // A target comes before its promise: what is past either is past the promise, or past the target alone.
      const overdue = await count(sql`${listed('due')} and ${dueKey} < ${now}`, mostCounted + promisesBroken);
      return {
        new: await count(listed('new')),
        promisesBroken,
        targetsMissed: Math.max(0, overdue - promisesBroken),
        contacted: await count(listed('contacted')),
        quarantine: await count(listed('suspects')),
        givenUpLetters: await count(sql`jobs where ${emailIs.failed}`),
      };
    },
  };

  /** SQLite keeps no figures to choose an index by: it is told. PostgreSQL has its own. */
  function by(name: ListName): RawBuilder<unknown> {
    return sql.raw(indexedBy(name));
  }

  function indexedBy(index: string): string {
    return engine === 'sqlite' ? `indexed by form_submissions_${index}` : '';
  }
}

const usual = 'quarantined_at is null';
const open = `contacted_at is null and closed_at is null and ${usual}`;
const assigned = `assigned_to is not null and ${usual}`;

/** As in the indexes, word by word: SQLite compares them so. */
const standing: Record<ListName, string> = {
  newest: usual,
  by_form: usual,
  new: open,
  contacted: `contacted_at is not null and closed_at is null and ${usual}`,
  closed: `closed_at is not null and ${usual}`,
  suspects: 'quarantined_at is not null',
  assigned,
  assigned_open: `assigned_to is not null and closed_at is null and ${usual}`,
  due: `${open} and due_at is not null`,
};

const dueKey = sql.raw<number>('coalesce(target_at, due_at)');
const mailIs = { waiting: emailIs.waiting, givenUp: emailIs.failed };

function keyOf(filter: InboxFilter): RawBuilder<number> {
  return isByDue(filter) ? dueKey : sql.raw<number>('created_at');
}

function listWhere(engine: Engine, name: ListName, asked: Asked): RawBuilder<unknown> {
  const parts: Part[] = name === 'by_form' ? ['form'] : name.startsWith('assigned') ? ['assigned'] : [];
  return all([sql.raw(standing[name]), ...parts.map((part) => condition(engine, part, asked))]);
}

/** The ends of the list that lie outside of what was asked need not be walked. */
function rangeOf(key: RawBuilder<number>, { filter, now }: Asked): RawBuilder<unknown>[] {
  const { due, from, until } = filter;
  if (due !== undefined) return [sql`${key} < ${due === 'soon' ? now + soonMs : now}`];
  if (isByDue(filter)) return [];
  return [...(from === undefined ? [] : [sql`${key} >= ${from}`]), ...(until === undefined ? [] : [sql`${key} < ${until}`])];
}

function beyond(key: RawBuilder<number>, place: Place, isRising: boolean): RawBuilder<unknown> {
  return isRising
    ? sql`${key} >= ${place.key} and (${key} > ${place.key} or id > ${place.id})`
    : sql`${key} <= ${place.key} and (${key} < ${place.key} or id < ${place.id})`;
}

function condition(engine: Engine, part: Part, asked: Asked): RawBuilder<unknown> {
  const { filter, question, staffId } = asked;
  switch (part) {
    case 'status':
      return filter.status === undefined ? sql.raw(filter.search === undefined ? usual : '1 = 1') : statusIs(filter.status);
    case 'form':
      return sql`form_name = ${filter.form}`;
    case 'assigned':
      return isAssignedTo(filter.assigned, staffId);
    case 'period':
      return sql`created_at >= ${filter.from ?? 0} and created_at < ${filter.until ?? Number.MAX_SAFE_INTEGER}`;
    case 'due':
      return all([sql.raw(standing.due), ...rangeOf(dueKey, asked)]);
    case 'late':
      return isLate(asked);
    case 'mail':
      return sql`exists (select 1 from jobs where subject_id = form_submissions.id and ${mailIs[filter.mail ?? 'waiting']})`;
    case 'search':
      return question ? answers(engine, question) : sql`1 = 0`;
  }
}

/** Of what is past its target or promise, or soon will be: that which is past the one and not the other. */
function isLate({ filter, now }: Asked): RawBuilder<unknown> {
  if (filter.due === 'broken') return sql`due_at < ${now}`;
  if (filter.due === 'missed') return sql`due_at >= ${now}`;
  return sql`due_at >= ${now} and (${dueKey} >= ${now} or due_at < ${now + soonMs})`;
}

function isAssignedTo(assigned: InboxFilter['assigned'], me: string): RawBuilder<unknown> {
  if (assigned === 'nobody' || assigned === undefined) return sql`assigned_to is null`;
  return sql`assigned_to = ${assigned === 'me' ? me : assigned.staffId}`;
}

function statusIs(status: NonNullable<InboxFilter['status']>): RawBuilder<unknown> {
  return sql.raw(status === 'quarantine' ? standing.suspects : standing[status]);
}

function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`(1 = 1)`;
}
