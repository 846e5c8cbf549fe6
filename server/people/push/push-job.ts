import { sql } from 'kysely';
import { day, hour, minute } from '#forms/durations.ts';
import { londonMinuteOfDay } from '#forms/london-day.ts';
import { nextNight } from '#forms/london-time.ts';
import { type App, perApp } from '#server/core/app.ts';
import type { Db, Tx } from '#server/core/database/schema.ts';
import { defineJob, done, type LeasedJob } from '#server/core/jobs/define-job.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { type PushMessage, type PushTarget, postPush } from './post-push.ts';
import { isQuiet } from './subscriptions.ts';

const pushKind = 'push';

/** The pauses after the first attempts, and after each later one. */
const pausesMs = [5_000, 15_000, 30_000];
const longestPauseMs = minute;

/** For how long rows of messages that were sent are kept, for the page of background work. */
const keptMs = day;

/** A message to one browser, as a row of `jobs` keeps it. After `until` nobody is helped by it. */
type Kept = PushMessage & { browser: string; until: number };

/**
 * Stores a message to every browser of these members of staff, in the transaction of its cause. Who has closed their account, or has quiet
 * hours, gets none. Returns how many browsers are told.
 */
export async function addPushes(app: App, tx: Tx, message: PushMessage & { until: number }, to: string[]): Promise<number> {
  const { kind, count, until } = message;
  const told = await browsersOf(app, tx, to);
  const payload = (browser: string) => JSON.stringify({ browser, kind, count, until } satisfies Kept);
  await enqueue(
    tx,
    told.map((id) => ({ kind: pushKind, createdAt: app.now(), payload: payload(id) })),
  );
  return told.length;
}

/** The browsers of these members of staff that are told now. */
export async function browsersOf({ env, now }: App, db: Db, to: string[]): Promise<string[]> {
  if (to.length === 0) return [];
  const minuteOfDay = londonMinuteOfDay(now());
  const rows = await db
    .selectFrom('push_subscriptions')
    .innerJoin('staff', 'staff.id', 'push_subscriptions.staff_id')
    .leftJoin('staff_quiet_hours', 'staff_quiet_hours.id', 'staff.id')
    .select(['push_subscriptions.id', 'starts', 'ends'])
    .where('staff.id', 'in', to)
    .where('staff.leftAt', 'is', null)
    .where('site', '=', env.siteUrl)
    .execute();
  return rows
    .filter(({ starts, ends }) => starts === null || ends === null || !isQuiet({ starts, ends }, minuteOfDay))
    .map(({ id }) => id);
}

/** Where a browser is told; undefined where it is not any more. */
export function targetOf(db: Db, browser: string): Promise<PushTarget | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('staff', 'staff.id', 'staff_id')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('push_subscriptions.id', '=', browser)
    .where('leftAt', 'is', null)
    .executeTakeFirst();
}

export const pushOutcomesOf = perApp(({ metrics }) => {
  const outcomes = metrics.counter('kerbside_pushes_total', 'Push messages to browsers of staff, by outcome.', ['outcome']);
  for (const outcome of ['taken', 'gone', 'refused', 'too late']) outcomes.inc({ outcome }, 0);
  return outcomes;
});

/** Sends a message to one browser until it is taken or of no use any more. */
const sending = defineJob({
  kind: pushKind,
  title: 'Push messages',
  concurrency: 8,
  leaseMs: minute,
  retry: (job, at, notBefore = 0) => {
    const pause = pausesMs[job.attempts - 1] ?? longestPauseMs;
    return Math.max(at + 1, Math.min(Math.max(at + pause, notBefore), keptOf(job).until));
  },
  handle: async (job, { signal }, app) => {
    const { browser, kind, count, until } = keptOf(job);
    const outcomes = pushOutcomesOf(app);
    const ttlSeconds = Math.floor((until - app.now()) / 1_000);
    if (ttlSeconds <= 0) {
      outcomes.inc({ outcome: 'too late' });
      return done('Nobody took it in time.');
    }
    const target = await app.db.read((db) => targetOf(db, browser));
    if (!target) return done('This browser is not told any more.');
    const answer = await postPush(app, target, { kind, count }, Math.min(ttlSeconds, 12 * (hour / 1_000)), signal);
    const attempt = { outcome: answer.kind, detail: answer.text };
    if (answer.kind === 'later') return { kind: 'retry', attempt, notBefore: app.now() + answer.retryAfterMs };
    if (answer.kind === 'gone')
      await app.db.write((tx) => tx.deleteFrom('push_subscriptions').where('id', '=', browser).execute());
    outcomes.inc({ outcome: answer.kind });
    return { kind: answer.kind === 'refused' ? 'failed' : 'done', attempt };
  },
});

const removing = defineJob({
  kind: 'push-cleanup',
  title: 'Removing push messages that were sent',
  next: nextNight,
  handle: async (_job, _run, { db, now }) => {
    const removed = await db.write((tx) =>
      tx
        .deleteFrom('jobs')
        .where('kind', '=', sql.lit(pushKind))
        .where('created_at', '<', now() - keptMs)
        .where((where) => where.or([where('finished_at', 'is not', null), where('failed_at', '<', now() - 7 * keptMs)]))
        .executeTakeFirst(),
    );
    return done(`${removed.numDeletedRows} removed.`);
  },
});

export const pushJobs = [sending, removing] as const;

function keptOf({ payload }: Pick<LeasedJob, 'payload'>): Kept {
  return JSON.parse(payload ?? '{}') as Kept;
}
