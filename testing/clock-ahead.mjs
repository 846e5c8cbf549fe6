// node --import ./testing/clock-ahead.mjs?45: the clock of the process is so many days ahead, to find what breaks on the calendar. What file
// systems and PostgreSQL say of the time is not moved.
const realNow = Date.now;
const aheadMs = Number(new URL(import.meta.url).search.slice(1)) * 86_400_000;
const now = () => realNow() + aheadMs;

// Put in its place, so that a test can do so again.
Date.now = now;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
});
