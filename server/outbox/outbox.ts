import type { Database } from '#server/database/open.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Log } from '#server/ops/log.ts';
import type { Metrics } from '#server/ops/metrics.ts';
import { createBacklog } from './backlog.ts';
import { createDeliver } from './deliver.ts';
import type { DetailsCipher } from './email-details.ts';
import type { Addresses } from './letter.ts';
import { createLine, type LineState } from './line.ts';
import { addOutboxMetrics } from './metrics.ts';
import { createRecovery } from './recovery.ts';
import { createOutboxStore } from './store.ts';
import { startWatch } from './watch.ts';
import { startWorker } from './worker.ts';

/** A shorter silence of the mail server is nothing to hurry after: the first tries again come soon enough by themselves. */
const shortOutageMs = 5_000;

/** The answer to the visitor goes first: on a slow disk the claim of a letter makes everybody wait. */
const wakeAfterMs = 20;

export type Outbox = ReturnType<typeof openOutbox>;

/** Everything that brings letters to the mail server, at work from now on. */
export function openOutbox(services: {
  database: Database;
  mailer: Mailer;
  addresses: Addresses;
  cipher: DetailsCipher;
  metrics: Metrics;
  log: Log;
  now: () => number;
}) {
  const { database, mailer, now } = services;
  const store = createOutboxStore(database);
  const backlog = createBacklog(database);
  const line = createLine({ now, onChange });
  const recovery = createRecovery({ store, now });
  const deliver = createDeliver({ ...services, store, line, recovery });
  const worker = startWorker({ ...services, store, deliver, line, recovery });
  const watch = startWatch({ ...services, count: backlog.count, line, lastTurnAt: worker.lastTurnAt });
  addOutboxMetrics(services.metrics, { count: backlog.count, line: line.state, alarms: watch.alarms, now });
  // Letters that were given up before this start still want a person.
  void watch.look();

  function onChange(state: LineState, before: LineState) {
    services.log.info('mail server', { state: state.kind, answer: state.answer });
    void watch.look();
    const cameBack = state.kind === 'open' && before.kind === 'unreachable' && state.since - before.since > shortOutageMs;
    if (cameBack) void store.hasten(now()).then(worker.wake, () => {});
  }

  let waking: NodeJS.Timeout | null = null;

  /** A letter was stored. Many at once are one reason to look. */
  function wake() {
    waking ??= setTimeout(() => {
      waking = null;
      worker.wake();
    }, wakeAfterMs);
  }

  return {
    wake,
    alarms: watch.alarms,
    look: watch.look,
    backlog,
    stop: async (graceMs?: number) => {
      watch.stop();
      if (waking) clearTimeout(waking);
      await worker.stop(graceMs);
      mailer.close();
    },
  };
}
