import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Db, Tx } from '#server/core/database/schema.ts';
import { secondStepSeconds } from './cookies.ts';

/** A second factor as it is stored: its key and its recovery codes are encrypted. */
type StoredAuthenticator = { id: string; secret: string; backupCodes: string };

/**
 * The length of passwords: long enough to matter beside the second factor. There are no rules about kinds of characters, which make
 * passwords worse.
 */
export const passwordLength = { min: 12, max: 128 };

/** Tokens that work once, and for how long: of a link for a new password, and of the first step of a sign-in. */
const tokenSeconds = { reset: 60 * 60, step: secondStepSeconds };

type TokenKind = keyof typeof tokenSeconds;

/** When what is kept until something else takes its place expires. */
const never = '9999-12-31T23:59:59.999Z';

export async function passwordOf(db: Db, staffId: string): Promise<string | null> {
  const row = await db.selectFrom('staff_accounts').select('password').where('userId', '=', staffId).executeTakeFirst();
  return row?.password ?? null;
}

/** Stores the first password of an account, or one that replaces it. */
export async function setPassword(tx: Tx, staffId: string, hash: string, now: number): Promise<void> {
  const at = iso(now);
  const { numUpdatedRows } = await tx
    .updateTable('staff_accounts')
    .set({ password: hash, updatedAt: at })
    .where('userId', '=', staffId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const account = { id: randomUUID(), accountId: staffId, providerId: 'credential', userId: staffId };
  await tx
    .insertInto('staff_accounts')
    .values({ ...account, password: hash, createdAt: at, updatedAt: at })
    .execute();
}

/** Replaces a password; false where the stored one is no longer the one that was checked. */
export async function replacePassword(
  tx: Tx,
  staffId: string,
  hashes: { from: string; to: string },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_accounts')
    .set({ password: hashes.to, updatedAt: iso(now) })
    .where('userId', '=', staffId)
    .where('password', '=', hashes.from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A token that nobody can guess. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Stores a token for an account, and returns it; only its hash is stored. */
export async function addToken(tx: Tx, kind: TokenKind, staffId: string, now: number): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('staff_verifications')
    .values({
      id: `${kind}-${randomUUID()}`,
      identifier: hashOf(`${kind}:${token}`),
      value: staffId,
      expiresAt: iso(now + tokenSeconds[kind] * 1_000),
      createdAt: iso(now),
      updatedAt: iso(now),
    })
    .execute();
  return token;
}

/** The id of the account that a token is for; null where it was used or has expired. */
export async function findToken(db: Db, kind: TokenKind, token: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('staff_verifications')
    .select('value')
    .where('identifier', '=', hashOf(`${kind}:${token}`))
    .where('expiresAt', '>', iso(now))
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Removes a token: of two uses at the same time one gets false. */
export async function consumeToken(tx: Tx, kind: TokenKind, token: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_verifications')
    .where('identifier', '=', hashOf(`${kind}:${token}`))
    .where('expiresAt', '>', iso(now))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes all tokens of an account: after a change of password or e-mail address they no longer work. */
export async function deleteTokens(tx: Tx, staffId: string): Promise<void> {
  await tx.deleteFrom('staff_verifications').where('value', '=', staffId).execute();
}

export async function authenticatorOf(db: Db, staffId: string): Promise<StoredAuthenticator | null> {
  const row = await db
    .selectFrom('staff_two_factors')
    .select(['id', 'secret', 'backupCodes'])
    .where('userId', '=', staffId)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores the first authenticator of an account, or one that replaces it. */
export async function setAuthenticator(tx: Tx, staffId: string, encrypted: Omit<StoredAuthenticator, 'id'>): Promise<void> {
  await tx.deleteFrom('staff_two_factors').where('userId', '=', staffId).execute();
  await tx.deleteFrom('staff_verifications').where('id', '=', codeOf(staffId)).execute();
  await tx
    .insertInto('staff_two_factors')
    .values({ ...encrypted, id: randomUUID(), userId: staffId, verified: 1, failedVerificationCount: 0 })
    .execute();
  await tx.updateTable('staff').set({ twoFactorEnabled: 1 }).where('id', '=', staffId).execute();
}

/** Replaces what is given of a second factor; false where its recovery codes have changed since they were read. */
export async function updateAuthenticator(
  tx: Tx,
  { id, backupCodes: from }: StoredAuthenticator,
  to: Partial<Omit<StoredAuthenticator, 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_two_factors')
    .set(to)
    .where('id', '=', id)
    .where('backupCodes', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Marks a code that was right as used; false where it, or a later one, was used before. It is known by its number, that of its half minute, so that
 * no clock decides whether it is used.
 */
export async function consumeCode(db: Db, staffId: string, number: number, now: number): Promise<boolean> {
  const id = codeOf(staffId);
  const used = { value: String(number).padStart(12, '0'), updatedAt: iso(now) };
  const row = await db
    .insertInto('staff_verifications')
    .values({ ...used, id, identifier: id, expiresAt: never, createdAt: iso(now) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(used).where('staff_verifications.value', '<', used.value))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The id of the last code that an account used. */
function codeOf(staffId: string): string {
  return hashOf(`last code:${staffId}`);
}

/** How the tables of staff have a time. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** What is stored of a token. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
