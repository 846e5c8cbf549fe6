import { type Alarm as TrackedAlarm, trackAlarms } from '#server/observability/alarms.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import { type Metrics, setKnown } from '#server/observability/metrics.ts';
import type { Backlog } from './backlog.ts';
import type { BreakerState } from './circuit-breaker.ts';

/** E-mails are sent within seconds; one that waits this long needs attention. */
const maxWaitMs = 15 * 60_000;

/** The worker ticks every fifteen seconds at least. */
const maxTickMs = 60_000;

const checkEveryMs = 15_000;

export const alarmNames = ['email_waiting', 'email_failed', 'worker_stopped', 'mail_circuit_open', 'store_unreachable'] as const;
export type AlarmName = (typeof alarmNames)[number];
export type Alarm = TrackedAlarm<AlarmName>;

export type Alarms = ReturnType<typeof startAlarms>;

/** Checks e-mails, worker and store regularly. Logs an alarm once when it is raised and once when it is resolved. */
export function startAlarms(services: {
  count: () => Promise<Backlog>;
  breakerState: () => BreakerState;
  /** Alarms of other folders, checked as often. */
  checkOthers: () => Promise<void>;
  /** Why nothing can be stored at present; null where it can. */
  whyNotWritable: () => Promise<string | null>;
  lastTickAt: () => number;
  log: Log;
  now: () => number;
}) {
  const { now } = services;
  const tracked = trackAlarms<AlarmName>(services);
  const timer = setInterval(() => {
    void check();
    // A check that fails is repeated at the next interval.
    void services.checkOthers().catch(() => {});
  }, checkEveryMs);
  timer.unref();

  return { alarms: tracked.alarms, check, stop: () => clearInterval(timer) };

  async function check(): Promise<void> {
    tracked.update(new Map(await findProblems()));
  }

  async function findProblems(): Promise<[AlarmName, string][]> {
    const problems: [AlarmName, string][] = [];
    const { server, reply } = services.breakerState();
    if (server === 'misconfigured')
      problems.push([
        'mail_circuit_open',
        `The mail server rejects our sender, our login or every recipient; all e-mails wait. Its response: ${reply}`,
      ]);
    if (now() - services.lastTickAt() > maxTickMs)
      problems.push(['worker_stopped', 'The worker that sends e-mails has stopped; restart.']);
    const unwritable = await services.whyNotWritable();
    if (unwritable !== null) problems.push(['store_unreachable', unwritable]);
    try {
      const { waiting, oldestSince, failed } = await services.count();
      if (oldestSince !== null && now() - oldestSince > maxWaitMs)
        problems.push(['email_waiting', `${waiting} waiting, the oldest since ${new Date(oldestSince).toISOString()}.`]);
      if (failed > 0)
        problems.push(['email_failed', `${failed} failed: their submissions are in the store, and their e-mails were not sent.`]);
    } catch (error) {
      problems.push(['store_unreachable', errorMessage(error)]);
    }
    return problems;
  }
}

const circuitStates: BreakerState['circuit'][] = ['closed', 'half-open', 'open'];
const serverStates: BreakerState['server'][] = ['ready', 'unreachable', 'deferring', 'misconfigured'];

/** Metrics of e-mails, read from the store when `/metrics` is requested. While the store is unreachable its figures are left out. */
export function addEmailMetrics(
  metrics: Metrics,
  email: { count: () => Promise<Backlog>; breakerState: () => BreakerState; alarms: () => Alarm[]; now: () => number },
): void {
  const storeUp = metrics.gauge('kerbside_store_up', 'Whether the store answers and can be written to.');
  const waiting = metrics.gauge('kerbside_emails_waiting', 'E-mails still to be sent.');
  const oldest = metrics.gauge('kerbside_emails_oldest_waiting_seconds', 'How long the oldest of them has waited.');
  const failed = metrics.gauge('kerbside_emails_failed', 'E-mails that failed and are not acknowledged.');
  const server = metrics.gauge('kerbside_mail_server', 'The mail server after the last attempts: one of these is 1.', ['state']);
  const circuit = metrics.gauge('kerbside_mail_circuit', 'The circuit breaker of the mail server: one of these is 1.', ['state']);
  const alarm = metrics.gauge('kerbside_alarm', 'Alarms, by name: 1 while raised.', ['name']);

  metrics.onRead(async () => {
    const backlog = await email.count().catch(() => null);
    setKnown(waiting, backlog?.waiting);
    const oldestSince = backlog?.oldestSince ?? email.now();
    setKnown(oldest, backlog ? Math.max(0, (email.now() - oldestSince) / 1_000) : null);
    setKnown(failed, backlog?.failed);
    const breaker = email.breakerState();
    for (const state of serverStates) server.set({ state }, breaker.server === state ? 1 : 0);
    for (const state of circuitStates) circuit.set({ state }, breaker.circuit === state ? 1 : 0);
    const raised = new Set(email.alarms().map(({ name }) => name));
    storeUp.set(backlog && !raised.has('store_unreachable') ? 1 : 0);
    for (const name of alarmNames) alarm.set({ name }, raised.has(name) ? 1 : 0);
  });
}
