import { minute } from '#forms/durations.ts';
import { type App, perApp } from '#server/core/app.ts';
import type { AuditAction } from '#server/core/audit/audit-event.ts';
import type { Database } from '#server/core/database/database.ts';
import { defineJob, done, every } from '#server/core/jobs/define-job.ts';
import { recurring, setPayload } from '#server/core/jobs/queue.ts';
import { errorMessage } from '#server/core/observability/log.ts';

const kind = 'purge';
const megabyte = 1_000_000;

/** Up to this size the file is rewritten at once: a visitor who sends a form meanwhile waits for some tenths of a second. */
const purgedNowBytes = 16 * megabyte;

/** Up to this size it is rewritten at night: a visitor who sends a form then waits for some seconds. */
const purgedAtNightBytes = 1_000 * megabyte;

const nothingLeft = 'Nothing is left.';
const logLeft = 'The log is still to be emptied: another program reads the database.';

/** The last erasure after which the log and the file were purged. */
type Purged = { log: string | null; file: string | null };

type PurgeTime = 'now' | 'at night';

/** The purge that runs, or ran last: each waits for the one before. */
const lastOf = perApp((): { purge: Promise<unknown> } => ({ purge: Promise.resolve() }));

/**
 * Removes what SQLite keeps of erased data in the write-ahead log and in the file's free pages. What cannot be
 * done now, because another program is reading or the file is large, is done by a later run: the job's payload records up to which
 * erasure each is done.
 */
export async function purge(app: App, when: PurgeTime): Promise<void> {
  // The rows are deleted even if this fails, and the next run tries again.
  await purgeInTurn(app, when).catch((error) => app.log.error('purge failed', { error: errorMessage(error) }));
}

export const purgeJob = defineJob({
  kind,
  title: 'Clearing what erasures leave in the database file',
  next: every(minute),
  handle: async (_job, _run, app) => done(await purgeInTurn(app, 'now')),
});

function purgeInTurn(app: App, when: PurgeTime): Promise<string> {
  const last = lastOf(app);
  const next = last.purge.then(() => purgeWhatIsPossible(app, when));
  last.purge = next.catch(() => {});
  return next;
}

/** Purges as much as is possible now; returns what is left to do. */
async function purgeWhatIsPossible(app: App, when: PurgeTime): Promise<string> {
  const { log } = app;
  const { file } = app.db;
  const erasure = await lastErasure(app.db);
  if (file === null || erasure === null) return nothingLeft;
  const isNight = when === 'at night';
  const purged: Purged = { log: null, file: null, ...JSON.parse((await recurring(app, kind))?.payload ?? '{}') };
  const note = (change: Partial<Purged>) => setPayload(app, kind, JSON.stringify(Object.assign(purged, change)));
  const truncateLog = async () => {
    const isEmpty = await file.truncateLog();
    if (isEmpty) await note({ log: erasure });
    else if (isNight)
      log.warn('erased data still in the write-ahead log', { error: 'Another program keeps a reading transaction open.' });
    return isEmpty;
  };

  const { file: size } = file.sizes();
  const isSmall = size <= (isNight ? purgedAtNightBytes : purgedNowBytes);
  const isLogEmpty = purged.log === erasure || (await truncateLog());
  if (purged.file === erasure) return isLogEmpty ? nothingLeft : logLeft;
  if (!isSmall) {
    if (isNight) log.warn('vacuum skipped', { megabytes: Math.round(size / megabyte) });
    return 'The database file is large: it is written anew in the night.';
  }
  // While another program reads, each rewriting adds the whole file to the log. So that is done once at most, and not for each
  // erasure.
  if (!isLogEmpty && (!isNight || file.sizes().log > size)) return logLeft;
  await file.vacuum();
  // The free pages stay in the file until the log, which now contains the new file, is checkpointed into it.
  await note({ file: erasure, log: null });
  return (await truncateLog()) ? nothingLeft : logLeft;
}

/** The ids of the last erasures, which change with each one; null where there was none. */
async function lastErasure({ db }: Database): Promise<string | null> {
  const last = (action: AuditAction) =>
    db.selectFrom('audit_events').select('id').where('action', '=', action).orderBy('at', 'desc').orderBy('id', 'desc').limit(1);
  const rows = [await last('erased').executeTakeFirst(), await last('details erased').executeTakeFirst()];
  return rows.some(Boolean) ? rows.map((row) => row?.id ?? '').join() : null;
}
