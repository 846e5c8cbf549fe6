import { lookup } from 'node:dns';
import { callingHours } from '#content/calling-hours.ts';
import { minute } from '#forms/durations.ts';
import { alarmWatchOf } from './alarms/alarm-watch.ts';
import { createAudit } from './audit/audit.ts';
import { linkOf } from './claimant/claim-link.ts';
import { noteClaimantUpdate } from './claimant/mark-update.ts';
import type { App } from './core/app.ts';
import { type TimeLimits, timeLimits } from './core/time-limits.ts';
import { createBallast } from './database/ballast.ts';
import { expectNotMoved } from './database/moved-away.ts';
import { openDatabase, openMigrated } from './database/open.ts';
import { openSharedClock } from './database/shared-clock.ts';
import { createAccessTokens } from './email/access-tokens.ts';
import { senderConnections } from './email/mailer.ts';
import { openMailer } from './email/open-mailer.ts';
import type { Env } from './env.ts';
import type { EvidenceStore } from './evidence/evidence-store.ts';
import { openEvidenceStore } from './evidence/open-evidence-store.ts';
import { workerOf } from './jobs/worker.ts';
import { createLog } from './observability/log.ts';
import { createMetrics } from './observability/metrics.ts';
import { sumUpLines } from './observability/summed-log.ts';
import { accountEmails } from './staff/account-emails.ts';
import { readSecret } from './staff/auth-secret.ts';
import { emailQuotasOf } from './submissions/accept/email-quotas.ts';
import { liveUpdatesOf } from './submissions/inbox/live-updates.ts';
import { searchIndexingOf } from './submissions/search/search-indexing.ts';
import { overviewEmails, submissionEmails } from './submissions/submission-emails.ts';

/** Parts that a test, a benchmark or a command opens itself, and time limits other than the product's. */
export type Overrides = Partial<Omit<App, 'limits'>> & {
  limits?: Partial<TimeLimits>;
  writeLog?: (line: string) => void;
};

/** Opens what a process is made of. Nothing runs yet: `start` of its services begins jobs and alarms, and reads the mailbox. */
export async function openApp(env: Env, { limits: otherLimits, writeLog, ...given }: Overrides = {}): Promise<App> {
  const ownClock = given.now ?? Date.now;
  const limits = { ...timeLimits, ...otherLimits };
  const write = writeLog ?? ((line: string) => process.stderr.write(line));
  const log = given.log ?? createLog({ level: env.logLevel, write, now: ownClock });
  const ballast = given.db === undefined && env.databaseUrl === null ? createBallast(env.dataDir) : null;
  const openStore = async () => given.db ?? openMigrated(env, { timeouts: limits.postgres });
  const db = await (ballast ? ballast.openWith(openStore, log) : openStore());
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
    visitorDb: ballast?.forVisitors(db) ?? db,
    diskReserve: ballast,
    audit: createAudit({ database: db, now }),
    secrets: { current: readSecret(env.authSecret, env.dataDir), previous: env.authSecretPrevious },
    passwordHash: null,
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
