// node --import ./testing/clock-ahead.mjs?45: the clock of the process is so many days ahead, to find what breaks on the calendar. What file
// systems and PostgreSQL say of the time is not moved.
const RealDate = Date;
const aheadMs = Number(new URL(import.meta.url).search.slice(1)) * 86_400_000;
const now = () => RealDate.now() + aheadMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
});
