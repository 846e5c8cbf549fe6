import type { Alarm } from '#server/email/alarms.ts';
import type { Log } from '#server/observability/log.ts';
import type { RetentionState } from './retention.ts';

/** As the alarms of the e-mails, to stand beside them. */
export type DeskAlarm = Omit<Alarm, 'name'> & { name: 'retention_late' };

/** Says once when retention is late and once when it no longer is. */
export function createRetentionAlarm(services: { state: () => Promise<RetentionState>; log: Log; now: () => number }) {
  const { log, now } = services;
  let raised: DeskAlarm | null = null;
  return {
    alarms: (): DeskAlarm[] => (raised ? [raised] : []),
    look: async (): Promise<void> => {
      const { isLate, succeededAt, words } = await services.state();
      if (isLate && raised === null) {
        const last = succeededAt === null ? 'has never succeeded' : `last succeeded at ${new Date(succeededAt).toISOString()}`;
        raised = {
          name: 'retention_late',
          since: now(),
          message: `Erasing what is past its time ${last}. ${words ?? ''}`.trim(),
        };
        log.error('alarm', { alarm: raised.name, message: raised.message });
      }
      if (!isLate && raised !== null) {
        log.info('alarm resolved', { alarm: raised.name });
        raised = null;
      }
    },
  };
}
