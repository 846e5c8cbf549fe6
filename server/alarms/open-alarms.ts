import type { Log } from '#server/observability/log.ts';
import { createAlarmJob, createHeartbeatJob, type Sender } from './alarm-jobs.ts';
import type { AlarmWatch } from './alarm-watch.ts';
import { createDirectAlarms } from './direct-alarms.ts';
import { createTellOnce } from './tell-once.ts';

/** The watch over all alarms, and what sends them: a job, and this process itself while no job runs. */
export function openAlarms(
  services: Sender & {
    alarmUrl: string | null;
    heartbeatUrl: string | null;
    log: Log;
    now: () => number;
    watch: AlarmWatch;
  },
) {
  const { alarmUrl, heartbeatUrl, watch } = services;
  const direct = alarmUrl === null ? null : createDirectAlarms({ ...services, alarmUrl, watch });

  const { tellOnce, jobs } = createTellOnce(services);

  return {
    ...watch,
    tellOnce,
    jobs: [
      ...jobs,
      ...(alarmUrl === null ? [] : [createAlarmJob({ ...services, alarmUrl, watch })]),
      ...(heartbeatUrl === null ? [] : [createHeartbeatJob(heartbeatUrl)]),
    ],
    /** Begins the schedule. `also`: what else is done as often. */
    start: (also: () => Promise<void>): void =>
      watch.start(async () => {
        await Promise.allSettled([direct?.check(), also()]);
      }),
  };
}
