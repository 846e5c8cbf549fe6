import { join } from 'node:path';
import { site } from '#content/site.ts';
import { createAudit } from './audit/audit.ts';
import { createAuth } from './auth/auth.ts';
import { readSecret } from './auth/secret.ts';
import { openMigrated } from './database/migrate.ts';
import { openDesk } from './desk/desk.ts';
import type { Env } from './env.ts';
import { createReadiness } from './http/readiness.ts';
import { createFolderMailer } from './mail/folder.ts';
import type { Mailer } from './mail/mailer.ts';
import { createSmtpMailer } from './mail/smtp.ts';
import { countOutcomes } from './ops/count-submissions.ts';
import { createLog } from './ops/log.ts';
import { addProcessMetrics, createMetrics, setKnown } from './ops/metrics.ts';
import { createDetailsCipher } from './outbox/email-details.ts';
import { openOutbox } from './outbox/outbox.ts';
import { createAccept } from './submissions/accept.ts';
import { answerTo } from './submissions/answers.ts';
import { createLimits } from './submissions/limits.ts';
import { createSubmissionStore } from './submissions/store.ts';

export type Services = Awaited<ReturnType<typeof openServices>>;

/** Everything that lives as long as the process, wired together. */
export async function openServices(env: Env, options: { writeLog?: (line: string) => void; now?: () => number } = {}) {
  const now = options.now ?? Date.now;
  const log = createLog({ level: env.logLevel, write: options.writeLog ?? ((line) => process.stderr.write(line)), now });
  const database = await openMigrated(env);
  const addresses = { from: env.mailFrom ?? site.email, to: env.mailTo ?? site.email, siteUrl: env.siteUrl };
  const metrics = createMetrics();
  const stopProcessMetrics = addProcessMetrics(metrics);
  const secret = readSecret(env.authSecret, env.dataDir);
  const previousSecret = env.authSecretPrevious;
  const cipher = createDetailsCipher(secret, previousSecret);
  const outbox = openOutbox({ database, mailer: openMailer(env), addresses, cipher, metrics, log, now });
  const store = createSubmissionStore(database);
  const audit = createAudit({ database, now });
  const staffServices = { database, audit, secret, siteUrl: env.siteUrl, wakeOutbox: outbox.wake, log, now };
  const auth = createAuth({ ...staffServices, previousSecret, limited: env.rateLimit });
  // Also where a mail server is set: letters from before that are still in the folder.
  const desk = openDesk({ ...staffServices, owners: auth.owners, mailFolder: mailFolderOf(env) });
  desk.start();
  const onStored = (isAnnounced: boolean) => {
    if (isAnnounced) outbox.wake();
    desk.noteAccepted();
  };
  const quarantined = metrics.gauge('kerbside_submissions_quarantined', 'Submissions set aside as suspects.');
  const retentionLate = metrics.gauge(
    'kerbside_retention_late',
    'Whether erasing what is past its time has not succeeded for 36 hours.',
  );
  metrics.onRead(async () => {
    setKnown(quarantined, await store.countQuarantined().catch(() => null));
    retentionLate.set(desk.alarms().length > 0 ? 1 : 0);
  });
  return {
    siteUrl: env.siteUrl,
    log,
    accept: countOutcomes(createAccept({ store, limits: env.rateLimit ? createLimits() : null, log, now, onStored }), metrics),
    answerTo,
    /** The secrets that cookies may be signed with; null where there is one alone. */
    rotatedSecrets: previousSecret === null ? null : { current: secret, previous: previousSecret },
    /** Who may come in to the desk. */
    auth,
    desk,
    now,
    /** What is wrong behind the scenes, as a person should hear it. */
    alarms: () => [...outbox.alarms(), ...desk.alarms()],
    metrics,
    readiness: createReadiness({
      isStoreUp: () =>
        store.find('').then(
          () => true,
          () => false,
        ),
      now,
    }),
    close: async () => {
      stopProcessMetrics();
      await desk.stop();
      await outbox.stop();
      await database.close();
    },
  };
}

function openMailer(env: Env): Mailer {
  return env.smtpUrl ? createSmtpMailer(env.smtpUrl) : createFolderMailer(mailFolderOf(env));
}

function mailFolderOf(env: Env): string {
  return join(env.dataDir, 'mail');
}
