import { gaugeText } from '#server/ops/metrics.ts';
import type { Backlog } from './backlog.ts';
import type { LineState } from './line.ts';
import { type Alarm, alarmNames } from './watch.ts';

/** The outbox as it stands now, for /metrics. What the store cannot tell just now is left out. */
export async function outboxFigures(outbox: {
  count: () => Promise<Backlog>;
  line: () => LineState;
  alarms: () => Alarm[];
  now: () => number;
}): Promise<string> {
  const backlog = await outbox.count().catch(() => null);
  const oldestSeconds = backlog?.oldestSince ? Math.max(0, (outbox.now() - backlog.oldestSince) / 1_000) : 0;
  const raised = new Set(outbox.alarms().map(({ name }) => name));
  const states: LineState['kind'][] = ['open', 'unreachable', 'barred'];
  return [
    gaugeText('kerbside_store_up', 'Whether the store answers.', [{ value: backlog ? 1 : 0 }]),
    gaugeText('kerbside_letters_waiting', 'Letters still to be sent.', [{ value: backlog?.waiting ?? null }]),
    gaugeText('kerbside_letters_oldest_waiting_seconds', 'How long the oldest of them has waited.', [
      { value: backlog && oldestSeconds },
    ]),
    gaugeText('kerbside_letters_given_up', 'Letters given up that nobody has seen to.', [{ value: backlog?.givenUp ?? null }]),
    gaugeText(
      'kerbside_mail_server',
      'How things stand with the mail server: one of these is 1.',
      states.map((state) => ({ labels: { state }, value: outbox.line().kind === state ? 1 : 0 })),
    ),
    gaugeText(
      'kerbside_alarm',
      'What a person should see to, by name.',
      alarmNames.map((name) => ({ labels: { name }, value: raised.has(name) ? 1 : 0 })),
    ),
  ].join('');
}
