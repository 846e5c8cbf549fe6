import { day } from '#forms/durations.ts';

const now = Date.now;

/**
 * Moves the clock of a test process ahead by CLOCK_AHEAD_DAYS, for a run that finds tests which break on the calendar. What other processes
 * and file systems say of the time is not moved.
 */
if (!('isAhead' in Date)) {
  const aheadMs = Number(process.env.CLOCK_AHEAD_DAYS) * day;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now() + aheadMs] : args, self),
    get: (target, name, self) =>
      name === 'now' ? () => now() + aheadMs : name === 'isAhead' ? true : Reflect.get(target, name, self),
    has: (target, name) => name === 'isAhead' || Reflect.has(target, name),
  });
}
