import type { Delivery, LineCheck } from '#server/mail/mailer.ts';

/** How things stand with the mail server, as far as the last tries told. */
export type LineState = { kind: 'open' | 'unreachable' | 'barred'; since: number; answer: string };

export type Line = ReturnType<typeof createLine>;

/**
 * Between probes of a line that does not work; the last one repeats. Once a minute, so that everything is sent within two minutes
 * of the end of an outage; where our login or sender is refused more gently, not to be locked out for it.
 */
const probeDelaysMs = { unreachable: [10_000, 30_000, 60_000], barred: [10_000, 30_000, 60_000, 120_000] };

/**
 * Watches the line to the mail server, for all letters together. While our sender or login is refused every letter waits and one
 * goes ahead as a probe; while nobody answers each letter keeps its own times and the line is probed without one.
 */
export function createLine(options: { now: () => number; onChange: (state: LineState, before: LineState) => void }) {
  let state: LineState = { kind: 'open', since: options.now(), answer: '' };
  let probes = 0;
  let probeAt = options.now();

  return {
    state: () => state,

    /** Takes in what a try or a check told. */
    note: ({ kind, answer }: Delivery | LineCheck) => {
      const now = options.now();
      if (kind === 'barred' || (kind === 'unreachable' && state.kind !== 'barred')) change(kind, answer);
      else if (kind !== 'unreachable') change('open', answer);
      if (state.kind === 'open') probeAt = Number.POSITIVE_INFINITY;
      else if (now >= probeAt) probeAt = now + nextDelay(probeDelaysMs[state.kind]);
    },

    /** How many letters may be on their way now. */
    mayBeOnTheirWay: (most: number): number => {
      if (state.kind !== 'barred') return most;
      return options.now() >= probeAt ? 1 : 0;
    },

    /** When a probe is due; never while the line is open, except once at the start. */
    probeAt: () => probeAt,
  };

  function nextDelay(delays: number[]): number {
    const delay = delays[Math.min(probes, delays.length - 1)] ?? 0;
    probes += 1;
    return delay;
  }

  function change(kind: LineState['kind'], answer: string) {
    const before = state;
    if (before.kind === kind) return;
    state = { kind, since: options.now(), answer };
    probes = 0;
    probeAt = options.now();
    options.onChange(state, before);
  }
}
