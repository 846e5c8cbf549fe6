import { day } from '#forms/durations.ts';
import { longLondonDate } from '#forms/london-day.ts';
import type { Database } from '#server/core/database/database.ts';
import { readSharedNow } from '#server/core/database/engine.ts';
import type { Db } from '#server/core/database/schema.ts';

/** A clock is believed up to this long after the last run. Runs are nightly: a longer gap is a machine that was off, or a wrong clock. */
const believedMs = 7 * day;

/** A run may erase so many submissions, or this share of all, without being asked about. */
const few = 20;
const share = 0.1;

/**
 * What was past its retention period so long before the last run has a wrong time: that run would have erased it. It came while the clock was
 * behind, or what is kept for how long was changed since.
 */
const overdueMs = 2 * day;

/** What a person confirmed is valid for this long. */
const confirmedMs = day;

/**
 * What the job's row keeps for its next run, by the clock that all instances share: when it last ran, how many submissions a person
 * was last asked about, and when one confirmed that (server/core/jobs/background-work.ts).
 */
export type Remembered = { ranAt?: number; asked?: number; confirmedAt?: number };

/** The time at which what a run erases must not yet have been past its retention period; null before the first run. */
export function overdueBefore({ ranAt }: Remembered): number | null {
  return ranAt === undefined ? null : ranAt - overdueMs;
}

/** `question`: what a person has to confirm before anything is erased; null where there is nothing to ask. */
type Judgement = { question: string | null; expired: number };

/**
 * A clock that runs years ahead would have everything erased in one night. On PostgreSQL the clock is the database's, so that of one
 * instance does no harm; SQLite has the machine's. So retention asks where the clock is far past its last run, or past the newest event
 * before the first, where a run would erase much at once, and where the last one should have erased some of it (`overdue`): what came
 * while the clock was years behind looks old once it is right again.
 */
export async function judgeRun(
  { read }: Pick<Database, 'read'>,
  { at, remembered, expired, overdue }: { at: number; remembered: Remembered; expired: number; overdue: number },
): Promise<Judgement> {
  const { total, newest } = await read(async (db) => ({ total: await countAll(db), newest: await newestEvent(db) }));
  const { ranAt = newest ?? at, asked = 0, confirmedAt = Number.NEGATIVE_INFINITY } = remembered;
  const isConfirmed = Math.abs(at - confirmedAt) < confirmedMs;
  const isFar = at - ranAt > believedMs && !isConfirmed;
  const isMuch = expired > few && expired > total * share && !(isConfirmed && expired <= asked);
  const isOverdue = overdue > 0 && !(isConfirmed && expired <= asked);
  if (!isFar && !isMuch && !isOverdue) return { question: null, expired };
  const date = `The clock says ${longLondonDate(at)}. ${remembered.ranAt ? 'The last run was on' : 'The newest event is from'} ${longLondonDate(ranAt)}.`;
  const wrong = `Of these, ${overdue} should have been erased before: the clock may have been behind when they came.`;
  const question = `${date} This run would erase ${expired} of ${total} submissions.${overdue > 0 ? ` ${wrong}` : ''}`;
  return { question, expired };
}

/** Now, by the clock that all instances share. */
export function readClock({ read }: Pick<Database, 'read'>, now: number): Promise<number> {
  return read((db) => readSharedNow(db, now));
}

async function countAll(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('form_submissions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('quarantined_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function newestEvent(db: Db): Promise<number | null> {
  const event = await db.selectFrom('audit_events').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const sent = await db
    .selectFrom('form_submissions')
    .select('created_at as at')
    .where('quarantined_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const times = [event, sent].flatMap((row) => (row ? [row.at] : []));
  return times.length > 0 ? Math.max(...times) : null;
}
