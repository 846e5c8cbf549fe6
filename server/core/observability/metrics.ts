import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MiddlewareHandler } from 'hono';
import { Counter, Histogram, Gauge as PrometheusGauge, Registry } from 'prom-client';
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

/** A gauge that is read when the metrics are asked for. With a label it has a value for each of several. */
export type Gauge = { name: string; help: string; read: () => Value | Promise<Value>; label: string | null };
type Value = number | Record<string, number> | null | undefined;

/** What this process has counted since it started, and gauges that are read when they are asked for. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[] = []) => new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[]) => new Histogram({ name, help, buckets, registers });

  const refused = counter('kerbside_submissions_refused_total', 'Forms that were not taken, by reason.', ['reason']);
  const blocked = 'What the Content-Security-Policy kept browsers from loading, by directive.';
  const cspReports = counter('kerbside_csp_reports_total', blocked, ['directive']);
  const attempts = 'Attempts to email the sender of a form, by outcome.';
  // The counters are shown from the start, so that the first refusal is seen as a rise.
  for (const reason of [...Object.values(reasonsByStatus), ...Object.values(reasonsByOutcome)]) refused.inc({ reason }, 0);

  return {
    accepted: counter('kerbside_submissions_accepted_total', 'Submissions stored with their emails.'),
    duplicate: counter(
      'kerbside_submissions_duplicate_total',
      'Submissions that were stored before, and got the first response again.',
    ),
    refused: (reason: string) => refused.inc({ reason }),
    cspReports: (directive: string) => cspReports.inc({ directive }),
    acceptSeconds: histogram('kerbside_accept_seconds', 'From the whole request to the commit on disk.', seconds),
    emailsSent: counter('kerbside_emails_sent_total', 'Emails that the mail server took.'),
    emailsRetried: counter('kerbside_emails_retried_total', 'Attempts that failed and will be repeated.'),
    emailsFailed: counter('kerbside_emails_failed_total', 'Emails that will not be tried again.'),
    senderEmails: counter('kerbside_acknowledgements_total', attempts, ['outcome']),
    evidenceReceived: counter('kerbside_evidence_received_total', 'Files of claims that were received.'),
    evidenceRefused: counter('kerbside_evidence_refused_total', 'Files that were not taken.'),
    previewsMade: counter('kerbside_evidence_previews_total', 'Pictures that previews were made of.'),
    previewsFailed: counter('kerbside_evidence_previews_failed_total', 'Pictures that no preview could be made of.'),
    timeToMailServer: histogram(
      'kerbside_email_delivery_seconds',
      'From acceptance of the submission to acceptance by the mail server.',
      secondsToDays,
    ),

    counter,
    /** Adds gauges. One whose value is null, or cannot be had just now, is left out. */
    add: (gauges: Gauge[]): void => {
      for (const { name, help, label, read } of gauges) {
        const labelNames = label === null ? [] : [label];
        const collect = async function setGauge(this: PrometheusGauge) {
          const value = await Promise.resolve()
            .then(read)
            .catch(() => null);
          this.reset();
          if (typeof value === 'number') this.set(value);
          else if (!label) this.remove();
          else for (const [of, number] of Object.entries(value ?? {})) this.set({ [label]: of }, number);
        };
        new PrometheusGauge({ name, help, labelNames, registers, collect });
      }
    },
    /** The metrics in the text format of Prometheus. */
    text: (): Promise<string> => registry.metrics(),
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

/**
 * Metrics of the process: memory, processor, and how long the event loop was blocked. Returns a function that ends them. The
 * library's own set is not used, because its observer of garbage collections costs something on each of the many small ones.
 */
export function addProcessMetrics(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const startedAt = Date.now() / 1_000 - process.uptime();
  const gauge = (name: string, help: string, read: Gauge['read']): Gauge => ({ name, help, read, label: null });
  metrics.add([
    gauge('process_start_time_seconds', 'When it started, in seconds since 1970.', () => startedAt),
    gauge('process_resident_memory_bytes', 'Memory in use.', () => process.memoryUsage.rss()),
    gauge('kerbside_event_loop_delay_seconds', 'How late work was started, 99th percentile since the last reading.', () => {
      const late = delay.percentile(99) / 1e9;
      delay.reset();
      return late;
    }),
  ]);
  Object.assign(metrics.counter('process_cpu_seconds_total', 'Processor time since the start.'), {
    collect(this: Counter) {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  return () => delay.disable();
}
