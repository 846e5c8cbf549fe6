import { perApp } from '#server/core/app.ts';
import { createCircuit } from '#server/core/circuit.ts';
import type { Delivery, ServerCheck } from './mailer.ts';

/**
 * The mail server after the last attempts, and the circuit breaker.
 * - `ready`: emails are sent.
 * - `unreachable`: nobody answers.
 * - `deferring`: it answered two emails in a row with a temporary failure, or not at all: it takes none, or their recipients cannot.
 * - `misconfigured`: our login or sender is rejected, or several domains in a row are denied.
 *
 * While the server is ready the circuit is `closed`. Otherwise it is `open`, and no email is sent; it is `half-open` while a probe with
 * an email is due. So an outage lengthens no email's own pauses, and all leave once it is over.
 */
export type BreakerState = {
  server: ServerCheck['kind'] | 'deferring';
  circuit: 'closed' | 'half-open' | 'open';
  since: number;
  reply: string;
};

/** The email that was attempted, and the domains of its recipients. */
type Attempted = { id: string | null; domains: string[] };

const noEmail: Attempted = { id: null, domains: [] };

/** The circuit breaker of this process. */
export const breakerOf = perApp((app) =>
  createCircuitBreaker({
    now: app.now,
    onChange: ({ server, circuit, reply }) => {
      app.log.info('mail server', { state: server, circuit, reply });
      void app.checkAlarms();
    },
  }),
);

/**
 * The pauses between probes of a mail server that does not work; the last one repeats. A minute at most, so that everything is sent
 * within two minutes of the end of an outage; longer where our login is rejected, so that the account is not locked. Shorter where it
 * defers everything, because it may be the recipients that do, and others wait.
 */
const probeDelaysMs = {
  unreachable: [10_000, 30_000, 60_000],
  deferring: [10_000, 30_000],
  misconfigured: [10_000, 30_000, 60_000, 120_000],
};

/**
 * The domains of recipients that must be denied, with no email sent in between, before the mail server counts as one that denies
 * every recipient. A single one may have a policy against us.
 */
const deniedDomainsToOpen = 2;

/** The emails that must be deferred, with none sent in between, before the cause counts as the server's. */
const deferredToOpen = 2;

/** The circuit breaker of the mail server, for all emails. It is probed with an email; an unreachable server by a check of its own. */
export function createCircuitBreaker(options: { now: () => number; onChange: (state: BreakerState) => void }) {
  let server: BreakerState['server'] = 'ready';
  let since = options.now();
  let reply = '';
  const breaker = createCircuit(options.now);
  const deniedDomains = new Set<string>();
  const deferredIds = new Set<string>();

  return {
    state,

    /** Updates the state with the result of an attempt to send an email, or of a check. */
    record: (result: Delivery | ServerCheck, { id, domains }: Attempted = noEmail) => {
      if (result.kind === 'misconfigured' || isDeniedToAll(result, domains)) change('misconfigured', result.reply);
      else if (isDeferredToAll(result, id)) change('deferring', result.reply);
      else if (result.kind !== 'unreachable') change('ready', result.reply);
      else change(server === 'misconfigured' ? server : 'unreachable', result.reply);
    },

    /** How many emails may be sent at once, where `limit` is the usual number. */
    capacity: (limit: number): number => ({ closed: limit, 'half-open': 1, open: 0 })[circuit()],

    /** When a probe is due; never while the server is ready, except once at the start. */
    probeAt: breaker.probeAt,

    isProbeDue: breaker.isProbeDue,
  };

  function isDeniedToAll({ kind }: Delivery | ServerCheck, domains: string[]): boolean {
    if (kind === 'sent') deniedDomains.clear();
    if (kind !== 'denied') return false;
    for (const domain of domains) if (deniedDomains.size < deniedDomainsToOpen) deniedDomains.add(domain);
    return deniedDomains.size >= deniedDomainsToOpen;
  }

  /** A refusal or denial is about the email, so only one that is sent shows that the server takes them. */
  function isDeferredToAll({ kind }: Delivery | ServerCheck, id: string | null): boolean {
    if (kind === 'sent') deferredIds.clear();
    if (kind !== 'deferred' && kind !== 'unknown') return false;
    if (id !== null && deferredIds.size < deferredToOpen) deferredIds.add(id);
    return deferredIds.size >= deferredToOpen;
  }

  function state(): BreakerState {
    return { server, circuit: circuit(), since, reply };
  }

  function circuit(): BreakerState['circuit'] {
    if (server === 'ready') return 'closed';
    return server !== 'unreachable' && breaker.isProbeDue() ? 'half-open' : 'open';
  }

  function change(kind: BreakerState['server'], newReply: string) {
    const isAnother = server !== kind;
    server = kind;
    if (kind === 'ready') breaker.close();
    else breaker.open(probeDelaysMs[kind]);
    if (!isAnother) return;
    reply = newReply;
    since = options.now();
    options.onChange(state());
  }
}
