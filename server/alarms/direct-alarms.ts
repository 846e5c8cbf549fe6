import type { Alarm } from '#server/jobs/define-alarm.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import { type AlarmState, alarmMessage, type Sender } from './alarm-jobs.ts';
import type { AlarmWatch } from './alarm-watch.ts';
import { call } from './call.ts';

/**
 * Sends alarms to ALARM_URL by itself while the queue cannot: on a full disk no job is leased. What was sent is known to this process
 * alone. Once jobs run again theirs are the alarms that last, and these here are told of once more.
 */
export function createDirectAlarms(
  services: Sender & { alarmUrl: string; watch: Pick<AlarmWatch, 'defined' | 'raised'>; log: Log },
) {
  const { alarmUrl, watch, log } = services;
  const told = new Map<string, number>();
  let isRunning = false;

  async function isTaken(alarm: Alarm, state: AlarmState, since: number): Promise<boolean> {
    try {
      await call('ALARM_URL', alarmUrl, new AbortController().signal, alarmMessage(services, alarm, state, since));
      return true;
    } catch (error) {
      log.warn('alarm not taken', { alarm: alarm.name, error: errorMessage(error) });
      return false;
    }
  }

  async function tell(): Promise<void> {
    const raised = new Map(watch.raised().map(({ name, since }) => [name, since]));
    const noJobRuns = watch.defined.some(({ name, withoutQueue }) => withoutQueue === 'no job runs' && raised.has(name));
    for (const alarm of watch.defined.filter(({ withoutQueue }) => withoutQueue !== null)) {
      const { name } = alarm;
      const since = raised.get(name) ?? told.get(name);
      if (since === undefined) continue;
      if (raised.has(name) && !noJobRuns) told.delete(name);
      else if (raised.has(name) && !told.has(name) && (await isTaken(alarm, 'begun', since))) told.set(name, since);
      else if (!raised.has(name) && (await isTaken(alarm, 'ended', since))) told.delete(name);
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
