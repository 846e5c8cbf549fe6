import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MiddlewareHandler } from 'hono';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from './log.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Why a form was not accepted, by the status of a refused request. */
const reasonsByStatus = {
  400: 'malformed',
  403: 'cross_origin',
  404: 'unknown_form',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media_type',
  500: 'internal_error',
} as const;

/** Why a form was not accepted, by the outcome of a request that was read. */
const reasonsByOutcome = {
  invalid: 'invalid',
  conflict: 'conflict',
  question: 'question',
  limited: 'rate_limited',
  unavailable: 'unavailable',
} as const;

type RefusalOutcome = keyof typeof reasonsByOutcome;

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const secondsToDays = [1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3_600, 14_400, 86_400, 432_000];

/** What this process has counted since it started, and gauges that are read when they are asked for. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const readings: (() => void | Promise<void>)[] = [];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const histogram = (name: string, help: string, buckets: number[]) => new Histogram({ name, help, buckets, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) => new Gauge({ name, help, labelNames, registers });

  const refused = new Counter({
    name: 'kerbside_submissions_refused_total',
    help: 'Forms that were not taken, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const cspReports = new Counter({
    name: 'kerbside_csp_reports_total',
    help: 'What the Content-Security-Policy kept browsers from loading, by directive.',
    labelNames: ['directive'],
    registers,
  });
  const acknowledgements = new Counter({
    name: 'kerbside_acknowledgements_total',
    help: 'Attempts to e-mail the sender of a form, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  // The counters are shown from the start, so that the first refusal is seen as a rise.
  for (const reason of [...Object.values(reasonsByStatus), ...Object.values(reasonsByOutcome)]) refused.inc({ reason }, 0);

  return {
    accepted: counter('kerbside_submissions_accepted_total', 'Submissions stored with their e-mails.'),
    duplicate: counter(
      'kerbside_submissions_duplicate_total',
      'Submissions that were stored before, and got the first response again.',
    ),
    refused: (reason: string) => refused.inc({ reason }),
    cspReports: (directive: string) => cspReports.inc({ directive }),
    acceptSeconds: histogram('kerbside_accept_seconds', 'From the whole request to the commit on disk.', seconds),
    emailsSent: counter('kerbside_emails_sent_total', 'E-mails that the mail server took.'),
    emailsRetried: counter('kerbside_emails_retried_total', 'Attempts that failed and will be repeated.'),
    emailsFailed: counter('kerbside_emails_failed_total', 'E-mails that will not be tried again.'),
    acknowledgements,
    timeToMailServer: histogram(
      'kerbside_email_delivery_seconds',
      'From acceptance of the submission to acceptance by the mail server.',
      secondsToDays,
    ),

    counter,
    gauge,
    /** Registers a function that sets gauges each time the metrics are read. */
    onRead: (read: () => void | Promise<void>): void => {
      readings.push(read);
    },
    /** The metrics in the text format of Prometheus. */
    text: async (): Promise<string> => {
      await Promise.all(readings.map((read) => read()));
      return registry.metrics();
    },
  };
}

/** Counts the outcome of each submission, and how long it took. */
export function countOutcomes<IncomingSubmission, Outcome extends { kind: 'accepted' | 'duplicate' | RefusalOutcome }>(
  accept: (incoming: IncomingSubmission) => Promise<Outcome>,
  metrics: Metrics,
): (incoming: IncomingSubmission) => Promise<Outcome> {
  return async (incoming) => {
    const startedAt = performance.now();
    const outcome = await accept(incoming);
    metrics.acceptSeconds.observe((performance.now() - startedAt) / 1_000);
    const { kind } = outcome;
    if (kind === 'accepted') metrics.accepted.inc();
    else if (kind === 'duplicate') metrics.duplicate.inc();
    else metrics.refused(reasonsByOutcome[kind]);
    return outcome;
  };
}

/** Counts and logs requests to an endpoint that were refused before their form was read. */
export function recordRefusals({ metrics, refusalLog }: { metrics: Metrics; refusalLog: Log }): MiddlewareHandler {
  return async function recordRefusal(c, next) {
    await next();
    const reason = reasonsByStatus[c.res.status as keyof typeof reasonsByStatus];
    if (!reason || c.req.method === 'GET' || c.req.method === 'HEAD') return;
    metrics.refused(reason);
    refusalLog.info('form refused', { reason, status: c.res.status });
  };
}

/** Sets a gauge without labels, or leaves it out where its value cannot be had just now. */
export function setKnown(gauge: Gauge, value: number | null | undefined): void {
  if (value == null) gauge.remove();
  else gauge.set(value);
}

/**
 * Metrics of the process: memory, processor, and how long the event loop was blocked. Returns a function that ends them. The
 * library's own set is not used, because its observer of garbage collections costs something on each of the many small ones.
 */
export function addProcessMetrics({ gauge, counter, onRead }: Metrics): () => void {
  const started = gauge('process_start_time_seconds', 'When it started, in seconds since 1970.');
  started.set(Date.now() / 1_000 - process.uptime());
  const memory = gauge('process_resident_memory_bytes', 'Memory in use.');
  const cpu = counter('process_cpu_seconds_total', 'Processor time since the start.');
  const late = gauge('kerbside_event_loop_delay_seconds', 'How late work was started, 99th percentile since the last reading.');
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  onRead(() => {
    memory.set(process.memoryUsage.rss());
    const { user, system } = process.cpuUsage();
    cpu.reset();
    cpu.inc((user + system) / 1e6);
    late.set(delay.percentile(99) / 1e9);
    delay.reset();
  });
  return () => delay.disable();
}
