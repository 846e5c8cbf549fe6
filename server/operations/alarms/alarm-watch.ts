import { type App, perApp } from '#server/core/app.ts';
import type { Alarm } from '#server/core/jobs/define-alarm.ts';
import { reading } from '#server/core/observability/reading.ts';

const checkEveryMs = 15_000;

/** `since` is when it was noticed. The message is for staff and the log. */
type RaisedAlarm = { name: string; since: number; message: string };

/** One as the desk shows it. */
export type AlarmInDesk = RaisedAlarm & Pick<Alarm, 'about' | 'page'>;

export type AlarmWatch = ReturnType<typeof createAlarmWatch>;

/** The watch of this process. */
export const alarmWatchOf = perApp(createAlarmWatch);

/** Checks all alarms on one schedule. Each is logged once when it is raised and once when it is resolved. */
export function createAlarmWatch(app: App) {
  const { log, now } = app;
  const defined: Alarm[] = [];
  const raised = new Map<string, RaisedAlarm>();
  /** The number of the last check of each alarm whose result is known. Checks may overlap, and an earlier one may end later. */
  const knownFrom = new Map<string, number>();
  let checks = 0;
  let timer: NodeJS.Timeout | undefined;

  async function checkOne({ name, check }: Alarm, number: number): Promise<void> {
    const message = await check(app);
    if (number < (knownFrom.get(name) ?? 0)) return;
    knownFrom.set(name, number);
    const before = raised.get(name);
    if (message !== null) raised.set(name, { name, since: before?.since ?? now(), message });
    else raised.delete(name);
    if (message !== null && !before) log.error('alarm', { alarm: name, message });
    if (message === null && before) log.info('alarm resolved', { alarm: name });
  }

  async function check(): Promise<void> {
    checks += 1;
    const number = checks;
    await Promise.allSettled(defined.map((alarm) => checkOne(alarm, number)));
  }

  const raisedOf = (alarms: Alarm[]) => alarms.flatMap(({ name }) => raised.get(name) ?? []);
  const numberOf = (name: string) => (raised.has(name) ? 1 : 0);
  const numbers = (alarms: Alarm[]) => Object.fromEntries(alarms.map(({ name }) => [name, numberOf(name)]));
  const evidence = () => numbers(defined.filter(({ name }) => name.startsWith('evidence_')));

  return {
    defined,
    add: (alarms: readonly Alarm[]): void => void defined.push(...alarms),
    /** Checks all at once, apart from the schedule. */
    check,
    raised: (): RaisedAlarm[] => raisedOf(defined),
    /** What is wrong behind the scenes, for staff. */
    inDesk: (): AlarmInDesk[] =>
      defined.flatMap(({ name, about, page, isInDesk }) => {
        const alarm = raised.get(name);
        return alarm && isInDesk ? [{ ...alarm, about, page }] : [];
      }),
    metrics: [
      reading('kerbside_alarm', 'Alarms, by name: 1 while raised.', () => numbers(defined), 'name'),
      // The names that these had before, for rules of Prometheus that were copied then.
      reading('kerbside_evidence_alarm', 'Alarms about the files of claims, by name: 1 while raised.', evidence, 'name'),
      reading('kerbside_retention_late', 'Whether erasing by age is late.', () => numberOf('retention_late')),
      reading('kerbside_retention_unconfirmed', 'Whether erasing by age waits for a person.', () =>
        numberOf('retention_unconfirmed'),
      ),
    ],
    /** Begins the schedule. `onChecked` is called after each of its checks. */
    start: (onChecked: () => Promise<void>): void => {
      const round = () => void check().then(onChecked);
      round();
      timer = setInterval(round, checkEveryMs).unref();
    },
    close: (): void => clearInterval(timer),
  };
}
