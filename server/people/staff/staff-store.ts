import { createHmac, randomUUID } from 'node:crypto';
import type { App } from '#server/core/app.ts';
import type { AuditEvent } from '#server/core/audit/audit-event.ts';
import type { Database } from '#server/core/database/database.ts';
import { lockRows } from '#server/core/database/engine.ts';
import type { Tx } from '#server/core/database/schema.ts';
import type { EmailDetails } from '#server/mail/out/email-details.ts';
import { addAccountEmail } from '#server/mail/out/email-store.ts';
import type { AccountTemplate } from './account-emails.ts';
import { absoluteSeconds, idleSeconds } from './cookies.ts';
import { iso, newToken } from './credential-store.ts';
import type { RequestContext } from './request-context.ts';
import type { Role, StaffAccount, StaffMember } from './staff-member.ts';

export type StaffSession = {
  id: string;
  createdAt: number;
  lastUsedAt: number;
  address: string | null;
  browser: string | null;
};

export async function findByEmail(app: App, email: string): Promise<StaffAccount | null> {
  const row = await app.db.db.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst();
  return row ? accountOf(row) : null;
}

export async function find(app: App, id: string): Promise<StaffAccount | null> {
  const row = await app.db.db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? accountOf(row) : null;
}

export async function all(app: App): Promise<StaffAccount[]> {
  return (await app.db.db.selectFrom('staff').selectAll().orderBy('name').execute()).map(accountOf);
}

/** Locks all accounts until this transaction ends, and returns them as they are now. */
export async function lockAccounts(tx: Tx): Promise<StaffAccount[]> {
  const accounts = tx.selectFrom('staff').orderBy('id');
  await lockRows(tx, accounts.select('id'), 'for no key update').execute();
  // Read anew: a query that waited for a lock does not see what was added meanwhile.
  return (await accounts.selectAll().execute()).map(accountOf);
}

