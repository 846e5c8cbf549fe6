import { type Metrics, setKnown } from '#server/observability/metrics.ts';
import { type Alarm, alarmNames } from './alarms.ts';
import type { Backlog } from './backlog.ts';
import type { BreakerState } from './circuit-breaker.ts';

const circuitStates: BreakerState['kind'][] = ['closed', 'half-open', 'open'];

/** The e-mails as they stand when somebody asks for the metrics. What the store cannot tell just now is left out. */
export function addEmailMetrics(
  metrics: Metrics,
  email: { count: () => Promise<Backlog>; breakerState: () => BreakerState; alarms: () => Alarm[]; now: () => number },
): void {
  const storeUp = metrics.gauge('kerbside_store_up', 'Whether the store answers.');
  const waiting = metrics.gauge('kerbside_emails_waiting', 'E-mails still to be sent.');
  const oldest = metrics.gauge('kerbside_emails_oldest_waiting_seconds', 'How long the oldest of them has waited.');
  const failed = metrics.gauge('kerbside_emails_failed', 'E-mails that failed and that nobody has seen to.');
  const circuit = metrics.gauge('kerbside_mail_circuit', 'The circuit breaker of the mail server: one of these is 1.', ['state']);
  const alarm = metrics.gauge('kerbside_alarm', 'What a person should see to, by name.', ['name']);

  metrics.onRead(async () => {
    const backlog = await email.count().catch(() => null);
    storeUp.set(backlog ? 1 : 0);
    setKnown(waiting, backlog?.waiting);
    const oldestSince = backlog?.oldestSince ?? email.now();
    setKnown(oldest, backlog ? Math.max(0, (email.now() - oldestSince) / 1_000) : null);
    setKnown(failed, backlog?.failed);
    for (const state of circuitStates) circuit.set({ state }, email.breakerState().kind === state ? 1 : 0);
    const raised = new Set(email.alarms().map(({ name }) => name));
    for (const name of alarmNames) alarm.set({ name }, raised.has(name) ? 1 : 0);
  });
}
