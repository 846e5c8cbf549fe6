import { minute } from '#forms/durations.ts';

/** How long something may take before it counts as failed, in milliseconds. Tests open their App with shorter ones. */
export const timeLimits = {
  /** How long a claim that the site sends itself has for each part of its way, and how often it is looked at. */
  canary: { toSend: minute, toArrive: 3 * minute, look: 1_000 },
  /**
   * The pause after a failure of the mailbox, which doubles with each in a row: a server may lock a user whose password is refused often. `stepMs`: the
   * longest step, such as the download of an e-mail. A server that always says something, but never an end, is not silent.
   */
  mailbox: { firstMs: 1_000, longestMs: minute, refusedMs: 5 * minute, stepMs: 10 * minute },
  /**
   * The worker: the pause after a failure, which doubles with each in a row, how often it looks for due jobs while some run, and how often it
   * renews the leases of those that take long.
   */
  worker: { retry: 250, look: 1_000, renew: 40_000 },
  /** How long a picture may take to be read. */
  picture: minute,
  /** How long the store may take to write a few bytes. */
  writeProbe: 5_000,
  /** Requests to PostgreSQL. */
  postgres: { connectMs: 5_000, statementMs: 4_000, queryMs: 5_000, idleInTransactionMs: 10_000 },
};

export type TimeLimits = typeof timeLimits;
