import type { App } from '#server/core/app.ts';
import type { Module } from '#server/core/jobs/module.ts';
import { alarmJob, heartbeatJob } from './alarm-jobs.ts';
import { alarmWatchOf } from './alarm-watch.ts';
import { tellDirectly } from './direct-alarms.ts';
import { tellOnceJob } from './tell-once.ts';

/** The watch over all alarms, and the jobs that send them, where an address is set. */
export function alarmModule(app: App): Module {
  const { alarmUrl, heartbeatUrl } = app.env;
  const { metrics, close } = alarmWatchOf(app);
  const jobs = [...(alarmUrl === null ? [] : [tellOnceJob, alarmJob]), ...(heartbeatUrl === null ? [] : [heartbeatJob])];
  return { jobs, metrics, close };
}

/** Begins the schedule. Each check also tells of what no job can, and restores the space on the disk that is kept for claims. */
export function startAlarms(app: App): void {
  alarmWatchOf(app).start(async () => {
    await Promise.allSettled([tellDirectly(app), app.diskReserve?.restore()]);
  });
}
