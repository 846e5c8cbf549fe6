import { StoreBusyError } from './store-errors.ts';
import { refuseInsideWrite } from './transaction-scope.ts';

/**
 * Group commit: items that arrive together are committed in one transaction, with one sync of the disk. While a batch is being
 * committed, the next one gathers. Each caller waits until its own item is on the disk.
 */
export function createGroupCommit<Item, Result>(options: {
  /** Commits all items or none; returns one result for each, in order. */
  commit: (items: Item[]) => Promise<Result[]>;
  /** Whether a failure was caused by one item: then the items of its batch are committed one by one. */
  isFaultOfOne?: (error: unknown) => boolean;
  /** The most items in one transaction. */
  limit?: number;
  /**
   * The most batches that are given to `commit` at the same time. While one is being committed, another one follows only when it is
   * full: `commit` can prepare it meanwhile, and few items do not pay a sync of their own.
   */
  atOnce?: number;
  /** The most items that wait; one more is refused at once with `StoreBusyError`, because its turn would come too late. */
  maxWaiting?: number;
}): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  const { commit, isFaultOfOne = isRowFault, limit = 100, atOnce = 1, maxWaiting = 5_000 } = options;
  const queue: Waiting[] = [];
  let running = 0;
  let isGathering = false;

  function commitWaiting() {
    while (queue.length > 0 && (running === 0 || (queue.length >= limit && running < atOnce))) {
      running += 1;
      void commitBatch(queue.splice(0, limit)).then(() => {
        running -= 1;
        commitWaiting();
      });
    }
  }

  async function commitBatch(batch: Waiting[]) {
    try {
      const results = await commit(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && isFaultOfOne(error)) for (const waiting of batch) await commitBatch([waiting]);
      else for (const { reject } of batch) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      refuseInsideWrite();
      if (queue.length >= maxWaiting) throw new StoreBusyError();
      queue.push({ item, resolve, reject });
      // A full batch does not wait for the requests that are still to be read.
      if (running > 0 || queue.length >= limit) return commitWaiting();
      if (isGathering) return;
      isGathering = true;
      // Every request that has already arrived joins the first batch.
      setImmediate(() => {
        isGathering = false;
        commitWaiting();
      });
    });
}

/**
 * Whether a failed write was caused by one of its rows, so that the other rows can still be stored one by one. Any other failure
 * (no connection, disk full, locked) would be the same for one row.
 */
export function isRowFault(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return error instanceof TypeError || error instanceof RangeError;
  // SQLite names errors. PostgreSQL has classes: data (22), constraint (23), transaction rollback (40), too complex (54).
  return /^SQLITE_(CONSTRAINT|TOOBIG|MISMATCH|RANGE)/.test(code) || /^(22|23|40|54)...$/.test(code);
}
