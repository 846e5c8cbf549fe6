import type { CircuitBreaker } from './circuit-breaker.ts';
import type { EmailStore } from './email-store.ts';

/** After a shorter silence of the mail server nothing is retried early: the first attempts come soon enough by themselves. */
const shortOutageMs = 5_000;

/** Made due in one transaction, which makes nobody wait. */
const batchSize = 500;

export type Comeback = ReturnType<typeof createComeback>;

/** Retries what found nobody there, once the mail server takes e-mails again; whether it refused our login in between or not. */
export function createComeback(services: {
  store: Pick<EmailStore, 'retryUnreachable'>;
  breaker: Pick<CircuitBreaker, 'state' | 'probeAt'>;
  now: () => number;
}) {
  const { store, breaker, now } = services;
  // What an earlier process met is not known: where no setting was right, it ended so that one was mended.
  let brokenSince: number | null = Number.NEGATIVE_INFINITY;
  let isBack = false;

  return {
    /** Called at every turn; what fails is done at the next. */
    bringForward: async (): Promise<void> => {
      const { kind, since } = breaker.state();
      if (kind !== 'closed') {
        brokenSince ??= since;
        isBack = false;
        // Never before something was heard of it.
      } else if (brokenSince !== null && breaker.probeAt() === Number.POSITIVE_INFINITY) {
        isBack = since - brokenSince > shortOutageMs;
        brokenSince = null;
      }
      if (isBack) isBack = (await store.retryUnreachable(now(), batchSize)) === batchSize;
    },

    /** There is more to bring forward. */
    isUnderWay: (): boolean => isBack,
  };
}
