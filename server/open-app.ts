import { alarmWatchOf } from './alarms/alarm-watch.ts';
import { createAudit } from './audit/audit.ts';
import { noteClaimantUpdate } from './claimant/mark-update.ts';
import type { App } from './core/app.ts';
import { type TimeLimits, timeLimits } from './core/time-limits.ts';
import { createBallast } from './database/ballast.ts';
import { openMigrated } from './database/open.ts';
import { senderConnections } from './email/mailer.ts';
import { openMailer } from './email/open-mailer.ts';
import type { Env } from './env.ts';
import { openEvidenceStore } from './evidence/open-evidence-store.ts';
import { workerOf } from './jobs/worker.ts';
import { createLog } from './observability/log.ts';
import { createMetrics } from './observability/metrics.ts';
import { sumUpLines } from './observability/summed-log.ts';
import { readSecret } from './staff/auth-secret.ts';
import { emailQuotasOf } from './submissions/accept/email-quotas.ts';
import { liveUpdatesOf } from './submissions/inbox/live-updates.ts';
import { searchIndexingOf } from './submissions/search/search-indexing.ts';

/** Parts that a test, a benchmark or a command opens itself, and time limits other than the product's. */
export type Overrides = Partial<Omit<App, 'limits'>> & {
  limits?: Partial<TimeLimits>;
  writeLog?: (line: string) => void;
};

/** Opens what a process is made of. Nothing runs yet: `startServices` begins jobs and alarms. */
export async function openApp(env: Env, overrides: Overrides = {}): Promise<App> {
  const now = overrides.now ?? Date.now;
  const limits = { ...timeLimits, ...overrides.limits };
  const log =
    overrides.log ?? createLog({ level: env.logLevel, write: overrides.writeLog ?? ((line) => process.stderr.write(line)), now });
  const ballast = overrides.db === undefined && env.databaseUrl === null ? createBallast(env.dataDir) : null;
  const openStore = async () => overrides.db ?? openMigrated(env, { timeouts: limits.postgres });
  const db = await (ballast ? ballast.openWith(openStore, log) : openStore());
  const app: App = {
    env,
    db,
    visitorDb: ballast?.forVisitors(db) ?? db,
    diskReserve: ballast,
    audit: createAudit({ database: db, now }),
    secrets: { current: readSecret(env.authSecret, env.dataDir), previous: env.authSecretPrevious },
    passwordHash: null,
    mail: { team: openMailer(env), senders: openMailer(env, senderConnections), canary: openMailer(env, 1) },
    files: await openEvidenceStore(env),
    metrics: createMetrics(),
    refusalLog: sumUpLines(log, now),
    jobs: { wake: () => workerOf(app).wake(), lastTickAt: () => workerOf(app).lastTickAt() },
    checkAlarms: () => alarmWatchOf(app).check(),
    noteChange: (hasJobs) => {
      if (hasJobs) app.jobs.wake();
      liveUpdatesOf(app).notify();
      searchIndexingOf(app).noteStored();
    },
    noteClaimantUpdate: (tx, id) => noteClaimantUpdate(tx, id, now(), { quotas: emailQuotasOf(app) }),
    startedAt: now(),
    ...overrides,
    now,
    log,
    limits,
  };
  return app;
}
