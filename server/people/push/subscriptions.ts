import { ECDH } from 'node:crypto';
import type { App } from '#server/core/app.ts';
import type { Actor } from '#server/core/audit/audit-event.ts';
import { lockRows } from '#server/core/database/engine.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { Tx } from '#server/core/database/schema.ts';
import type { PushTarget } from './post-push.ts';
import { isPushAddress } from './push-hosts.ts';

/** The most browsers of one account: with one more, the oldest is told no longer. */
export const maxBrowsers = 10;

/** Who asks, in which session. */
export type Asking = { staff: Actor & { id: string }; sessionId: string };

/** A browser that is told, for its owner's eyes. */
export type ToldBrowser = { id: string; browser: string | null; createdAt: number; isHere: boolean };

/** Minutes after midnight in London in which a person wants no messages; from 22:00 to 07:00 it ends on the next day. */
export type QuietHours = { starts: number; ends: number };

/** Has a browser told, for this account alone; false for an address or keys that no browser would give. */
export async function addBrowser(
  { db, audit, env, now }: App,
  { staff, sessionId }: Asking,
  target: PushTarget,
  browser: string | null,
): Promise<boolean> {
  if (!isPushAddress(target.endpoint, env.pushHosts) || !areKeys(target)) return false;
  await db.write(async (tx) => {
    // One account at a time, so that two browsers at once do not exceed the bound.
    await lockRows(tx, tx.selectFrom('staff').select('id').where('id', '=', staff.id), 'for no key update').execute();
    const at = now();
    const seen = { staff_id: staff.id, session_id: sessionId, p256dh: target.p256dh, auth: target.auth, browser };
    await tx
      .insertInto('push_subscriptions')
      .values({ id: makeId(at), endpoint: target.endpoint, site: env.siteUrl, created_at: at, ...seen })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ site: env.siteUrl, created_at: at, ...seen }))
      .execute();
    await removeOldest(tx, staff.id);
    audit.recordIn(tx, { actor: staff, action: 'push turned on', subjectId: staff.id });
  });
  return true;
}

/** Notes that a browser that is told goes on in this session; false where it is not told any more. */
export function renewBrowser({ db }: App, { staff, sessionId }: Asking, endpoint: string): Promise<boolean> {
  return db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('push_subscriptions')
      .set({ session_id: sessionId })
      .where('staff_id', '=', staff.id)
      .where('endpoint', '=', endpoint)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/**
 * Ends it for one browser: of the account, by its id; of anybody, by its address, which nobody knows but that browser, in which
 * another person may have signed in since.
 */
export function removeBrowser(
  { db, audit }: App,
  staff: Asking['staff'],
  which: { id: string } | { endpoint: string },
): Promise<void> {
  return db.write(async (tx) => {
    const ended = tx.deleteFrom('push_subscriptions').returning('staff_id');
    const rows = await ('id' in which
      ? ended.where('id', '=', which.id).where('staff_id', '=', staff.id)
      : ended.where('endpoint', '=', which.endpoint)
    ).execute();
    for (const row of rows) audit.recordIn(tx, { actor: staff, action: 'push turned off', subjectId: row.staff_id });
  });
}

export async function listBrowsers({ db }: App, { staff, sessionId }: Asking): Promise<ToldBrowser[]> {
  const rows = await db.db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('staff_id', '=', staff.id)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    browser: row.browser,
    createdAt: Number(row.created_at),
    isHere: row.session_id === sessionId,
  }));
}

export async function quietHours({ db }: App, staffId: string): Promise<QuietHours | null> {
  const hours = db.db.selectFrom('staff_quiet_hours').select(['starts', 'ends']).where('id', '=', staffId);
  return (await hours.executeTakeFirst()) ?? null;
}

/** Sets them, as times such as 22:00; false where either is none. Two empty texts end them. */
export async function setQuietHours({ db }: App, staffId: string, from: string, until: string): Promise<boolean> {
  const [starts, ends] = [minutesOf(from), minutesOf(until)];
  const isNone = from === '' && until === '';
  if (!isNone && (starts === null || ends === null || starts === ends)) return false;
  await db.write(async (tx) => {
    await tx.deleteFrom('staff_quiet_hours').where('id', '=', staffId).execute();
    if (starts === null || ends === null) return;
    await tx.insertInto('staff_quiet_hours').values({ id: staffId, starts, ends }).execute();
  });
  return true;
}

/** Whether a time of day, in minutes after midnight, is in them. */
export function isQuiet({ starts, ends }: QuietHours, minuteOfDay: number): boolean {
  if (starts < ends) return minuteOfDay >= starts && minuteOfDay < ends;
  return minuteOfDay >= starts || minuteOfDay < ends;
}

async function removeOldest(tx: Tx, staffId: string): Promise<void> {
  const rows = await tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('staff_id', '=', staffId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const over = rows.slice(maxBrowsers).map(({ id }) => id);
  if (over.length > 0) await tx.deleteFrom('push_subscriptions').where('id', 'in', over).execute();
}

/** A point of the curve, uncompressed, and sixteen bytes, in base64url: nothing can be encrypted for any other. */
function areKeys({ p256dh, auth }: PushTarget): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  const isWritten = [p256dh, auth].every((text) => /^[\w-]+$/.test(text));
  return isWritten && point.length === 65 && point[0] === 4 && isOnCurve(point) && Buffer.from(auth, 'base64url').length === 16;
}

function isOnCurve(point: Buffer): boolean {
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

function minutesOf(clock: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}
