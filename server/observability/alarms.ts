import type { Log } from './log.ts';

/** An alarm. `since` is when it was noticed. The message is for staff and the log. */
export type Alarm<Name extends string = string> = { name: Name; since: number; message: string };

/** The alarms that are raised, each logged once when it is raised and once when it is resolved. */
export function trackAlarms<Name extends string>({ log, now }: { log: Log; now: () => number }) {
  const raised = new Map<Name, Alarm<Name>>();

  return {
    alarms: (): Alarm<Name>[] => [...raised.values()],

    /** `problems`: what is wrong now, with a message each. */
    update: (problems: ReadonlyMap<Name, string>): void => {
      for (const [name, message] of problems) {
        if (raised.has(name)) continue;
        raised.set(name, { name, since: now(), message });
        log.error('alarm', { alarm: name, message });
      }
      for (const name of [...raised.keys()].filter((name) => !problems.has(name))) {
        raised.delete(name);
        log.info('alarm resolved', { alarm: name });
      }
    },
  };
}
