import { join } from 'node:path';
import { site } from '#content/site.ts';
import { continuationOf, findForm } from '#forms/forms.ts';
import { createClaimLinks } from '#server/claimant/claim-link.ts';
import { claimCookie, createReadClaim, startedCookie } from '#server/claimant/claim-session.ts';
import { createClaimant } from '#server/claimant/claimant.ts';
import { createContinueStart } from '#server/claimant/continue-start.ts';
import { noteClaimantUpdate } from '#server/claimant/mark-update.ts';
import { createMergeIn } from '#server/claimant/merge-submission.ts';
import { createFileSignatures } from '#server/claimant/signed-url.ts';
import { createLog } from '#server/observability/log.ts';
import { addProcessMetrics, countOutcomes, createMetrics, setKnown } from '#server/observability/metrics.ts';
import { sumUpLines } from '#server/observability/summed-log.ts';
import { createAuth } from '#server/staff/auth.ts';
import { readSecret } from '#server/staff/auth-secret.ts';
import { createAccept } from '#server/submissions/accept/accept.ts';
import { createEmailQuotas } from '#server/submissions/accept/email-quotas.ts';
import { createLimits } from '#server/submissions/accept/limits.ts';
import { progressSince } from '#server/submissions/actions/progress-email.ts';
import { responseOf } from '#server/submissions/endpoints/submission-endpoints.ts';
import { countBreached, countOverdue } from '#server/submissions/inbox/inbox-counts.ts';
import type { Submission } from '#server/submissions/stored-submission.ts';
import { createSubmissionStore } from '#server/submissions/submission-store.ts';
import { createAlarmJob, createHeartbeatJob } from './alarms/alarm-jobs.ts';
import { createDirectAlarms } from './alarms/direct-alarms.ts';
import { createOperationsAlarms } from './alarms/operations-alarms.ts';
import { createAudit } from './audit/audit.ts';
import { claimantActor } from './audit/audit-event.ts';
import { createBallast } from './database/ballast.ts';
import { openMigrated } from './database/open.ts';
import type { PostgresTimeouts } from './database/postgres.ts';
import { createWriteProbe } from './database/write-probe.ts';
import { openDesk } from './desk.ts';
import { createDetailsCipher } from './email/email-details.ts';
import { createFolderMailer } from './email/folder-mailer.ts';
import { type Mailer, maxConnections, senderConnections } from './email/mailer.ts';
import { openEmail } from './email/open-email.ts';
import { createSmtpMailer } from './email/smtp-mailer.ts';
import type { Env } from './env.ts';
import { createEvidence } from './evidence/evidence.ts';
import { openEvidenceStore } from './evidence/open-evidence-store.ts';
import { createReadiness } from './http/monitoring-endpoints.ts';
import { createJobQueue } from './jobs/queue.ts';
import { createWorker } from './jobs/worker.ts';

export type Services = Awaited<ReturnType<typeof openServices>>;

