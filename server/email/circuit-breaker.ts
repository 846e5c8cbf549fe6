import type { Delivery, ServerCheck } from './mailer.ts';

/**
 * How things stand with the mail server, as far as the last attempts told. `closed`: it works. `half-open`: nobody answers there; each
 * e-mail is still tried at its own times. `open`: it does not take our sender or login, and nothing goes out but a probe.
 */
export type BreakerState = { kind: 'closed' | 'half-open' | 'open'; since: number; answer: string };

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * Between probes of a mail server that does not work; the last one repeats. Once a minute, so that everything is sent within two
 * minutes of the end of an outage; where our login or sender is refused more gently, not to be locked out for it.
 */
const probeDelaysMs = { 'half-open': [10_000, 30_000, 60_000], open: [10_000, 30_000, 60_000, 120_000] };

/**
 * The circuit breaker of the mail server, for all e-mails together. While it is open one e-mail goes ahead as a probe; while it is
 * half-open the server is probed without one.
 */
export function createCircuitBreaker(options: { now: () => number; onChange: (state: BreakerState) => void }) {
  let state: BreakerState = { kind: 'closed', since: options.now(), answer: '' };
  let probes = 0;
  let probeAt = options.now();

  return {
    state: () => state,

    /** Takes in what an attempt or a check told. */
    note: ({ kind, answer }: Delivery | ServerCheck) => {
      const now = options.now();
      if (kind === 'misconfigured') change('open', answer);
      else if (kind !== 'unreachable') change('closed', answer);
      else if (state.kind !== 'open') change('half-open', answer);
      if (state.kind === 'closed') probeAt = Number.POSITIVE_INFINITY;
      else if (now >= probeAt) probeAt = now + nextDelay(probeDelaysMs[state.kind]);
    },

    /** How many e-mails may be on their way now. */
    capacity: (limit: number): number => {
      if (state.kind !== 'open') return limit;
      return options.now() >= probeAt ? 1 : 0;
    },

    /** When a probe is due; never while it is closed, except once at the start. */
    probeAt: () => probeAt,
  };

  function nextDelay(delays: number[]): number {
    const delay = delays[Math.min(probes, delays.length - 1)] ?? 0;
    probes += 1;
    return delay;
  }

  function change(kind: BreakerState['kind'], answer: string) {
    if (state.kind === kind) return;
    state = { kind, since: options.now(), answer };
    probes = 0;
    probeAt = options.now();
    options.onChange(state);
  }
}
