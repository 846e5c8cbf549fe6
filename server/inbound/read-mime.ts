import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import PostalMime, { type Email } from 'postal-mime';

/** Deeper and longer ones are no e-mail of a person's. The library ends with an error beyond them. */
const limits = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true };

/** One that is longer would hold up the requests of visitors. */
const longestHere = 32 * 1024;

const threadLimits = { timeMs: 60_000, memoryMb: 512 };

/** An e-mail that cannot be read, whenever it is tried. */
export class Unreadable extends Error {}

/**
 * Parses an e-mail: a long one in a thread of its own, which ends when it takes too long or too much memory. Throws `Unreadable`.
 */
export async function readMime(raw: Uint8Array, { timeMs, memoryMb } = threadLimits): Promise<Email> {
  if (raw.length <= longestHere)
    return PostalMime.parse(raw, limits).catch((error: unknown) => {
      throw new Unreadable(String(error), { cause: error });
    });
  const library = createRequire(import.meta.url).resolve('postal-mime');
  const bytes = Uint8Array.from(raw);
  const thread = new Worker(code, {
    eval: true,
    workerData: { library, bytes, limits },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Email>((resolve, reject) => {
      const fail = (reason: unknown) => reject(new Unreadable(String(reason)));
      timer = setTimeout(() => fail('Reading it took too long.'), timeMs);
      thread.once('message', (read: { email?: Email; error?: string }) => (read.email ? resolve(read.email) : fail(read.error)));
      thread.once('error', fail);
      thread.once('exit', () => fail('Reading it ended early.'));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

const code = `
const { parentPort, workerData } = require('node:worker_threads');
const PostalMime = require(workerData.library);
PostalMime.parse(workerData.bytes, workerData.limits).then(
  (email) => parentPort.postMessage({ email }),
  (error) => parentPort.postMessage({ error: String(error) }),
);`;
