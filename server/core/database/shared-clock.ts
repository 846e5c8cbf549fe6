import type { Database } from './database.ts';
import { readSharedNow } from './engine.ts';

/** A clock that follows the one that all instances share, and `compare`, which asks that one: by how much this machine's own is ahead. */
export type SharedClock = { now: () => number; compare: () => Promise<number> };

/**
 * The clock of a process: its machine's, corrected by what the database said last. What instances store has one order by it, a few milliseconds
 * apart at the most, and nothing waits for the database to be told the time.
 */
export async function openSharedClock({ db }: Database, own: () => number): Promise<SharedClock> {
  let ahead = 0;
  async function compare(): Promise<number> {
    const askedAt = own();
    const shared = await readSharedNow(db, askedAt);
    // It was that time at some moment since it was asked: what agrees with that stays, however long the answer took.
    ahead = Math.max(Math.min(ahead, own() - shared), askedAt - shared);
    return ahead;
  }
  await compare();
  return { now: () => own() - ahead, compare };
}
