import { onTestFinished } from 'vitest';
import { createAlarmWatch } from '#server/alarms/alarm-watch.ts';
import { createClaimLinks } from '#server/claimant/claim-link.ts';
import { openDatabase } from '#server/database/open.ts';
import type { EmailKind } from '#server/email/define-email.ts';
import { createDetailsCipher } from '#server/email/email-details.ts';
import { addAccountEmail } from '#server/email/email-store.ts';
import { senderConnections } from '#server/email/mailer.ts';
import { openEmail } from '#server/email/open-email.ts';
import { createSmtpMailer } from '#server/email/smtp-mailer.ts';
import type { Addresses } from '#server/email/write-email.ts';
import { createWorker } from '#server/jobs/worker.ts';
import { createMetrics } from '#server/observability/metrics.ts';
import { accountEmails } from '#server/staff/account-emails.ts';
import { overviewEmails, submissionEmails } from '#server/submissions/submission-emails.ts';
import { createSubmissionStore } from '#server/submissions/submission-store.ts';
import { createTestDesk } from './create-test-desk.ts';
import type { aoife } from './fixtures/people.ts';
import { claimFrom } from './fixtures/submissions.ts';
import { longLimits, startMailServer } from './mail-server.ts';
import { copySqliteTemplate } from './migrated-databases.ts';
import { testSecret } from './open-test-app.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Options = Parameters<typeof startMailServer>[0] & {
  emailsSenders?: boolean;
  /** Kinds of e-mail that a test defines. */
  moreKinds?: readonly EmailKind[];
  /** The addresses for answers about submissions. */
  replyTo?: Addresses['replyTo'];
};

const addresses = { from: 'website@kerbside.example', to: 'claims@kerbside.example', siteUrl: 'https://kerbside.example' };

/** A desk with a mail server, and a worker for e-mails that can be opened on them. Each `wake` puts the clock forward by a millisecond. */
export async function withMail(
  testDesk: Awaited<ReturnType<typeof createTestDesk>>,
  { emailsSenders = false, moreKinds = [], replyTo, ...mailOptions }: Options = {},
) {
  const { app, database, clock, now, logger: log, log: logText } = testDesk;
  const server = await startMailServer(mailOptions);
  const submissions = createSubmissionStore(database, { emailsSenders });
  const links = createClaimLinks({ database, secret: testSecret, previousSecret: null, siteUrl: addresses.siteUrl, now });
  const cipher = createDetailsCipher(testSecret);
  onTestFinished(() => server.close());

  function startWorker(limits: Parameters<typeof createSmtpMailer>[1] = {}) {
    const smtpUrl = `smtp://website:secret@127.0.0.1:${server.port}`;
    const worker = createWorker(app);
    const watch = createAlarmWatch(app);
    const email = openEmail({
      app,
      database,
      checkAlarms: watch.check,
      worker,
      mailer: createSmtpMailer(smtpUrl, { ...longLimits, ...limits }),
      senderMailer: createSmtpMailer(smtpUrl, { ...longLimits, connections: senderConnections }),
      addresses: { ...addresses, ...(replyTo && { replyTo }) },
      linkOf: links.linkOf,
      emailsSenders,
      kinds: [...submissionEmails, ...overviewEmails, ...accountEmails, ...moreKinds],
      cipher,
      metrics: createMetrics(),
      log,
      now,
    });
    worker.start(email.jobs);
    watch.add(email.alarms);
    const stop = async (graceMs?: number) => {
      await worker.stop(graceMs);
      email.close();
    };
    onTestFinished(() => stop(0));
    const wake = () => {
      clock.time += 1;
      worker.wake();
    };
    return { ...email, alarms: watch.raised, checkAlarms: watch.check, wake, lastTickAt: worker.lastTickAt, stop };
  }

  return {
    ...testDesk,
    server,
    startWorker,
    logged: (event: string) =>
      logText()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
        .filter((line) => line.event === event),
    storeClaims: (...data: (typeof aoife)[]) =>
      submissions.insertAll(data.map((one) => claimFrom(one, { createdAt: clock.time }))),
    /** Stores an e-mail to a member of staff. */
    storeAccountEmail: (recipient: string) =>
      database.write((tx) =>
        addAccountEmail(tx, { template: 'password-changed', recipient, details: {}, createdAt: clock.time }, cipher),
      ),
  };
}

/** The same on a new store. */
export async function openMail(options: Options = {}) {
  const dataDir = temporaryFolder();
  await copySqliteTemplate(dataDir);
  const database = openDatabase({ dataDir, databaseUrl: null });
  onTestFinished(() => database.close());
  return withMail(await createTestDesk(database), options);
}