/** Adds an account and returns its id; null where the address has an account already. */
export async function addAccount(tx: Tx, account: Omit<StaffMember, 'id'>, now: number): Promise<string | null> {
  const at = iso(now);
  const row = await tx
    .insertInto('staff')
    .values({ ...account, id: randomUUID(), emailVerified: 0, twoFactorEnabled: 0, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function update(
  tx: Tx,
  id: string,
  changed: Partial<Pick<StaffAccount, 'name' | 'email' | 'role' | 'leftAt'>>,
): Promise<void> {
  await tx.updateTable('staff').set(changed).where('id', '=', id).execute();
}

/** Removes both factors and all passkeys: the account needs a new password by e-mail, and then a new second factor. */
export async function removeFactors(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('staff_passkeys').where('staff_id', '=', id).execute();
  await tx.deleteFrom('staff_two_factors').where('userId', '=', id).execute();
  await tx.updateTable('staff_accounts').set({ password: null }).where('userId', '=', id).execute();
  await tx.updateTable('staff').set({ twoFactorEnabled: 0 }).where('id', '=', id).execute();
}

export async function sessions(app: App, staffId: string): Promise<StaffSession[]> {
  const rows = await app.db.db
    .selectFrom('staff_sessions')
    .selectAll()
    .where('userId', '=', staffId)
    .where('expiresAt', '>', iso(app.now()))
    .orderBy('updatedAt', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    createdAt: Date.parse(row.createdAt),
    lastUsedAt: Date.parse(row.updatedAt),
    address: row.ipAddress || null,
    browser: row.userAgent || null,
  }));
}

/**
 * What is stored of a session's token: it proves nothing to who reads the store, and none can be made for it without the secret. One of
 * the secret before is still found.
 */
function hashesOf({ secrets }: App, token: string): [string, ...string[]] {
  const hashOf = (secret: string) => createHmac('sha256', secret).update(`session ${token}`).digest('base64url');
  return [hashOf(secrets.current), ...(secrets.previous === null ? [] : [hashOf(secrets.previous)])];
}

/** When a session ends without another request. */
function endOf(createdAt: number, now: number): string {
  return iso(Math.min(now + idleSeconds * 1_000, createdAt + absoluteSeconds * 1_000));
}

/** Begins a session, and returns its token. */
export async function addSession(app: App, tx: Tx, staffId: string, { address, browser }: RequestContext): Promise<string> {
  const now = app.now();
  const token = newToken();
  await tx
    .insertInto('staff_sessions')
    .values({
      id: randomUUID(),
      userId: staffId,
      token: hashesOf(app, token)[0],
      expiresAt: endOf(now, now),
      ipAddress: address?.replace(/\/64$/, '') ?? '',
      userAgent: browser?.slice(0, 300) ?? '',
      createdAt: iso(now),
      updatedAt: iso(now),
    })
    .execute();
  return token;
}

/** The session of a token, and whose it is; null where it has ended. */
export async function findSession(app: App, token: string) {
  const row = await app.db.db
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.id', 'staff_sessions.userId')
    .select(['staff_sessions.id as sessionId', 'staff_sessions.createdAt', 'staff_sessions.updatedAt', 'expiresAt'])
    .select(['staff.id', 'name', 'email', 'role', 'twoFactorEnabled'])
    .where('token', 'in', hashesOf(app, token))
    .where('expiresAt', '>', iso(app.now()))
    .where('leftAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { sessionId, id, name, email, role } = row;
  const [createdAt, usedAt, idleUntil] = [row.createdAt, row.updatedAt, row.expiresAt].map((text) => Date.parse(text));
  return {
    id: sessionId,
    staff: { id, name, email, role } satisfies StaffMember,
    hasTwoFactors: row.twoFactorEnabled === 1,
    createdAt: createdAt as number,
    usedAt: usedAt as number,
    idleUntil: idleUntil as number,
  };
}

/** Notes that a session is used now, and returns when it ends without another request. */
export async function touchSession(app: App, { id, createdAt }: { id: string; createdAt: number }): Promise<number> {
  const now = app.now();
  const expiresAt = endOf(createdAt, now);
  await app.db.db
    .updateTable('staff_sessions')
    .set({ expiresAt, updatedAt: iso(now) })
    .where('id', '=', id)
    .execute();
  return Date.parse(expiresAt);
}

/** Ends one session of an account, or all; returns how many ended. Their browsers get no push messages any more. */
export async function endSessions(tx: Tx, staffId: string, id: string | null): Promise<number> {
  await endPush(tx, staffId, id === null ? {} : { of: id });
  const { numDeletedRows } = await tx
    .deleteFrom('staff_sessions')
    .where('userId', '=', staffId)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends all sessions but this one and gives it a new token, so that a copy of the old one is worthless. Returns the token. */
export async function renewSession(app: App, tx: Tx, staffId: string, id: string): Promise<string> {
  const token = newToken();
  await endPush(tx, staffId, { butOf: id });
  await tx.deleteFrom('staff_sessions').where('userId', '=', staffId).where('id', '!=', id).execute();
  await tx
    .updateTable('staff_sessions')
    .set({ token: hashesOf(app, token)[0] })
    .where('userId', '=', staffId)
    .where('id', '=', id)
    .execute();
  return token;
}

/** Ends the push messages of an account: to all its browsers, to that of one session, or to all but that. */
export async function endPush(tx: Tx, staffId: string, { of, butOf }: { of?: string; butOf?: string }): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('staff_id', '=', staffId)
    .$if(of !== undefined, (query) => query.where('session_id', '=', of as string))
    .$if(butOf !== undefined, (query) => query.where('session_id', '!=', butOf as string))
    .execute();
}

function accountOf(row: {
  id: string;
  name: string;
  email: string;
  role: Role;
  createdAt: string;
  twoFactorEnabled: number | null;
  leftAt: number | null;
}): StaffAccount {
  const { id, name, email, role, createdAt: joinedAt, leftAt } = row;
  return { id, name, email, role, joinedAt, leftAt, hasTwoFactors: row.twoFactorEnabled === 1 };
}

/** The parts of one change: its rows, its audit events and the e-mails about it. */
export type Change = {
  tx: Tx;
  record: (event: AuditEvent) => void;
  email: (template: AccountTemplate, recipient: string, details?: EmailDetails) => Promise<void>;
};

/** Runs a change in one transaction, so that no part of it is stored without the others, and wakes the worker after the commit. */
export async function commit<T>(app: App, work: (change: Change) => Promise<T>): Promise<T> {
  const { audit } = app;
  let isEmailDue = false;
  const result = await app.db.write((tx) =>
    work({
      tx,
      record: (event) => audit.recordIn(tx, event),
      email: async (template, recipient, details = {}) => {
        await addAccountEmail(app, tx, { template, recipient, details });
        isEmailDue = true;
      },
    }),
  );
  if (isEmailDue) app.jobs.wake();
  return result;
}

/**
 * Erases access that has expired: sessions and started sign-ins that ended by `at`, with their addresses and browsers, and challenges.
 */
export async function eraseExpiredAccess({ write }: Database, at: number): Promise<void> {
  const now = iso(at);
  await write(async (tx) => {
    await tx.deleteFrom('staff_sessions').where('expiresAt', '<', now).execute();
    await tx.deleteFrom('staff_verifications').where('expiresAt', '<', now).execute();
    await tx.deleteFrom('staff_challenges').where('expires_at', '<', at).execute();
  });
}
