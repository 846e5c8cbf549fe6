import { createHmac, hkdfSync } from 'node:crypto';
import { day } from '#forms/durations.ts';
import { type App, perApp } from '#server/core/app.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { isSame } from '#server/core/is-same.ts';
import { noteIn } from './canary-runs.ts';

/** The header of the request and of the email of a canary, whose value is its mark. */
export const canaryHeader = 'Kerbside-Canary';

/** What a mark is for, so that the one in an email opens no endpoint. */
type Purpose = 'claim' | 'email';

/**
 * Marks by which the product recognises what it sent itself: a time, the id of a run, and an HMAC of both with a key that is derived from
 * AUTH_SECRET. That a mark is used once is for the run to see to.
 */
export function makeMark(app: App, purpose: Purpose, id: string): string {
  const signed = `${app.now()}.${id}`;
  return `${signed}.${macOf(app, purpose, signed)}`;
}

/** The id of the run; null for a mark that we did not make, that is for something else, or that is further off than `withinMs`. */
export function readMark(app: App, purpose: Purpose, mark: string, withinMs: number): string | null {
  const [, signed = '', at, id = '', mac = ''] = /^((\d{1,15})\.([\w-]{1,64}))\.([\da-f]{64})$/.exec(mark) ?? [];
  if (!signed || Math.abs(Number(at) - app.now()) > withinMs) return null;
  return isSame(mac, macOf(app, purpose, signed)) ? id : null;
}

const keyOf = perApp(({ secrets }) => Buffer.from(hkdfSync('sha256', secrets.current, '', 'kerbside canary', 32)));

function macOf(app: App, purpose: Purpose, signed: string): string {
  return createHmac('sha256', keyOf(app)).update(`${purpose} ${signed}`).digest('hex');
}

/** An email may come days later, when a mailbox can be read again, and is not stored then either. */
const emailMarkMs = 60 * day;

/** The header lines of an email are within so many bytes. */
const headBytes = 64 * 1024;

const headerLine = new RegExp(`^${canaryHeader}:[ \\t]*(?:\\r?\\n[ \\t]+)?(\\S+)[ \\t]*\\r?$`, 'im');

/**
 * Recognises the email of a canary among those that come in, by its mark; null for any other. What it returns notes that it arrived, in the
 * transaction in which another would be stored.
 */
export function canaryArrival(app: App, raw: Uint8Array): ((tx: Tx) => Promise<unknown>) | null {
  const head =
    Buffer.from(raw.subarray(0, headBytes))
      .toString('latin1')
      .split(/\r?\n\r?\n/, 1)[0] ?? '';
  const mark = headerLine.exec(head)?.[1];
  const id = mark === undefined ? null : readMark(app, 'email', mark, emailMarkMs);
  return id === null ? null : (tx) => noteIn(app, tx, id, 'arrived_at');
}
