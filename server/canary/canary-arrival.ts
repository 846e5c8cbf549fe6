import { day } from '#forms/durations.ts';
import type { Tx } from '#server/database/schema.ts';
import { type CanaryMarks, canaryHeader } from './canary-mark.ts';
import type { CanaryRuns } from './canary-runs.ts';

/** An email may come days later, when a mailbox can be read again: what we sent is not kept then either. */
const markMs = 60 * day;

/** The header lines of an email are within so many bytes. */
const headBytes = 64 * 1024;

const headerLine = new RegExp(`^${canaryHeader}:[ \\t]*(?:\\r?\\n[ \\t]+)?(\\S+)[ \\t]*\\r?$`, 'im');

/**
 * Recognises the email of a canary among those that come in, by its mark; null for any other. What it returns notes that it arrived, in the
 * transaction in which another would be kept.
 */
export function createCanaryArrival({ marks, runs }: { marks: CanaryMarks; runs: CanaryRuns }) {
  return function arrival(raw: Uint8Array): ((tx: Tx) => Promise<unknown>) | null {
    const head =
      Buffer.from(raw.subarray(0, headBytes))
        .toString('latin1')
        .split(/\r?\n\r?\n/, 1)[0] ?? '';
    const mark = headerLine.exec(head)?.[1];
    const id = mark === undefined ? null : marks.read('email', mark, markMs);
    return id === null ? null : (tx) => runs.noteIn(tx, id, 'arrived_at');
  };
}
