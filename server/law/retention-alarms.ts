import { shortLondonMoment } from '#forms/london-day.ts';
import { defineAlarm } from '#server/core/jobs/define-alarm.ts';
import { retentionState } from './retention.ts';

/** Whether retention is late, and whether it waits for a person. */
export const retentionAlarms = [
  defineAlarm({
    name: 'retention_late',
    about: 'Erasing by age',
    page: '/desk/background',
    what: 'What is past its retention period has not been erased for a day and a half.',
    todo: 'Look at Background work in the desk for the reason.',
    check: async (app) => {
      const { isLate, succeededAt, message, question } = await retentionState(app);
      if (!isLate || question !== null) return null;
      const last = succeededAt === null ? 'has never succeeded' : `last succeeded on ${shortLondonMoment(succeededAt)}`;
      return `Erasing expired data ${last}. ${message ?? ''}`.trim();
    },
  }),
  defineAlarm({
    name: 'retention_unconfirmed',
    about: 'Erasing by age',
    page: '/desk/background',
    what: 'Nothing is erased by its age: the clock is far past the last run, or much would be erased at once.',
    todo: 'Look at the clock of the server; then confirm it under Background work in the desk.',
    check: async (app) => {
      const { question } = await retentionState(app);
      return question && `Erasing expired data waits for a person. ${question}`;
    },
  }),
];
