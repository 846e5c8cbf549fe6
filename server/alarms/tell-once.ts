import { minute } from '#forms/durations.ts';
import type { Tx } from '#server/database/schema.ts';
import { defineJob, done, type JobKind, retryAfter } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { alarmMessage, type Sender, type SentAlarm } from './alarm-jobs.ts';
import { call } from './call.ts';

const kind = 'alarm-once';

/**
 * Tells ALARM_URL of what happens at a moment and has no end that is told: each time it happens, also while another of its kind lasts. Nothing where
 * the setting is unset.
 */
export function createTellOnce(services: Sender & { alarmUrl: string | null }): {
  tellOnce: (tx: Tx, alarm: SentAlarm, at: number) => Promise<void>;
  jobs: JobKind[];
} {
  const { alarmUrl } = services;
  if (alarmUrl === null) return { tellOnce: async () => {}, jobs: [] };
  const job = defineJob({
    kind,
    title: 'Sending what is told once',
    isWatchedElsewhere: true,
    retry: retryAfter(5_000, 15_000, minute, 5 * minute, 15 * minute),
    handle: async ({ payload }, { signal }) => {
      const { alarm, at } = JSON.parse(payload ?? '{}') as { alarm: SentAlarm; at: number };
      await call('ALARM_URL', alarmUrl, signal, alarmMessage(services, alarm, 'begun', at));
      return done('It was taken.');
    },
  });
  return {
    tellOnce: (tx, alarm, at) => enqueue(tx, [{ kind, createdAt: at, payload: JSON.stringify({ alarm, at }) }]),
    jobs: [job],
  };
}
