import type { Database } from '#server/database/database.ts';
import type { Worker } from '#server/jobs/worker.ts';
import type { Log } from '#server/observability/log.ts';
import type { Metrics } from '#server/observability/metrics.ts';
import { createAcknowledgementJob } from './acknowledgement-job.ts';
import { createBacklog } from './backlog.ts';
import { type BreakerState, createCircuitBreaker } from './circuit-breaker.ts';
import { createDigestStore } from './digest-store.ts';
import type { DetailsCipher } from './email-details.ts';
import { addEmailMetrics, startAlarms } from './email-health.ts';
import { createEmailJob } from './email-job.ts';
import { createEmailStore } from './email-store.ts';
import type { Mailer } from './mailer.ts';
import type { ProgressSince } from './progress.ts';
import type { Addresses, LinkOf } from './write-email.ts';

export type EmailService = ReturnType<typeof openEmail>;

/** Everything that sends e-mails, apart from the worker that runs the job. */
export function openEmail(services: {
  database: Database;
  worker: Pick<Worker, 'lastTickAt'>;
  mailer: Mailer;
  /** Sends the e-mails to senders of a form, with connections of its own. */
  senderMailer: Mailer;
  addresses: Addresses;
  linkOf: LinkOf;
  progressSince: ProgressSince;
  /** Whether senders of a form get an acknowledgement. */
  acknowledges: boolean;
  cipher: DetailsCipher;
  metrics: Metrics;
  log: Log;
  now: () => number;
  /** Alarms of other folders, checked as often. */
  checkOthers?: () => Promise<void>;
  /** Why nothing can be stored at present; null where it can. */
  whyNotWritable?: () => Promise<string | null>;
}) {
  const { database, worker, mailer, log, now, checkOthers = async () => {}, whyNotWritable = async () => null } = services;
  const store = createEmailStore(database, services.progressSince);
  const backlog = createBacklog(database);
  const breaker = createCircuitBreaker({ now, onChange });
  const alarms = startAlarms({
    ...{ log, now, checkOthers, whyNotWritable },
    ...{ count: backlog.count, breakerState: breaker.state, lastTickAt: worker.lastTickAt },
  });
  addEmailMetrics(services.metrics, { count: backlog.count, breakerState: breaker.state, alarms: alarms.alarms, now });
  // E-mails may have failed before this process started.
  void alarms.check();

  function onChange(state: BreakerState) {
    log.info('mail server', { state: state.server, circuit: state.circuit, reply: state.reply });
    void alarms.check();
  }

  return {
    /** The order matters: when both are due, the e-mails to the team are leased first. */
    jobKinds: [
      createEmailJob({ ...services, store, digestStore: createDigestStore(database), breaker }),
      createAcknowledgementJob({
        ...{ ...services, store, breaker, mailer: services.senderMailer, isOn: services.acknowledges },
      }),
    ],
    alarms: alarms.alarms,
    checkAlarms: alarms.check,
    backlog,
    close: (): void => {
      alarms.stop();
      mailer.close();
      services.senderMailer.close();
    },
  };
}
