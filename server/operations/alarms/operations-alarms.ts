import { hostname } from 'node:os';
import { hour } from '#forms/durations.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { App } from '#server/core/app.ts';
import { readDiskSpace } from '#server/core/database/data-dir.ts';
import type { Db } from '#server/core/database/schema.ts';
import { defineAlarm } from '#server/core/jobs/define-alarm.ts';
import type { JobKind } from '#server/core/jobs/define-job.ts';
import type { Module } from '#server/core/jobs/module.ts';
import { failingOutcomes } from '#server/core/jobs/settlement.ts';
import { workerOf } from '#server/core/jobs/worker.ts';
import { reading } from '#server/core/observability/reading.ts';
import { readLastBackup } from '#server/operations/backup/last-backup.ts';

/** A backup older than this raises an alarm. docs/operations.md has one made every day. */
const oldBackupMs = 48 * hour;

/** With less than this free on the disk no file of a claim is accepted any more, and soon no claim. */
const shortBytes = 1024 ** 3;

/** Clocks that differ by this much raise an alarm. NTP keeps them within some milliseconds. */
const differentMs = 5_000;

/** Recurring work that has failed for this long raises an alarm. It is repeated within minutes, or an hour. */
const failingForMs = 2 * hour;

type Failing = { count: number; isAlarming: boolean };

const watched = (app: App) => workerOf(app).jobKinds.filter(({ isWatchedElsewhere }) => !isWatchedElsewhere);

/** What else an operator has to know: the age of the last backup, the disk, and work that fails. */
export const operationsModule: Module = {
  alarms: [
    defineAlarm({
      name: 'backup_old',
      about: 'Backup',
      what: 'The last backup is more than two days old, or none was ever made.',
      todo: 'Make one now, and look why the timer made none.',
      check: (app) => {
        const last = readLastBackup(app.env.dataDir);
        if (app.now() - (last === null ? app.startedAt : Date.parse(last.madeAt)) <= oldBackupMs) return null;
        return `The last backup is ${last === null ? 'unknown' : `from ${shortLondonMoment(Date.parse(last.madeAt))}, by ${last.by}`}.`;
      },
    }),
    defineAlarm({
      name: 'disk_short',
      about: 'Disk of the data folder',
      what: 'Less than a gigabyte is free on the disk of the data folder.',
      todo: 'Make room: a full disk turns visitors away.',
      withoutQueue: 'usual reason',
      check: async ({ env: { dataDir } }) => {
        const { free } = await readDiskSpace(dataDir);
        return free < shortBytes ? `Only ${Math.floor(free / 1e6)} MB are free on the disk of ${dataDir}.` : null;
      },
    }),
    defineAlarm({
      name: 'clock_differs',
      about: 'Clock of a server',
      what: 'The clock of a server differs from that of the database by five seconds or more.',
      todo: 'Set the one that is wrong, and have all servers set theirs by NTP.',
      check: async (app) => {
        const ms = await app.compareClocks();
        if (Math.abs(ms) < differentMs) return null;
        return `The clock of ${hostname()} is ${Math.round(Math.abs(ms) / 1_000)} seconds ${ms > 0 ? 'ahead of' : 'behind'} that of the database.`;
      },
    }),
    defineAlarm({
      name: 'jobs_failing',
      about: 'Background work',
      page: '/desk/background',
      what: 'Background work fails.',
      todo: 'Look at Background work in the desk for the reason.',
      check: async (app) => {
        const failing = await findFailing(app);
        const titles = watched(app).flatMap(({ kind, title }) => (failing.get(kind)?.isAlarming ? [title] : []));
        return titles.length > 0 ? `Background work fails: ${titles.join(', ')}.` : null;
      },
    }),
  ],

  metrics: [
    reading(
      'kerbside_last_backup_timestamp_seconds',
      'When the last backup was made, in seconds since 1970; 0: never.',
      ({ env }) => {
        const last = readLastBackup(env.dataDir);
        return last === null ? 0 : Date.parse(last.madeAt) / 1_000;
      },
    ),
    reading(
      'kerbside_data_disk_free_bytes',
      'What is free on the disk of DATA_DIR.',
      async ({ env }) => (await readDiskSpace(env.dataDir)).free,
    ),
    reading(
      'kerbside_data_disk_bytes',
      'The size of the disk of DATA_DIR.',
      async ({ env }) => (await readDiskSpace(env.dataDir)).size,
    ),
    reading('kerbside_jobs_failed', 'Jobs that failed, emails apart; for recurring work 1 while it fails.', countFailing, 'kind'),
  ],
};

async function countFailing(app: App): Promise<Record<string, number>> {
  const failing = await findFailing(app);
  return Object.fromEntries(watched(app).map(({ kind }) => [kind, failing.get(kind)?.count ?? 0]));
}

/** The kinds of job of which one failed for good, or which are recurring and fail at present. */
function findFailing(app: App): Promise<Map<string, Failing>> {
  return app.db.read((db) => readFailing(db, workerOf(app).jobKinds, app.now()));
}

async function readFailing(db: Db, jobKinds: readonly JobKind[], now: number): Promise<Map<string, Failing>> {
  const failed = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('failed_at', 'is not', null)
    .where('finished_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .groupBy('kind')
    .execute();
  const recurring = jobKinds.flatMap(({ kind, next }) => (next ? [kind] : []));
  const failing = await db
    .selectFrom('jobs')
    .select(['kind', 'first_attempt_at'])
    .where('id', 'in', recurring)
    .where('last_outcome', 'in', failingOutcomes)
    .execute();
  return new Map<string, Failing>([
    ...failed.map(({ kind, count }) => [kind, { count: Number(count), isAlarming: true }] as const),
    ...failing.map(
      ({ kind, first_attempt_at: since }) => [kind, { count: 1, isAlarming: now - (since ?? now) > failingForMs }] as const,
    ),
  ]);
}
