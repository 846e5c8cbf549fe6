import { day } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { canaryHeader, readMark } from './canary-mark.ts';
import { noteIn } from './canary-runs.ts';

/** An email may come days later, when a mailbox can be read again: what we sent is not kept then either. */
const markMs = 60 * day;

/** The header lines of an email are within so many bytes. */
const headBytes = 64 * 1024;

const headerLine = new RegExp(`^${canaryHeader}:[ \\t]*(?:\\r?\\n[ \\t]+)?(\\S+)[ \\t]*\\r?$`, 'im');

/**
 * Recognises the email of a canary among those that come in, by its mark; null for any other. What it returns notes that it arrived, in the
 * transaction in which another would be kept.
 */
export function canaryArrival(app: App, raw: Uint8Array): ((tx: Tx) => Promise<unknown>) | null {
  const head =
    Buffer.from(raw.subarray(0, headBytes))
      .toString('latin1')
      .split(/\r?\n\r?\n/, 1)[0] ?? '';
  const mark = headerLine.exec(head)?.[1];
  const id = mark === undefined ? null : readMark(app, 'email', mark, markMs);
  return id === null ? null : (tx) => noteIn(app, tx, id, 'arrived_at');
}
