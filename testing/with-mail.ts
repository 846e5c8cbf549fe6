import { onTestFinished } from 'vitest';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import type { App } from '#server/core/app.ts';
import { openDatabase } from '#server/core/database/open.ts';
import { workerOf } from '#server/core/jobs/worker.ts';
import { createMetrics } from '#server/core/observability/metrics.ts';
import type { EmailKind } from '#server/mail/out/define-email.ts';
import { emailModule } from '#server/mail/out/email-module.ts';
import { addAccountEmail } from '#server/mail/out/email-store.ts';
import { type Mailbox, mailboxOf, senderConnections } from '#server/mail/out/mailer.ts';
import { createSmtpMailer } from '#server/mail/out/smtp-mailer.ts';
import { hooksOf } from '#server/open-app.ts';
import { alarmWatchOf } from '#server/operations/alarms/alarm-watch.ts';
import { createTestDesk } from './create-test-desk.ts';
import type { aoife } from './fixtures/people.ts';
import { claimFrom } from './fixtures/submissions.ts';
import { longLimits, startMailServer } from './mail-server.ts';
import { copySqliteTemplate } from './migrated-databases.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Options = Parameters<typeof startMailServer>[0] & {
  emailsSenders?: boolean;
  /** Kinds of e-mail that a test defines. */
  moreKinds?: readonly EmailKind[];
  /** The mailbox that answers about submissions go to. */
  mailReplyTo?: string | null;
  mailTo?: Mailbox[];
};

const mailFrom = mailboxOf('website@kerbside.example');

const team = [mailboxOf('claims@kerbside.example')];

/** A desk with a mail server, and a worker for e-mails that can be opened on them. Each `wake` puts the clock forward by a millisecond. */
export async function withMail(
  testDesk: Awaited<ReturnType<typeof createTestDesk>>,
  { emailsSenders = false, moreKinds = [], mailReplyTo = null, mailTo = team, ...mailOptions }: Options = {},
) {
  const { app, database, clock, log: logText } = testDesk;
  const server = await startMailServer(mailOptions);
  const submissions = createSubmissionStore(database, { emailsSenders });
  onTestFinished(() => server.close());

  function startWorker(limits: Parameters<typeof createSmtpMailer>[1] = {}, url?: string) {
    const smtpUrl = url ?? `smtp://website:secret@127.0.0.1:${server.port}`;
    // Another instance on the same store.
    const one: App = {
      ...app,
      ...hooksOf(() => one),
      metrics: createMetrics(),
      env: { ...app.env, mailFrom, mailTo, mailReplyTo, acknowledge: emailsSenders },
      emailKinds: [...app.emailKinds, ...moreKinds],
      mail: {
        ...app.mail,
        team: createSmtpMailer(smtpUrl, { ...longLimits, ...limits }),
        senders: createSmtpMailer(smtpUrl, { ...longLimits, ...limits, connections: senderConnections }),
      },
    };
    const worker = workerOf(one);
    const watch = alarmWatchOf(one);
    worker.start(emailModule.jobs);
    watch.add(emailModule.alarms);
    const stop = async (graceMs?: number) => {
      await worker.stop(graceMs);
      emailModule.close(one);
    };
    onTestFinished(() => stop(0));
    const wake = () => {
      clock.time += 1;
      worker.wake();
    };
    return { app: one, alarms: watch.raised, checkAlarms: watch.check, wake, lastTickAt: worker.lastTickAt, stop };
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
      database.write((tx) => addAccountEmail(app, tx, { template: 'password-changed', recipient, details: {} })),
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
