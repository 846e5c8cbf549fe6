import type { Database } from '#server/database/database.ts';
import type { Worker } from '#server/jobs/worker.ts';
import type { Log } from '#server/observability/log.ts';
import type { Metrics } from '#server/observability/metrics.ts';
import { startAlarms } from './alarms.ts';
import { createBacklog } from './backlog.ts';
import { type BreakerState, createCircuitBreaker } from './circuit-breaker.ts';
import { createComeback } from './comeback.ts';
import type { DetailsCipher } from './email-details.ts';
import { createEmailJob } from './email-job.ts';
import { addEmailMetrics } from './email-metrics.ts';
import { createEmailStore } from './email-store.ts';
import type { Mailer } from './mailer.ts';
import { createRecovery } from './recovery.ts';
import type { Addresses } from './write-email.ts';

export type EmailRoom = ReturnType<typeof openEmail>;

/** Everything that brings e-mails to the mail server, apart from the worker that runs the job. */
export function openEmail(services: {
  database: Database;
  worker: Pick<Worker, 'lastTickAt'>;
  mailer: Mailer;
  addresses: Addresses;
  cipher: DetailsCipher;
  metrics: Metrics;
  log: Log;
  now: () => number;
  /** Other alarms that are looked at as often. */
  lookAlso?: () => Promise<void>;
}) {
  const { database, worker, mailer, log, now, lookAlso = async () => {} } = services;
  const store = createEmailStore(database);
  const backlog = createBacklog(database);
  const breaker = createCircuitBreaker({ now, onChange });
  const recovery = createRecovery({ store, now });
  const comeback = createComeback({ store, breaker, now });
  const alarms = startAlarms({
    ...{ log, now, lookAlso, count: backlog.count, breakerState: breaker.state, lastTickAt: worker.lastTickAt },
  });
  addEmailMetrics(services.metrics, { count: backlog.count, breakerState: breaker.state, alarms: alarms.alarms, now });
  // E-mails that failed before this start still want a person.
  void alarms.look();

  function onChange(state: BreakerState) {
    log.info('mail circuit', { circuit: state.kind, answer: state.answer });
    void alarms.look();
  }

  return {
    job: createEmailJob({ ...services, store, breaker, recovery, comeback }),
    alarms: alarms.alarms,
    look: alarms.look,
    backlog,
    close: (): void => {
      alarms.stop();
      mailer.close();
    },
  };
}