/** Everything that lives as long as the process, wired together. */
export async function openServices(
  env: Env,
  options: { writeLog?: (line: string) => void; now?: () => number; timeouts?: PostgresTimeouts } = {},
) {
  const now = options.now ?? Date.now;
  const log = createLog({ level: env.logLevel, write: options.writeLog ?? ((line) => process.stderr.write(line)), now });
  const refusalLog = sumUpLines(log, now);
  const ballast = env.databaseUrl === null ? createBallast(env.dataDir) : null;
  const openStore = () => openMigrated(env, options);
  const database = await (ballast ? ballast.openWith(openStore, log) : openStore());
  const probe = createWriteProbe(database);
  /** Why no submission can be stored at present; null where it can. */
  const whyNotWritable = async () => (ballast?.hasRoom() === false ? 'The disk has too little room left.' : probe());
  const addresses = { from: env.mailFrom ?? site.email, to: env.mailTo ?? site.email, siteUrl: env.siteUrl };
  const metrics = createMetrics();
  const stopProcessMetrics = addProcessMetrics(metrics);
  const secret = readSecret(env.authSecret, env.dataDir);
  const previousSecret = env.authSecretPrevious;
  const cipher = createDetailsCipher(secret, previousSecret);
  const audit = createAudit({ database, now });
  const acknowledges = env.acknowledge;
  const quotas = createEmailQuotas({ hasDigests: env.rateLimit });
  const mergeIn = createMergeIn({ engine: database.engine, audit, acknowledges, quotas });
  const store = createSubmissionStore(ballast?.forVisitors(database) ?? database, { acknowledges, quotas, mergeIn });
  const queue = createJobQueue(database);
  const worker = createWorker({ queue, log, now });
  const links = createClaimLinks({ database, secret, previousSecret, siteUrl: env.siteUrl, now });
  const staffServices = { database, audit, secret, siteUrl: env.siteUrl, wakeWorker: worker.wake, log, now };
  const auth = createAuth({ ...staffServices, previousSecret, isLimited: env.rateLimit });
  const email = openEmail({
    ...{ database, worker, addresses, cipher, metrics, log, now, linkOf: links.linkOf, acknowledges: env.acknowledge },
    mailer: openMailer(env),
    senderMailer: openMailer(env, senderConnections),
    progressSince,
    whyNotWritable,
    checkOthers: async () => {
      await Promise.allSettled([desk.checkAlarms(), evidence.checkAlarms(), operations.check(), ballast?.restore()]);
      await directAlarms?.check();
    },
  });
  const evidence = createEvidence({
    ...{ database, audit, metrics, log, now, siteUrl: env.siteUrl, clamdUrl: env.clamdUrl },
    store: await openEvidenceStore(env),
    onReceivedIn: async (tx, submissionId, addedBy) => {
      if (addedBy === claimantActor.id) await noteClaimantUpdate(tx, submissionId, now(), { quotas });
    },
    onWithdrawnIn: async (tx, submissionId) => {
      await noteClaimantUpdate(tx, submissionId, now(), { quotas });
    },
    onReceived: () => {
      worker.wake();
      desk.notifyStored();
    },
    onChanged: () => {
      worker.wake();
      desk.notifyStored();
    },
  });
  const operations = createOperationsAlarms({
    ...{ database, dataDir: env.dataDir, metrics, log, now },
    countBreached: (db, limit) => countBreached({ db, engine: database.engine }, now(), limit),
    countOverdue: (db, limit) => countOverdue({ db, engine: database.engine }, now(), limit),
    jobKinds: () => [...email.jobKinds, ...evidence.jobKinds, ...desk.jobKinds],
  });
  const alarms = () => [...email.alarms(), ...desk.alarms(), ...evidence.alarms(), ...operations.alarms()];
  const sender = { siteUrl: env.siteUrl, brand: site.brand };
  const directAlarms =
    env.alarmUrl === null
      ? null
      : createDirectAlarms({
          ...sender,
          ...{ alarmUrl: env.alarmUrl, log, alarms: () => [...email.alarms(), ...operations.alarms()] },
        });
  const alarmJobKinds = [
    ...(env.alarmUrl === null
      ? []
      : [
          createAlarmJob({
            ...sender,
            ...{ alarmUrl: env.alarmUrl, queue, alarms, now },
            check: async () => {
              await Promise.all([email.checkAlarms(), desk.checkAlarms(), evidence.checkAlarms(), operations.check()]);
            },
          }),
        ]),
    ...(env.heartbeatUrl === null ? [] : [createHeartbeatJob(env.heartbeatUrl)]),
  ];
  // The folder of e-mails matters even where a mail server is set: those from before are still in it.
  const desk = openDesk({
    ...staffServices,
    ...{ queue, evidence },
    otherJobKinds: [...email.jobKinds, ...evidence.jobKinds, ...alarmJobKinds],
    acknowledges: env.acknowledge,
    owners: auth.accounts.owners,
    mailFolder: mailFolderOf(env),
    dataDir: env.dataDir,
  });
  worker.start([...email.jobKinds, ...evidence.jobKinds, ...desk.jobKinds, ...alarmJobKinds]);
  /** Reads the claim that the cookie of a request opens. */
  const readClaim = createReadClaim(links, env.siteUrl);
  const onStored = (hasEmail: boolean) => {
    if (hasEmail) worker.wake();
    desk.notifyStored();
  };
  const quarantined = metrics.gauge('kerbside_submissions_quarantined', 'Submissions in quarantine.');
  const retentionLate = metrics.gauge(
    'kerbside_retention_late',
    'Whether erasing what is past its time has not succeeded for 36 hours.',
  );
  const retentionUnconfirmed = metrics.gauge(
    'kerbside_retention_unconfirmed',
    'Whether erasing what is past its time waits until a person has confirmed it.',
  );
  metrics.onRead(async () => {
    setKnown(quarantined, await store.countQuarantined().catch(() => null));
    const raised = desk.alarms().map(({ name }) => name);
    retentionLate.set(raised.includes('retention_late') ? 1 : 0);
    retentionUnconfirmed.set(raised.includes('retention_unconfirmed') ? 1 : 0);
  });
  const accept = createAccept({ store, limits: env.rateLimit ? createLimits() : null, log: refusalLog, now, onStored });
  const readStarted = createReadClaim(links, env.siteUrl, 'started');
  const acceptOrContinue = createContinueStart({ accept, readStarted, readClaim, log });
  /**
   * The private link for a receipt; null where there is none, or it is withheld. `link` is null where the claim's has ended.
   * `emailed`: an e-mail with it was sent, or waits to be.
   */
  const linkOf = (submission: Submission) => {
    if (submission.link?.isWithheld) return null;
    const link = links.linkOf(submission, submission.link?.generation);
    if (link !== null && submission.link?.hasEnded) return { link: null, emailed: false };
    return link === null ? null : { link, emailed: submission.isAcknowledged === true };
  };
  return {
    siteUrl: env.siteUrl,
    serviceWorker: env.serviceWorker,
    log,
    /** The log of what strangers cause. */
    refusalLog,
    accept: countOutcomes(acceptOrContinue, metrics),
    responseOf,
    links,
    /** Signatures of URLs that give out a file of a claim. */
    signatures: createFileSignatures({ secret, previousSecret, now }),
    linkOf,
    /** The cookies by which a browser finishes the claim that it began at the roadside. */
    cookiesOf: (submission: Submission): string[] => {
      const form = findForm(submission.formName);
      const token = form && continuationOf(form) && linkOf(submission)?.link?.split('/').at(-1);
      return token ? [claimCookie(token, env.siteUrl), startedCookie(token, env.siteUrl)] : [];
    },
    readClaim,
    /** What claimants can do at the page of their claim. */
    claimant: createClaimant({
      database,
      audit,
      readClaim,
      makeCopy: desk.copyForClaimant,
      listFiles: evidence.list,
      onChanged: onStored,
      acknowledges: env.acknowledge,
      quotas,
      now,
    }),
    /** The two secrets that cookies may be signed with; null where there is only one. */
    rotatedSecrets: previousSecret === null ? null : { current: secret, previous: previousSecret },
    /** Accounts, sign-in and sessions of staff. */
    auth,
    desk,
    /** The files of claims. */
    evidence,
    now,
    /** What is wrong behind the scenes, for staff. Missed response targets are left out, because their list shows them. */
    alarms: () => alarms().filter(({ name }) => name !== 'response_target_missed'),
    metrics,
    readiness: createReadiness({
      isStoreUp: async () => {
        const answers = await store.find('').catch(() => 'silent');
        return answers !== 'silent' && (await whyNotWritable()) === null;
      },
      now,
    }),
    close: async () => {
      stopProcessMetrics();
      refusalLog.flush();
      desk.stop();
      await worker.stop();
      email.close();
      evidence.close();
      await database.close();
    },
  };
}

function openMailer(env: Env, connections = maxConnections): Mailer {
  return env.smtpUrl ? createSmtpMailer(env.smtpUrl, { connections }) : createFolderMailer(mailFolderOf(env));
}

function mailFolderOf(env: Env): string {
  return join(env.dataDir, 'mail');
}
