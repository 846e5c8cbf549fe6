import { text } from 'node:stream/consumers';
import { boundedAnswer, exitOf, startReader } from '#server/files/limited-process.ts';
import { NeedsLimits, type ReadEmail, readParts } from './read-parts.ts';

/** Deeper and longer ones are no e-mail of a person's. The library ends with an error beyond them. */
const limits = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true };

/** A claim has room for fewer files. */
export const most = { files: 500 };

/** One that is longer would hold up the requests of visitors. */
const longestHere = 32 * 1024;

/** The limits of the child: real time, and on Linux the processor's time and memory, of which V8 reserves half a gigabyte without using it. */
export const childLimits = { timeMs: 60_000, processorSeconds: 20, memoryKb: 1_400_000, heapMb: 256 };

/** An e-mail that is kept becomes longer by being read only for its characters and headers, and where it has another one: both have the same files. */
const maxOutputBytes = 100 * 1024 ** 2;

/** Of an e-mail that takes too long or too much memory so much is read, which of a text is more than is kept as words. */
const beginningBytes = 1024 ** 2;

/** An e-mail that cannot be read, whenever it is tried. */
export class Unreadable extends Error {}

class TooDear extends Unreadable {}

/**
 * Parses an e-mail: a long one, or one with HTML, a calendar or a signature, in a process of its own, which ends when it takes too long
 * or too much memory. A thread would not do: where its memory is used up the whole process ends. `isBeginning`: the whole took too much.
 * Throws `Unreadable`.
 */
export async function readMime(raw: Uint8Array, given = childLimits): Promise<ReadEmail & { isBeginning: boolean }> {
  try {
    return { ...(await readWhole(raw, given)), isBeginning: false };
  } catch (error) {
    if (!(error instanceof TooDear) || raw.length <= beginningBytes) throw error;
    return { ...(await readWhole(raw.subarray(0, beginningBytes), given)), isBeginning: true };
  }
}

async function readWhole(raw: Uint8Array, given: typeof childLimits): Promise<ReadEmail> {
  if (raw.length <= longestHere)
    try {
      return await readParts(raw, { ...limits, isLimited: false });
    } catch (error) {
      if (!(error instanceof NeedsLimits)) throw new Unreadable(String(error), { cause: error });
    }
  // The entry is found by the package's name for it, because this module may be part of the build.
  const reader = startReader(import.meta.resolve('#server/mail/in/mime-process.ts'), {
    flags: [`--max-old-space-size=${given.heapMb}`],
    args: [JSON.stringify({ limits, most })],
    limits: given,
  });
  const { process: child, input, errors: errorOutput } = reader;
  // It may end before it has read everything.
  input.on('error', () => {});
  input.end(raw);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, given.timeMs);
  try {
    const [output, errors, { code, signal }] = await Promise.all([
      boundedAnswer(reader, maxOutputBytes),
      text(errorOutput),
      exitOf(child),
    ]);
    if (isLate || signal === 'SIGXCPU') throw new TooDear('Reading it took too long.');
    if (signal) throw new TooDear('Reading it took too much memory.');
    if (code !== 0) throw new Error(`The process that reads emails ended with ${code}: ${errors.slice(-500)}`);
    return emailIn(output);
  } finally {
    clearTimeout(timer);
  }
}

function emailIn(output: Buffer): ReadEmail {
  const headerEnd = output.indexOf('\n');
  const { email, files, error } = JSON.parse(output.subarray(0, headerEnd).toString());
  if (error) throw new Unreadable(error);
  let at = headerEnd + 1;
  const attachments = files.map(({ length, ...file }: { length: number }) => {
    const content = output.subarray(at, at + length);
    at += length;
    return { ...file, content };
  });
  return { ...email, attachments };
}
