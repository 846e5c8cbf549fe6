import { lookup } from 'node:dns';
import { callingHours } from '#content/calling-hours.ts';
import { minute } from '#forms/durations.ts';
import { emailQuotasOf } from './claims/accept/email-quotas.ts';
import { liveUpdatesOf } from './claims/inbox/live-updates.ts';
import { searchIndexingOf } from './claims/search/search-indexing.ts';
import { overviewEmails, submissionEmails } from './claims/submission-emails.ts';
import type { App } from './core/app.ts';
import { createAudit } from './core/audit/audit.ts';
import { expectNotMoved } from './core/database/moved-away.ts';
import { openDatabase, openMigrated } from './core/database/open.ts';
import { openSharedClock } from './core/database/shared-clock.ts';
import { workerOf } from './core/jobs/worker.ts';
import { createLog } from './core/observability/log.ts';
import { createMetrics } from './core/observability/metrics.ts';
import { sumUpLines } from './core/observability/summed-log.ts';
import type { Env } from './core/settings/env.ts';
import { type TimeLimits, timeLimits } from './core/time-limits.ts';
import type { EvidenceStore } from './files/evidence-store.ts';
import { openEvidenceStore } from './files/open-evidence-store.ts';
import { createAccessTokens } from './mail/out/access-tokens.ts';
import { senderConnections } from './mail/out/mailer.ts';
import { openMailer } from './mail/out/open-mailer.ts';
import { alarmWatchOf } from './operations/alarms/alarm-watch.ts';
import { createDiskReserve } from './operations/disk/disk-reserve.ts';
import { linkOf } from './people/claimant/claim-link.ts';
import { noteClaimantUpdate } from './people/claimant/mark-update.ts';
import { accountEmails } from './people/staff/account-emails.ts';
import { readSecret } from './people/staff/auth-secret.ts';
import { passwordHash } from './people/staff/password-hash.ts';

/** Parts that a test, a benchmark or a command opens itself, and time limits other than the product's. */
export type Overrides = Partial<Omit<App, 'limits'>> & {
  limits?: Partial<TimeLimits>;
  writeLog?: (line: string) => void;
};

/** Opens what a process is made of. Nothing runs yet: `startApp` begins jobs and alarms, and reads the mailbox. */
export async function openApp(env: Env, { limits: otherLimits, writeLog, ...given }: Overrides = {}): Promise<App> {
  const ownClock = given.now ?? Date.now;
  const limits = { ...timeLimits, ...otherLimits };
  const write = writeLog ?? ((line: string) => process.stderr.write(line));
  const log = given.log ?? createLog({ level: env.logLevel, write, now: ownClock });
  const diskReserve = given.db === undefined && env.databaseUrl === null ? createDiskReserve(env.dataDir) : null;
  const openStore = async () => given.db ?? openMigrated(env, { timeouts: limits.postgres });
  const db = await (diskReserve ? diskReserve.openWith(openStore, log) : openStore());
  const clock = await openSharedClock(db, ownClock);
  const { now } = clock;
  const mailTokens = env.mailOauthUrl === null ? null : createAccessTokens(env.mailOauthUrl, now);
  const app: App = {
    ...hooksOf(() => app),
    env,
    compareClocks: clock.compare,
    limits,
    log,
    db,
    visitorDb: diskReserve?.forVisitors(db) ?? db,
    diskReserve,
    audit: createAudit({ database: db, now }),
    secrets: { current: readSecret(env.authSecret, env.dataDir), previous: env.authSecretPrevious },
    passwordHash,
    mail: {
      team: openMailer(env, { tokens: mailTokens }),
      senders: openMailer(env, { tokens: mailTokens, connections: senderConnections }),
      // The canary tells of a server that takes longer.
      canary: openMailer(env, { tokens: mailTokens, connections: 1, answerMs: minute }),
    },
    mailTokens,
    emailKinds: [...submissionEmails, ...overviewEmails, ...accountEmails],
    // Not opened where it is given: that makes a folder, or loads the client of S3.
    files: given.files ?? (await openEvidenceStore(env)),
    callingHours: () => callingHours,
    resolve: lookup,
    metrics: createMetrics(),
    refusalLog: sumUpLines(log, now),
    startedAt: now(),
    ...given,
    now,
  };
  return app;
}

/** The App of a command, with a connection of its own beside the process that serves. It may run as root, and opens no files. */
export async function openCommandApp(env: Env, given: Overrides = {}): Promise<App> {
  const refuse = () => {
    throw new Error('A command opens no files.');
  };
  const files = new Proxy({} as EvidenceStore, { get: refuse });
  const db = given.db ?? openDatabase(env, { isForCommand: true });
  await expectNotMoved(db).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  return openApp(env, { files, ...given, db });
}

/** What an instance does by itself; another one on the same store does it with its own worker, alarms and caches. */
export function hooksOf(app: () => App): Pick<App, 'jobs' | 'checkAlarms' | 'noteChange' | 'noteClaimantUpdate' | 'linkOf'> {
  return {
    jobs: { wake: () => workerOf(app()).wake(), lastTickAt: () => workerOf(app()).lastTickAt() },
    checkAlarms: () => alarmWatchOf(app()).check(),
    noteChange: (hasJobs) => {
      if (hasJobs) app().jobs.wake();
      liveUpdatesOf(app()).notify();
      searchIndexingOf(app()).noteStored();
    },
    noteClaimantUpdate: (tx, id) => noteClaimantUpdate(tx, id, app().now(), { quotas: emailQuotasOf(app()) }),
    linkOf: (submission, generation) => linkOf(app(), submission, generation),
  };
}
