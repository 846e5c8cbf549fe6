import type { App } from '#server/core/app.ts';
import type { Database } from '#server/database/database.ts';
import type { Worker } from '#server/jobs/worker.ts';
import type { Log } from '#server/observability/log.ts';
import type { Metrics } from '#server/observability/metrics.ts';
import { createBacklog } from './backlog.ts';
import { type BreakerState, createCircuitBreaker } from './circuit-breaker.ts';
import { createEmailKinds, type EmailKind } from './define-email.ts';
import { createDigestStore } from './digest-store.ts';
import type { DetailsCipher } from './email-details.ts';
import { createEmailHealth } from './email-health.ts';
import { createEmailJob } from './email-job.ts';
import { createEmailStore } from './email-store.ts';
import type { Mailer } from './mailer.ts';
import { createSenderEmailJob } from './sender-email-job.ts';
import type { Addresses, LinkOf } from './write-email.ts';

/** Everything that sends e-mails, apart from the worker that runs the job. */
export function openEmail(services: {
  app: App;
  database: Database;
  worker: Pick<Worker, 'lastTickAt'>;
  mailer: Mailer;
  /** Sends the e-mails to senders of a form, with connections of its own. */
  senderMailer: Mailer;
  addresses: Addresses;
  linkOf: LinkOf;
  /** The kinds of e-mail of all folders. */
  kinds: readonly EmailKind[];
  /** Whether senders of a form get e-mails. */
  emailsSenders: boolean;
  cipher: DetailsCipher;
  metrics: Metrics;
  log: Log;
  now: () => number;
  /** Checks all alarms, apart from their schedule. */
  checkAlarms: () => Promise<void>;
  /** Why the store does not answer, or cannot be written to; null where it does and can. */
  whyStoreFails?: () => Promise<string | null>;
}) {
  const { database, worker, mailer, log, now, whyStoreFails = async () => null } = services;
  const kindOf = createEmailKinds(services.kinds);
  const store = createEmailStore(database, kindOf);
  const backlog = createBacklog(database);
  const breaker = createCircuitBreaker({ now, onChange });

  function onChange(state: BreakerState) {
    log.info('mail server', { state: state.server, circuit: state.circuit, reply: state.reply });
    void services.checkAlarms();
  }

  return {
    /** The order matters: when both are due, the e-mails to the team are leased first. */
    jobs: [
      createEmailJob({ ...services, kindOf, store, digestStore: createDigestStore(services.app), breaker }),
      createSenderEmailJob({
        ...services,
        kindOf,
        store,
        breaker,
        mailer: services.senderMailer,
        isOn: services.emailsSenders,
      }),
    ],
    ...createEmailHealth({
      count: backlog.count,
      breakerState: breaker.state,
      lastTickAt: worker.lastTickAt,
      whyStoreFails,
      now,
    }),
    backlog,
    close: (): void => {
      mailer.close();
      services.senderMailer.close();
    },
  };
}
