/**
 * Group commit: items that arrive together are committed in one transaction, with one sync of the disk. While a batch is being
 * committed, the next one gathers. Each caller waits until its own item is on the disk.
 */
export function createGroupCommit<Item, Result>(options: {
  /** Commits all items or none; returns one result for each, in order. */
  commit: (items: Item[]) => Promise<Result[]>;
  /** Whether a failure was caused by one item: then the items of its batch are committed one by one. */
  isFaultOfOne: (error: unknown) => boolean;
  /** The most items in one transaction. */
  limit?: number;
}): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  const limit = options.limit ?? 100;
  const queue: Waiting[] = [];
  let running = false;

  async function run() {
    // Every request that has already arrived joins the first batch.
    await new Promise((next) => setImmediate(next));
    while (queue.length > 0) await commitBatch(queue.splice(0, limit));
    running = false;
  }

  async function commitBatch(batch: Waiting[]) {
    try {
      const results = await options.commit(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && options.isFaultOfOne(error)) for (const waiting of batch) await commitBatch([waiting]);
      else for (const { reject } of batch) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (running) return;
      running = true;
      void run();
    });
}
