import { onTestFinished } from 'vitest';
import { createAlarmWatch } from '#server/alarms/alarm-watch.ts';
import { createClaimLinks } from '#server/claimant/claim-link.ts';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open.ts';
import type { EmailKind } from '#server/email/define-email.ts';
import { createDetailsCipher } from '#server/email/email-details.ts';
import { addAccountEmail, senderEmailKind } from '#server/email/email-store.ts';
import { senderConnections } from '#server/email/mailer.ts';
import { openEmail } from '#server/email/open-email.ts';
import { createSmtpMailer } from '#server/email/smtp-mailer.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import { createWorker } from '#server/jobs/worker.ts';
import { createLog } from '#server/observability/log.ts';
import { createMetrics } from '#server/observability/metrics.ts';
import { accountEmails } from '#server/staff/account-emails.ts';
import { submissionEmails } from '#server/submissions/submission-emails.ts';
import { createSubmissionStore } from '#server/submissions/submission-store.ts';
import { emailsIn } from './databases.ts';
import type { aoife } from './fixtures/people.ts';
import { claimFrom } from './fixtures/submissions.ts';
import { longLimits, startMailServer } from './mail-server.ts';
import { copySqliteTemplate } from './migrated-databases.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Options = Parameters<typeof startMailServer>[0] & {
  database?: Database;
  acknowledges?: boolean;
  clockRuns?: boolean;
  /** Kinds of e-mail that a test defines. */
  moreKinds?: readonly EmailKind[];
};

const addresses = { from: 'website@kerbside.example', to: 'claims@kerbside.example', siteUrl: 'https://kerbside.example' };
export const minute = 60_000;

/** The default secret of createTestAuth. */
const secret = 'a secret of thirty-two characters';

/**
 * A store and a mail server, with a worker for e-mails that can be opened on them, and a clock that stands still until it is put forward (by a millisecond
 * at each `wake`), unless `clockRuns`. A store that is given is not closed.
 */
export async function createTestMailer({
  database: given,
  acknowledges = false,
  clockRuns = false,
  moreKinds = [],
  ...mailOptions
}: Options = {}) {
  const database = given ?? (await openNew());
  const server = await startMailServer(mailOptions);
  const startedAt = Date.now();
  const clock = { ahead: 0, now: () => (clockRuns ? Date.now() : startedAt) + clock.ahead };
  const lines: string[] = [];
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) });
  const submissions = createSubmissionStore(database, { acknowledges });
  const links = createClaimLinks({ database, secret, previousSecret: null, siteUrl: addresses.siteUrl, now: clock.now });
  const cipher = createDetailsCipher(secret);
  const open: { stop: (graceMs: number) => Promise<void> }[] = [];
  const startWorker = (limits: Parameters<typeof createSmtpMailer>[1] = {}) => {
    const smtpUrl = `smtp://website:secret@127.0.0.1:${server.port}`;
    const worker = createWorker({ queue: createJobQueue(database), log, now: clock.now });
    const watch = createAlarmWatch({ log, now: clock.now });
    const email = openEmail({
      database,
      checkAlarms: watch.check,
      worker,
      mailer: createSmtpMailer(smtpUrl, { ...longLimits, ...limits }),
      senderMailer: createSmtpMailer(smtpUrl, { ...longLimits, connections: senderConnections }),
      addresses,
      linkOf: links.linkOf,
      acknowledges,
      kinds: [...submissionEmails, ...accountEmails, ...moreKinds],
      cipher,
      metrics: createMetrics(),
      log,
      now: clock.now,
    });
    worker.start(email.jobs);
    watch.add(email.alarms);
    const stop = async (graceMs?: number) => {
      await worker.stop(graceMs);
      email.close();
    };
    const wake = () => {
      clock.ahead += 1;
      worker.wake();
    };
    const outbox = { ...email, alarms: watch.raised, checkAlarms: watch.check, wake, lastTickAt: worker.lastTickAt, stop };
    open.push(outbox);
    return outbox;
  };
  onTestFinished(async () => {
    for (const outbox of open) await outbox.stop(0);
    await server.close();
    if (!given) await database.close();
  });
  return {
    database,
    server,
    clock,
    log: () => lines.join(''),
    events: (event: string) => lines.map((line) => JSON.parse(line)).filter((line) => line.event === event),
    startWorker: startWorker,
    storeClaims: (...data: (typeof aoife)[]) =>
      submissions.insertAll(data.map((one) => claimFrom(one, { createdAt: clock.now() }))),
    /** Stores an e-mail to a member of staff. */
    storeAccountEmail: (recipient: string) =>
      database.write((tx) =>
        addAccountEmail(tx, { template: 'password-changed', recipient, details: {}, createdAt: clock.now() }, cipher),
      ),
    emails: () => emailsIn(database),
    senderEmails: () => emailsIn(database, senderEmailKind),
  };
}

async function openNew(): Promise<Database> {
  const dataDir = temporaryFolder();
  await copySqliteTemplate(dataDir);
  return openDatabase({ dataDir, databaseUrl: null });
}
