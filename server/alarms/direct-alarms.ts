import { errorMessage, type Log } from '#server/observability/log.ts';
import { type AlarmState, alarmMessage, type Sender } from './alarm-jobs.ts';
import type { AlarmName } from './alarm-texts.ts';
import { call } from './call.ts';

/** While one of these is raised no job runs, and so none sends alarms. */
const withoutQueue: AlarmName[] = ['store_unreachable', 'worker_stopped'];

/** What is then said without the queue: those, and the usual reason. */
const saidDirectly: AlarmName[] = [...withoutQueue, 'disk_short'];

/**
 * Sends alarms to ALARM_URL by itself while the queue cannot: on a full disk no job is leased. What was sent is known to this process
 * alone. Once jobs run again theirs are the alarms that last, and these here are told of once more.
 */
export function createDirectAlarms(
  services: Sender & { alarmUrl: string; alarms: () => { name: AlarmName; since: number }[]; log: Log },
) {
  const { alarmUrl, alarms, log } = services;
  const told = new Map<AlarmName, number>();
  let isRunning = false;

  async function isTaken(name: AlarmName, state: AlarmState, since: number): Promise<boolean> {
    try {
      await call('ALARM_URL', alarmUrl, new AbortController().signal, alarmMessage(services, name, state, since));
      return true;
    } catch (error) {
      log.warn('alarm not taken', { alarm: name, error: errorMessage(error) });
      return false;
    }
  }

  async function tell(): Promise<void> {
    const raised = new Map(alarms().map(({ name, since }) => [name, since]));
    const isWithoutQueue = withoutQueue.some((name) => raised.has(name));
    for (const name of saidDirectly) {
      const since = raised.get(name) ?? told.get(name);
      if (since === undefined) continue;
      if (raised.has(name) && !isWithoutQueue) told.delete(name);
      else if (raised.has(name) && !told.has(name) && (await isTaken(name, 'begun', since))) told.set(name, since);
      else if (!raised.has(name) && (await isTaken(name, 'ended', since))) told.delete(name);
    }
  }

  return {
    /** Sends what has changed since the last call. */
    check: async (): Promise<void> => {
      if (isRunning) return;
      isRunning = true;
      await tell().finally(() => {
        isRunning = false;
      });
    },
  };
}
