import type { Delivery, ServerCheck } from './mailer.ts';

/**
 * The mail server after the last attempts, and the circuit breaker. Only `misconfigured` (our login or sender is rejected, or several
 * domains in a row are denied) opens the circuit. While the server is `unreachable` the circuit stays closed: each e-mail is attempted at its own times.
 * - `closed`: e-mails are sent.
 * - `open`: none is sent.
 * - `half-open`: a probe is due, and one e-mail is sent.
 */
export type BreakerState = {
  server: ServerCheck['kind'];
  circuit: 'closed' | 'half-open' | 'open';
  since: number;
  reply: string;
};

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * The pauses between probes of a mail server that does not work; the last one repeats. A minute at most, so that everything is sent
 * within two minutes of the end of an outage; longer where our login is rejected, so that the account is not locked.
 */
const probeDelaysMs = { unreachable: [10_000, 30_000, 60_000], misconfigured: [10_000, 30_000, 60_000, 120_000] };

/**
 * The domains of recipients that must be denied, with no e-mail sent in between, before the mail server counts as one that denies
 * every recipient. A single one may have a policy against us.
 */
const deniedDomainsToOpen = 2;

/**
 * The circuit breaker of the mail server, for all e-mails. An open circuit is probed with an e-mail; an unreachable server is probed
 * by a check of its own.
 */
export function createCircuitBreaker(options: { now: () => number; onChange: (state: BreakerState) => void }) {
  let server: ServerCheck['kind'] = 'ready';
  let since = options.now();
  let reply = '';
  let probes = 0;
  let probeAt = options.now();
  const deniedDomains = new Set<string>();

  return {
    state,

    /** Updates the state with the result of an attempt, to recipients at these domains, or of a check. */
    record: (result: Delivery | ServerCheck, domains: string[] = []) => {
      const now = options.now();
      if (result.kind === 'misconfigured' || isDeniedToAll(result, domains)) change('misconfigured', result.reply);
      else if (result.kind !== 'unreachable') change('ready', result.reply);
      else if (server !== 'misconfigured') change('unreachable', result.reply);
      if (server === 'ready') probeAt = Number.POSITIVE_INFINITY;
      else if (now >= probeAt) probeAt = now + nextDelay(probeDelaysMs[server]);
    },

    /** How many e-mails may be sent at once, where `limit` is the usual number. */
    capacity: (limit: number): number => ({ closed: limit, 'half-open': 1, open: 0 })[circuit()],

    /** When a probe is due; never while the server is ready, except once at the start. */
    probeAt: () => probeAt,
  };

  function isDeniedToAll({ kind }: Delivery | ServerCheck, domains: string[]): boolean {
    if (kind === 'sent') deniedDomains.clear();
    if (kind !== 'denied') return false;
    for (const domain of domains) if (deniedDomains.size < deniedDomainsToOpen) deniedDomains.add(domain);
    return deniedDomains.size >= deniedDomainsToOpen;
  }

  function state(): BreakerState {
    return { server, circuit: circuit(), since, reply };
  }

  function circuit(): BreakerState['circuit'] {
    if (server !== 'misconfigured') return 'closed';
    return options.now() >= probeAt ? 'half-open' : 'open';
  }

  function nextDelay(delays: number[]): number {
    const delay = delays[Math.min(probes, delays.length - 1)] ?? 0;
    probes += 1;
    return delay;
  }

  function change(kind: ServerCheck['kind'], newReply: string) {
    if (server === kind) return;
    server = kind;
    reply = newReply;
    since = options.now();
    probes = 0;
    probeAt = options.now();
    options.onChange(state());
  }
}
