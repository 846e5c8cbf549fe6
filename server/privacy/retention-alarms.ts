import { type Alarm, trackAlarms } from '#server/observability/alarms.ts';
import type { Log } from '#server/observability/log.ts';
import type { RetentionState } from './retention.ts';

/** Alarms in the shape of those about e-mails, with which they are shown. */
export type RetentionAlarm = Alarm<'retention_late' | 'retention_unconfirmed'>;

/** Whether retention is late, and whether it waits for a person. */
export function createRetentionAlarms(services: { state: () => Promise<RetentionState>; log: Log; now: () => number }) {
  const tracked = trackAlarms<RetentionAlarm['name']>(services);
  return {
    alarms: tracked.alarms,
    check: async (): Promise<void> => {
      const { isLate, succeededAt, message, question } = await services.state();
      const last = succeededAt === null ? 'has never succeeded' : `last succeeded at ${new Date(succeededAt).toISOString()}`;
      const problems = new Map<RetentionAlarm['name'], string>();
      if (question !== null)
        problems.set('retention_unconfirmed', `Erasing what is past its time waits for a person. ${question}`);
      else if (isLate) problems.set('retention_late', `Erasing what is past its time ${last}. ${message ?? ''}`.trim());
      tracked.update(problems);
    },
  };
}
