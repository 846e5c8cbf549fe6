import { readDiskSpace } from '#server/database/data-dir.ts';
import type { Database } from '#server/database/database.ts';
import { readLastBackup } from '#server/database/last-backup.ts';
import type { Db } from '#server/database/schema.ts';
import type { JobKind } from '#server/jobs/define-job.ts';
import { failingOutcomes } from '#server/jobs/settlement.ts';
import { trackAlarms } from '#server/observability/alarms.ts';
import type { Log } from '#server/observability/log.ts';
import { type Metrics, setKnown } from '#server/observability/metrics.ts';

const hour = 3_600_000;

/** A backup older than this raises an alarm. docs/operations.md has one made every day. */
const oldBackupMs = 48 * hour;

/** With less than this free on the disk no file of a claim is accepted any more, and soon no claim. */
const shortBytes = 1024 ** 3;

/** Recurring work that has failed for this long raises an alarm. It is repeated within minutes, or an hour. */
const failingForMs = 2 * hour;

/** The kind of job that is left out here: failed e-mails have an alarm of their own. */
const emailKind = 'email';

export type OperationsAlarmName = 'backup_old' | 'disk_short' | 'response_target_missed' | 'jobs_failing';

type Failing = { count: number; isAlarming: boolean };

export type OperationsAlarms = ReturnType<typeof createOperationsAlarms>;

/** What else an operator has to know: the age of the last backup, the disk, missed response targets, and work that fails. */
export function createOperationsAlarms(services: {
  database: Database;
  dataDir: string;
  /** How many submissions are past the response target that visitors are told, counted up to a limit. */
  countBreached: (db: Db, limit: number) => Promise<number>;
  /** The same with our own, earlier targets. */
  countOverdue: (db: Db, limit: number) => Promise<number>;
  /** Every kind of job but those that send the alarms. */
  jobKinds: () => readonly JobKind[];
  metrics: Metrics;
  log: Log;
  now: () => number;
}) {
  const { database, dataDir, countBreached, countOverdue, jobKinds, now } = services;
  const startedAt = now();
  const tracked = trackAlarms<OperationsAlarmName>(services);
  addMetrics();

  async function findProblems(): Promise<Map<OperationsAlarmName, string>> {
    const problems = new Map<OperationsAlarmName, string>();
    const last = readLastBackup(dataDir);
    if (now() - (last === null ? startedAt : Date.parse(last.madeAt)) > oldBackupMs)
      problems.set('backup_old', `The last backup is ${last === null ? 'unknown' : `from ${last.madeAt}, by ${last.by}`}.`);
    const { free } = await readDiskSpace(dataDir);
    if (free < shortBytes) problems.set('disk_short', `Only ${Math.floor(free / 1e6)} MB are free on the disk of ${dataDir}.`);
    for (const [name, message] of await findInStore().catch(raisedBefore)) problems.set(name, message);
    return problems;
  }

  /** What the store says. */
  async function findInStore(): Promise<Map<OperationsAlarmName, string>> {
    const problems = new Map<OperationsAlarmName, string>();
    const [missed, failing] = await database.read((db) => Promise.all([countOverdue(db, 1), findFailing(db)]));
    if (missed > 0) problems.set('response_target_missed', 'Somebody has waited longer for contact than our target allows.');
    const titles = jobKinds().flatMap(({ kind, title }) => (failing.get(kind)?.isAlarming ? [title] : []));
    if (titles.length > 0) problems.set('jobs_failing', `Background work fails: ${titles.join(', ')}.`);
    return problems;
  }

  /** The alarms of which nothing new is known while the store does not answer. */
  function raisedBefore(): Map<OperationsAlarmName, string> {
    const raised = tracked.alarms().filter(({ name }) => name === 'response_target_missed' || name === 'jobs_failing');
    return new Map(raised.map(({ name, message }) => [name, message]));
  }

  function addMetrics(): void {
    const { gauge, onRead } = services.metrics;
    const backup = gauge(
      'kerbside_last_backup_timestamp_seconds',
      'When the last backup was made, in seconds since 1970; 0: never.',
    );
    const free = gauge('kerbside_data_disk_free_bytes', 'What is free on the disk of DATA_DIR.');
    const size = gauge('kerbside_data_disk_bytes', 'The size of the disk of DATA_DIR.');
    const missed = gauge('kerbside_response_targets_missed', 'Claims without contact whose response target is over.');
    const failed = gauge('kerbside_jobs_failed', 'Jobs that failed, e-mails apart; for recurring work 1 while it fails.', [
      'kind',
    ]);
    onRead(async () => {
      const last = readLastBackup(dataDir);
      backup.set(last === null ? 0 : Date.parse(last.madeAt) / 1_000);
      const space = await readDiskSpace(dataDir).catch(() => null);
      setKnown(free, space?.free);
      setKnown(size, space?.size);
      setKnown(missed, await database.read((db) => countBreached(db, 10_000)).catch(() => null));
      const failing = await database.read(findFailing).catch(() => null);
      for (const { kind } of jobKinds()) if (kind !== emailKind) failed.set({ kind }, failing?.get(kind)?.count ?? 0);
    });
  }

  /** The kinds of job of which one failed for good, or which are recurring and fail at present. */
  async function findFailing(db: Db): Promise<Map<string, Failing>> {
    const failed = await db
      .selectFrom('jobs')
      .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
      .where('failed_at', 'is not', null)
      .where('finished_at', 'is', null)
      .where('acknowledged_at', 'is', null)
      .where('kind', '!=', emailKind)
      .groupBy('kind')
      .execute();
    const recurring = jobKinds().flatMap(({ kind, next }) => (next ? [kind] : []));
    const failing = await db
      .selectFrom('jobs')
      .select(['kind', 'first_attempt_at'])
      .where('id', 'in', recurring)
      .where('last_outcome', 'in', failingOutcomes)
      .execute();
    return new Map<string, Failing>([
      ...failed.map(({ kind, count }) => [kind, { count: Number(count), isAlarming: true }] as const),
      ...failing.map(
        ({ kind, first_attempt_at: since }) => [kind, { count: 1, isAlarming: now() - (since ?? now()) > failingForMs }] as const,
      ),
    ]);
  }

  return {
    alarms: tracked.alarms,
    check: async (): Promise<void> => tracked.update(await findProblems()),
  };
}
