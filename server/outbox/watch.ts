import { type Log, wordsOf } from '#server/ops/log.ts';
import type { Backlog } from './backlog.ts';
import type { Line } from './line.ts';

/** A letter is in the mailbox within seconds; one that waits this long needs a person. */
const longestWaitMs = 15 * 60_000;

/** The worker looks around every fifteen seconds at least. */
const longestTurnMs = 60_000;

const everyMs = 15_000;

export const alarmNames = ['letter_waiting', 'letter_given_up', 'worker_stopped', 'mail_barred', 'store_unreachable'] as const;
export type AlarmName = (typeof alarmNames)[number];
export type Alarm = { name: AlarmName; since: number; words: string };

export type Watch = ReturnType<typeof startWatch>;

/** Looks at the outbox as a person would, says once when something is wrong and once when it is over. */
export function startWatch(services: {
  count: () => Promise<Backlog>;
  line: Pick<Line, 'state'>;
  lastTurnAt: () => number;
  log: Log;
  now: () => number;
}) {
  const { log, now } = services;
  const raised = new Map<AlarmName, Alarm>();
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();

  return { alarms: (): Alarm[] => [...raised.values()], look, stop: () => clearInterval(timer) };

  async function look(): Promise<void> {
    const wrong = new Map(await findWrong());
    for (const [name, words] of wrong) {
      if (raised.has(name)) continue;
      raised.set(name, { name, since: now(), words });
      log.error('alarm', { alarm: name, words });
    }
    for (const name of [...raised.keys()].filter((name) => !wrong.has(name))) {
      raised.delete(name);
      log.info('alarm over', { alarm: name });
    }
  }

  async function findWrong(): Promise<[AlarmName, string][]> {
    const wrong: [AlarmName, string][] = [];
    const { kind, answer } = services.line.state();
    if (kind === 'barred')
      wrong.push(['mail_barred', `The mail server does not take our sender or login; all letters wait. It says: ${answer}`]);
    if (now() - services.lastTurnAt() > longestTurnMs)
      wrong.push(['worker_stopped', 'The worker that sends letters has stopped; restart.']);
    try {
      const { waiting, oldestSince, givenUp } = await services.count();
      if (oldestSince !== null && now() - oldestSince > longestWaitMs)
        wrong.push(['letter_waiting', `${waiting} waiting, the oldest since ${new Date(oldestSince).toISOString()}.`]);
      if (givenUp > 0)
        wrong.push(['letter_given_up', `${givenUp} given up: their submissions are in the store, and no letter told of them.`]);
    } catch (error) {
      wrong.push(['store_unreachable', wordsOf(error)]);
    }
    return wrong;
  }
}
