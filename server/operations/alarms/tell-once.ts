import { minute } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { defineJob, done, retryAfter } from '#server/core/jobs/define-job.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { type SentAlarm, sendAlarm } from './alarm-jobs.ts';

const kind = 'alarm-once';

/**
 * Tells ALARM_URL of what happens at a moment and has no end that is told: each time it happens, also while another of its kind lasts. Nothing where
 * the setting is unset.
 */
export async function tellOnce({ env }: App, tx: Tx, alarm: SentAlarm, at: number): Promise<void> {
  if (env.alarmUrl !== null) await enqueue(tx, [{ kind, createdAt: at, payload: JSON.stringify({ alarm, at }) }]);
}

export const tellOnceJob = defineJob({
  kind,
  title: 'Sending what is told once',
  isWatchedElsewhere: true,
  retry: retryAfter(5_000, 15_000, minute, 5 * minute, 15 * minute),
  handle: async ({ payload }, { signal }, app) => {
    const { alarm, at } = JSON.parse(payload ?? '{}') as { alarm: SentAlarm; at: number };
    await sendAlarm(app, alarm, { state: 'begun', since: at, signal });
    return done('It was taken.');
  },
});
