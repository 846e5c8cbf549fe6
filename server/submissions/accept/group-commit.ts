/**
 * Hands over together what arrives together, so that one commit, and one wait for the disk, serves all of it.
 * While a batch is being committed the next one gathers. Every caller waits until its own item is on the disk.
 */
export function createGroupCommit<Item, Result>(options: {
  /** Commits all or nothing; one result for each item, in order. */
  commit: (items: Item[]) => Promise<Result[]>;
  /** Whether a failure is that of one item: then the others of its batch are committed alone. */
  isFaultOfOne: (error: unknown) => boolean;
  /** The most items in one transaction. */
  most?: number;
}): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  const most = options.most ?? 100;
  const queue: Waiting[] = [];
  let running = false;

  async function run() {
    // One turn of the loop lets every request that has already arrived join the first batch.
    await new Promise((next) => setImmediate(next));
    while (queue.length > 0) await commitBatch(queue.splice(0, most));
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
