import { type App, perApp } from '#server/core/app.ts';
import type { Alarm } from '#server/core/jobs/define-alarm.ts';
import type { Module } from '#server/core/jobs/module.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { type AlarmState, alarmJob, eventAlarmJob, heartbeatJob, sendAlarm } from './alarm-jobs.ts';
import { alarmWatchOf } from './alarm-watch.ts';

/** The watch over all alarms, and the jobs that send them, where an address is set. */
export function alarmModule(app: App): Module {
  const { alarmUrl, heartbeatUrl } = app.env;
  const { metrics, close } = alarmWatchOf(app);
  const jobs = [...(alarmUrl === null ? [] : [eventAlarmJob, alarmJob]), ...(heartbeatUrl === null ? [] : [heartbeatJob])];
  return { jobs, metrics, start: startAlarms, close };
}

/** Begins the schedule. Each check also sends what no job can, and restores the disk reserve. */
function startAlarms(app: App): void {
  alarmWatchOf(app).start(async () => {
    await Promise.allSettled([sendDirectly(app), app.diskReserve?.restore()]);
  });
}

/** What was sent, by name, with since when it has been raised. */
const directlySentOf = perApp(() => ({ sent: new Map<string, number>(), isRunning: false }));

/**
 * Sends alarms to ALARM_URL by itself while the queue cannot: on a full disk no job is leased. Call it after each check of the alarms. What
 * was sent is known to this process alone. Once jobs run again they take these over, and send each once more.
 */
export async function sendDirectly(app: App): Promise<void> {
  const state = directlySentOf(app);
  if (app.env.alarmUrl === null || state.isRunning) return;
  state.isRunning = true;
  await sendDifference(app, state.sent).finally(() => {
    state.isRunning = false;
  });
}

async function sendDifference(app: App, sent: Map<string, number>): Promise<void> {
  const watch = alarmWatchOf(app);
  const raised = new Map(watch.raised().map(({ name, since }) => [name, since]));
  const noJobRuns = watch.defined.some(({ name, withoutQueue }) => withoutQueue === 'no job runs' && raised.has(name));
  for (const alarm of watch.defined.filter(({ withoutQueue }) => withoutQueue !== null)) {
    const { name } = alarm;
    const since = raised.get(name) ?? sent.get(name);
    if (since === undefined) continue;
    if (raised.has(name) && !noJobRuns) sent.delete(name);
    else if (raised.has(name) && !sent.has(name) && (await isAccepted(app, alarm, 'begun', since))) sent.set(name, since);
    else if (!raised.has(name) && (await isAccepted(app, alarm, 'ended', since))) sent.delete(name);
  }
}

async function isAccepted(app: App, alarm: Alarm, state: AlarmState, since: number): Promise<boolean> {
  try {
    await sendAlarm(app, alarm, { state, since, signal: new AbortController().signal });
    return true;
  } catch (error) {
    app.log.warn('alarm not taken', { alarm: alarm.name, error: errorMessage(error) });
    return false;
  }
}
