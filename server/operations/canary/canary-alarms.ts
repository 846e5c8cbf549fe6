import { shortLondonMoment } from '#forms/london-day.ts';
import type { App } from '#server/core/app.ts';
import type { CanaryStep } from '#server/core/database/operation-tables.ts';
import { type Alarm, defineAlarm } from '#server/core/jobs/define-alarm.ts';

/** Where the way of a claim is broken, as the end of a sentence. */
export const canaryStepTexts: Record<CanaryStep, string> = {
  endpoint: 'the site does not take a claim',
  store: 'a claim cannot be stored',
  job: 'what follows a claim is not done: background work stands still',
  mailer: 'no email leaves',
  mailbox: 'an email that was sent does not arrive in the mailbox of answers',
};

/** What failed at least twice in a row; null where nothing did. `since`: when the first of these runs began. */
export type CanaryTrouble = { step: CanaryStep; detail: string; since: number };

/** Two alarms, because the one cannot be told by a job. */
export function canaryAlarms(trouble: (app: App) => Promise<CanaryTrouble | null>): Alarm[] {
  const checkOf = (isQueueAtFault: boolean) => async (app: App) => {
    const found = await trouble(app);
    if (!found || isOfQueue(found.step) !== isQueueAtFault) return null;
    return `The test claim fails since ${shortLondonMoment(found.since)}: ${canaryStepTexts[found.step]}. ${found.detail}`.trim();
  };
  const common = { about: 'Way of a claim', page: '/desk/background' } as const;
  return [
    defineAlarm({
      ...common,
      name: 'canary_failed',
      what: 'A claim that the site sends itself failed twice: at the endpoint, the mail server or the mailbox.',
      todo: 'The desk says at which step and why. Try the claim form, and answer the phone.',
      check: checkOf(false),
    }),
    defineAlarm({
      ...common,
      name: 'canary_stopped',
      what: 'A claim that the site sends itself failed twice: it was not stored, or no job ran after it.',
      todo: 'Look at the store and the log, restart Kerbside, and answer the phone.',
      withoutQueue: 'no job runs',
      check: checkOf(true),
    }),
  ];
}

function isOfQueue(step: CanaryStep): boolean {
  return step === 'store' || step === 'job';
}
