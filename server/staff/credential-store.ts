import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '#server/database/open.ts';
import type { Tx } from '#server/database/schema.ts';
import { resetSeconds } from './times.ts';

export type CredentialStore = ReturnType<typeof createCredentialStore>;

/** A second factor as it is stored: its key and its recovery codes are encrypted. */
export type StoredAuthenticator = { id: string; secret: string; backupCodes: string };

/** A code is good once. It is remembered for longer than it is valid. */
const spentCodeMs = 3 * 60_000;

/** Distinguishes links for a new password from everything else that is verified about an account. */
const resetLink = 'reset-';

/** Passwords, second factors and links for new passwords, in the rows that the sign-in library reads. */
export function createCredentialStore({ db }: Pick<Database, 'db'>) {
  return {
    passwordOf: async (staffId: string): Promise<string | null> => {
      const row = await db.selectFrom('staff_accounts').select('password').where('userId', '=', staffId).executeTakeFirst();
      return row?.password ?? null;
    },

    /** Takes the place of the one there is, or is the first. */
    setPassword: async (tx: Tx, staffId: string, hash: string, now: number): Promise<void> => {
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
    },

    /** False where it is no longer the one that was checked. */
    replacePassword: async (tx: Tx, staffId: string, hashes: { from: string; to: string }, now: number): Promise<boolean> => {
      const { numUpdatedRows } = await tx
        .updateTable('staff_accounts')
        .set({ password: hashes.to, updatedAt: iso(now) })
        .where('userId', '=', staffId)
        .where('password', '=', hashes.from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Answers with what goes into the link; only its hash is kept. */
    addResetLink: async (tx: Tx, staffId: string, now: number): Promise<string> => {
      const token = randomBytes(32).toString('base64url');
      await tx
        .insertInto('staff_verifications')
        .values({
          id: `${resetLink}${randomUUID()}`,
          identifier: hashOf(`reset-password:${token}`),
          value: staffId,
          expiresAt: iso(now + resetSeconds * 1_000),
          createdAt: iso(now),
          updatedAt: iso(now),
        })
        .execute();
      return token;
    },

    /** Whose link it is; null where it was used or has run out. */
    findResetLink: async (token: string, now: number): Promise<string | null> => {
      const row = await db
        .selectFrom('staff_verifications')
        .select('value')
        .where('identifier', '=', hashOf(`reset-password:${token}`))
        .where('expiresAt', '>', iso(now))
        .executeTakeFirst();
      return row?.value ?? null;
    },

    /** The same, for the one who comes first. */
    spendResetLink: async (tx: Tx, token: string, now: number): Promise<string | null> => {
      const row = await tx
        .deleteFrom('staff_verifications')
        .where('identifier', '=', hashOf(`reset-password:${token}`))
        .where('expiresAt', '>', iso(now))
        .returning('value')
        .executeTakeFirst();
      return row?.value ?? null;
    },

    /** After a change of password or address no link that was sent before leads in. */
    dropResetLinks: async (tx: Tx, staffId: string): Promise<void> => {
      await tx.deleteFrom('staff_verifications').where('value', '=', staffId).where('id', 'like', `${resetLink}%`).execute();
    },

    authenticatorOf: async (staffId: string, within: Database['db'] = db): Promise<StoredAuthenticator | null> =>
      (await within
        .selectFrom('staff_two_factors')
        .select(['id', 'secret', 'backupCodes'])
        .where('userId', '=', staffId)
        .executeTakeFirst()) ?? null,

    /** Takes the place of the one there is, or is the first. */
    setAuthenticator: async (tx: Tx, staffId: string, facts: Omit<StoredAuthenticator, 'id'>): Promise<void> => {
      await tx.deleteFrom('staff_two_factors').where('userId', '=', staffId).execute();
      await tx
        .insertInto('staff_two_factors')
        .values({ ...facts, id: randomUUID(), userId: staffId, verified: 1, failedVerificationCount: 0 })
        .execute();
      await tx.updateTable('staff').set({ twoFactorEnabled: 1 }).where('id', '=', staffId).execute();
    },

    /** The same factor under another key; nothing where it is no longer what was read. */
    encryptAnew: async ({ id, secret }: StoredAuthenticator, anew: Omit<StoredAuthenticator, 'id'>): Promise<void> => {
      await db.updateTable('staff_two_factors').set(anew).where('id', '=', id).where('secret', '=', secret).execute();
    },

    /** False where they are no longer what was read. */
    replaceRecoveryCodes: async (tx: Tx, { id, backupCodes: from }: StoredAuthenticator, to: string): Promise<boolean> => {
      const { numUpdatedRows } = await tx
        .updateTable('staff_two_factors')
        .set({ backupCodes: to })
        .where('id', '=', id)
        .where('backupCodes', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Spends a code that was right; false where it was spent before. */
    spendCode: async (staffId: string, digits: string, now: number, within: Database['db'] = db): Promise<boolean> => {
      const name = `code:${staffId}:${digits}`;
      const facts = { value: staffId, expiresAt: iso(now + spentCodeMs), updatedAt: iso(now) };
      const row = await within
        .insertInto('staff_verifications')
        .values({ ...facts, id: hashOf(`reserve:${name}`), identifier: hashOf(name), createdAt: iso(now) })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(facts).where('staff_verifications.expiresAt', '<=', iso(now)))
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

/** As the sign-in library hashes what it looks up. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
