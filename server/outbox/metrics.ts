import { type Metrics, setKnown } from '#server/ops/metrics.ts';
import type { Backlog } from './backlog.ts';
import type { LineState } from './line.ts';
import { type Alarm, alarmNames } from './watch.ts';

const mailServerStates: LineState['kind'][] = ['open', 'unreachable', 'barred'];

/** The outbox as it stands when somebody asks for the metrics. What the store cannot tell just now is left out. */
export function addOutboxMetrics(
  metrics: Metrics,
  outbox: { count: () => Promise<Backlog>; line: () => LineState; alarms: () => Alarm[]; now: () => number },
): void {
  const storeUp = metrics.gauge('kerbside_store_up', 'Whether the store answers.');
  const waiting = metrics.gauge('kerbside_letters_waiting', 'Letters still to be sent.');
  const oldest = metrics.gauge('kerbside_letters_oldest_waiting_seconds', 'How long the oldest of them has waited.');
  const givenUp = metrics.gauge('kerbside_letters_given_up', 'Letters given up that nobody has seen to.');
  const mailServer = metrics.gauge('kerbside_mail_server', 'How things stand with the mail server: one of these is 1.', [
    'state',
  ]);
  const alarm = metrics.gauge('kerbside_alarm', 'What a person should see to, by name.', ['name']);

  metrics.onRead(async () => {
    const backlog = await outbox.count().catch(() => null);
    storeUp.set(backlog ? 1 : 0);
    setKnown(waiting, backlog?.waiting);
    const oldestSince = backlog?.oldestSince ?? outbox.now();
    setKnown(oldest, backlog ? Math.max(0, (outbox.now() - oldestSince) / 1_000) : null);
    setKnown(givenUp, backlog?.givenUp);
    for (const state of mailServerStates) mailServer.set({ state }, outbox.line().kind === state ? 1 : 0);
    const raised = new Set(outbox.alarms().map(({ name }) => name));
    for (const name of alarmNames) alarm.set({ name }, raised.has(name) ? 1 : 0);
  });
}
