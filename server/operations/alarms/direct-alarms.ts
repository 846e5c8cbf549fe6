import { type App, perApp } from '#server/core/app.ts';
import type { Alarm } from '#server/core/jobs/define-alarm.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { type AlarmState, sendAlarm } from './alarm-jobs.ts';
import { alarmWatchOf } from './alarm-watch.ts';

/** What was sent, by name, with since when it has been raised. */
const toldOf = perApp(() => ({ told: new Map<string, number>(), isRunning: false }));

/**
 * Sends alarms to ALARM_URL by itself while the queue cannot: on a full disk no job is leased. Call it after each check of the alarms. What
 * was sent is known to this process alone. Once jobs run again theirs are the alarms that last, and these here are told of once more.
 */
export async function tellDirectly(app: App): Promise<void> {
  const state = toldOf(app);
  if (app.env.alarmUrl === null || state.isRunning) return;
  state.isRunning = true;
  await tell(app, state.told).finally(() => {
    state.isRunning = false;
  });
}

async function tell(app: App, told: Map<string, number>): Promise<void> {
  const watch = alarmWatchOf(app);
  const raised = new Map(watch.raised().map(({ name, since }) => [name, since]));
  const noJobRuns = watch.defined.some(({ name, withoutQueue }) => withoutQueue === 'no job runs' && raised.has(name));
  for (const alarm of watch.defined.filter(({ withoutQueue }) => withoutQueue !== null)) {
    const { name } = alarm;
    const since = raised.get(name) ?? told.get(name);
    if (since === undefined) continue;
    if (raised.has(name) && !noJobRuns) told.delete(name);
    else if (raised.has(name) && !told.has(name) && (await isTaken(app, alarm, 'begun', since))) told.set(name, since);
    else if (!raised.has(name) && (await isTaken(app, alarm, 'ended', since))) told.delete(name);
  }
}

async function isTaken(app: App, alarm: Alarm, state: AlarmState, since: number): Promise<boolean> {
  try {
    await sendAlarm(app, alarm, { state, since, signal: new AbortController().signal });
    return true;
  } catch (error) {
    app.log.warn('alarm not taken', { alarm: alarm.name, error: errorMessage(error) });
    return false;
  }
}
