import { errorMessage, type Log } from '#server/observability/log.ts';
import type { Backlog } from './backlog.ts';
import type { BreakerState } from './circuit-breaker.ts';

/** An e-mail is in the mailbox within seconds; one that waits this long needs a person. */
const maxWaitMs = 15 * 60_000;

/** The worker looks around every fifteen seconds at least. */
const maxTickMs = 60_000;

const everyMs = 15_000;

export const alarmNames = ['email_waiting', 'email_failed', 'worker_stopped', 'mail_circuit_open', 'store_unreachable'] as const;
export type AlarmName = (typeof alarmNames)[number];
export type Alarm = { name: AlarmName; since: number; message: string };

export type Alarms = ReturnType<typeof startAlarms>;

/** Looks at e-mails and queue as a person would, and logs once when something is wrong and once when it is over. */
export function startAlarms(services: {
  count: () => Promise<Backlog>;
  breakerState: () => BreakerState;
  /** Other alarms that are looked at as often. */
  lookAlso: () => Promise<void>;
  lastTickAt: () => number;
  log: Log;
  now: () => number;
}) {
  const { log, now } = services;
  const raised = new Map<AlarmName, Alarm>();
  const timer = setInterval(() => {
    void look();
    // What it cannot find out it finds out the next time.
    void services.lookAlso().catch(() => {});
  }, everyMs);
  timer.unref();

  return { alarms: (): Alarm[] => [...raised.values()], look, stop: () => clearInterval(timer) };

  async function look(): Promise<void> {
    const wrong = new Map(await findWrong());
    for (const [name, message] of wrong) {
      if (raised.has(name)) continue;
      raised.set(name, { name, since: now(), message });
      log.error('alarm', { alarm: name, message });
    }
    for (const name of [...raised.keys()].filter((name) => !wrong.has(name))) {
      raised.delete(name);
      log.info('alarm resolved', { alarm: name });
    }
  }

  async function findWrong(): Promise<[AlarmName, string][]> {
    const wrong: [AlarmName, string][] = [];
    const { kind, answer } = services.breakerState();
    if (kind === 'open')
      wrong.push([
        'mail_circuit_open',
        `The mail server does not take our sender or login; all e-mails wait. It says: ${answer}`,
      ]);
    if (now() - services.lastTickAt() > maxTickMs)
      wrong.push(['worker_stopped', 'The worker that sends e-mails has stopped; restart.']);
    try {
      const { waiting, oldestSince, failed } = await services.count();
      if (oldestSince !== null && now() - oldestSince > maxWaitMs)
        wrong.push(['email_waiting', `${waiting} waiting, the oldest since ${new Date(oldestSince).toISOString()}.`]);
      if (failed > 0)
        wrong.push(['email_failed', `${failed} failed: their submissions are in the store, and no e-mail told of them.`]);
    } catch (error) {
      wrong.push(['store_unreachable', errorMessage(error)]);
    }
    return wrong;
  }
}
