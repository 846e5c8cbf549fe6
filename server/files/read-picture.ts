import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { timeLimits } from '#server/core/time-limits.ts';
import { type FileFacts, noFacts } from './file-facts.ts';
import { boundedAnswer, exitOf, startReader } from './limited-process.ts';

/** The first line of the child's answer. Both are checked, because a picture may have taken over the child. */
const pictureFacts = z.object({
  takenAt: z.string().max(30).nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  camera: z.string().max(100).nullable(),
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
});

/** The second line; `lengths` are the bytes of each preview after it. */
const outcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    note: z.string().max(200).nullable(),
    lengths: z.tuple([z.int().positive(), z.int().positive()]),
  }),
  z.object({ kind: z.literal('unreadable'), reason: z.string().max(200) }),
]);

export type Outcome = z.infer<typeof outcome>;

const timedOutcome = outcome.and(z.object({ processorMs: z.int().positive() }));

/** `note` is a sentence for staff about a preview that is not the whole of the picture; null where it is. */
export type Picture = { kind: 'read'; note: string | null; thumbnail: Buffer; large: Buffer } | Unread;

/**
 * The `reason` is a sentence for staff. A picture that was `late` may be read in time later: the machine may have stood still. Where the
 * child was `broken` it is an error's message.
 */
type Unread = { kind: 'unreadable' | 'late' | 'broken'; reason: string };

/**
 * A picture, and what it says about itself, which is null only where the child ended before it said so. The processor's time that it
 * took is what the child says, or where that was ended, the system.
 */
export type Reading = { picture: Picture; facts: FileFacts | null; processorMs: number };

/**
 * The limits of the child: real time, and on Linux the processor's time and memory. Real time is only for a child that stands still: at
 * its low priority a busy machine may give it a tenth of a processor. V8 reserves half a gigabyte of memory without using it; the
 * largest picture was seen to take 600 MB.
 */
export const pictureLimits = { timeMs: timeLimits.picture, processorSeconds: 40, memoryKb: 1_400_000 };

const tooLong = 'Reading it took too long.';

const maxOutputBytes = 10_000_000;

/**
 * Reads a picture in a process of its own at lower priority: dimensions, EXIF facts and two previews in WebP, upright and without
 * metadata. A picture that takes too long or too much memory ends only that process. Throws where the original cannot be read, or the process not be started.
 */
export async function readPicture(
  original: Readable,
  mediaType: string,
  signal: AbortSignal,
  limits = pictureLimits,
  what: 'previews' | 'facts alone' = 'previews',
): Promise<Reading> {
  const startedAt = performance.now();
  // The entry is found by the package's name for it, because this module may be part of the build.
  const reader = startReader(import.meta.resolve('#server/files/picture-process.ts'), {
    // Permissions do not bind native code, but its memory contains nothing of ours either.
    flags: ['--max-old-space-size=128', '--allow-addons'],
    args: [mediaType, what],
    env: { MALLOC_ARENA_MAX: '2' },
    limits,
  });
  const { process: child, input, errors: errorOutput } = reader;
  let usedMs: number | null = null;
  const end = () => {
    usedMs ??= processorMsOf(child.pid);
    child.kill('SIGKILL');
  };
  signal.addEventListener('abort', end);
  let isLate = false;
  let failure: Error | null = null;
  original.on('error', (error: Error) => {
    failure = error;
    end();
  });
  // The child may end before it has read everything.
  input.on('error', () => {});
  original.pipe(input);
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, limits.timeMs);
  try {
    const [output, errors, exit] = await Promise.all([boundedAnswer(reader, maxOutputBytes), text(errorOutput), exitOf(child)]);
    signal.throwIfAborted();
    if (failure) throw failure;
    const ended = (kind: Unread['kind'], reason: string, processorMs = Math.ceil(performance.now() - startedAt)): Reading => ({
      picture: { kind, reason },
      facts: output.includes('\n') ? factsIn(lineOf(output)) : null,
      processorMs,
    });
    if (isLate) return ended('late', tooLong, usedMs ?? undefined);
    if (exit.signal === 'SIGXCPU') return ended('unreadable', tooLong, limits.processorSeconds * 1_000);
    if (exit.signal) return ended('unreadable', 'Reading it took too much memory.');
    if (exit.code !== 0) return ended('broken', `The process that reads pictures ended with ${exit.code}: ${errors.slice(-500)}`);
    return parse(output);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    original.destroy();
  }
}

/** A tick of the clock by which Linux counts processor time, for programs on every machine. */
const tickMs = 10;

/** The processor's time of a process that still runs; null where the system does not say. A machine that stands still takes none. */
function processorMsOf(pid: number | undefined): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may contain anything. After it the 12th and 13th are user and system time.
    const [user, system] = status
      .slice(status.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * tickMs;
  } catch {
    return null;
  }
}

function parse(output: Buffer): Reading {
  const first = lineOf(output);
  const rest = output.subarray(first.length + 1);
  const second = lineOf(rest);
  const { processorMs, ...header } = timedOutcome.parse(JSON.parse(second.toString()));
  const facts = factsIn(first);
  if (header.kind === 'unreadable') return { picture: header, facts, processorMs };
  const { kind, note, lengths } = header;
  const previews = rest.subarray(second.length + 1);
  const [thumbnail, large] = [previews.subarray(0, lengths[0]), previews.subarray(lengths[0])];
  return { picture: { kind, note, thumbnail, large }, facts, processorMs };
}

function lineOf(output: Buffer): Buffer {
  return output.subarray(0, output.indexOf('\n'));
}

function factsIn(line: Buffer): FileFacts {
  return { ...noFacts, ...pictureFacts.parse(JSON.parse(line.toString())) };
}
