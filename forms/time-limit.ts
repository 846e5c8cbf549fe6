/** What pages wait for, show or leave alone for a time. */
export type TimeLimits = {
  /** The answer of a server. */
  answer: number;
  /** The device, which stores something. */
  storage: number;
  /** Another tab, which sends the same form. */
  turn: number;
  /** The page of a map. */
  map: number;
  /** The time for which a notice is shown. */
  notice: number;
  /** The pause before what did not get through is tried again, where there may be signal at any moment, or was none just now. */
  retrySoon: number;
  retry: number;
};

/** How long something takes at most, or a pause is, in milliseconds. A page that was given `timeLimits` has those instead. */
export function timeLimit(name: keyof TimeLimits, ms: number): number {
  return (globalThis as { timeLimits?: Partial<TimeLimits> }).timeLimits?.[name] ?? ms;
}
