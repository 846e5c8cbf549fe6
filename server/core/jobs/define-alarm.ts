import type { App } from '#server/core/app.ts';

/** Something that a person has to see to. It appears in the log, in the metric `kerbside_alarm`, at `ALARM_URL` and in the desk. */
export type Alarm = {
  /** The field `alarm` of the log, and the label `name` of the metric. */
  name: string;
  /** The rule in docs/alerts.yml and the paragraph of docs/operations.md. */
  alert: string;
  /** What it is about, as the subject of the message: "Backup". */
  about: string;
  /** The page of the desk where one sees to it, or finds the message with what is concerned. */
  page: `/desk${string}`;
  /** What is wrong, and what to do, outside the desk: fixed sentences, because messages for staff may name a claim or an address. */
  what: string;
  todo: string;
  /** What is wrong at present, as a message for staff and the log, with times of London; null where nothing is. An error changes nothing. */
  check: (app: App) => string | null | Promise<string | null>;
  isInDesk: boolean;
  /**
   * Whether this process sends it itself: because no job runs while it is raised, or beside such a one, because it is the usual reason.
   * Null for others, which a job sends.
   */
  withoutQueue: 'no job runs' | 'usual reason' | null;
};

/** One alarm, in the folder of its subject. The alert of `email_failed` is `KerbsideEmailFailed`. */
export function defineAlarm(alarm: Pick<Alarm, 'name' | 'about' | 'what' | 'todo' | 'check'> & Partial<Alarm>): Alarm {
  const words = alarm.name.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  return { alert: `Kerbside${words}`, page: '/desk', isInDesk: true, withoutQueue: null, ...alarm };
}
