import { randomUUID } from 'node:crypto';
import type { App } from '#server/core/app.ts';
import { lockRows } from '#server/core/database/engine.ts';
import type { Db, Schema, Tx } from '#server/core/database/schema.ts';
import { hashOf } from './credential-store.ts';

/** How long an authenticator has for its answer: a person may have to fetch a phone. */
export const challengeSeconds = 5 * 60;

/**
 * How many challenges of sign-ins are kept, far more than the limits on attempts let through in that time. Beyond that the oldest are
 * removed, so that the store does not grow where these limits are off.
 */
const maxChallenges = 1_000;

export type StoredPasskey = Schema['staff_passkeys'];

/** Who was given a challenge, and for whose new passkey; null for a sign-in. */
type Challenge = Pick<Schema['staff_challenges'], 'holder' | 'staff_id'>;

/** The passkeys of an account, the oldest first. */
export function ofAccount(db: Db, staffId: string): Promise<StoredPasskey[]> {
  return db
    .selectFrom('staff_passkeys')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findByCredential(app: App, credentialId: string): Promise<StoredPasskey | null> {
  const query = app.db.db.selectFrom('staff_passkeys').selectAll();
  return (await query.where('credential_id', '=', credentialId).executeTakeFirst()) ?? null;
}

/** Adds a passkey; false where one with its credential id is there already. */
export async function add(tx: Tx, passkey: Omit<StoredPasskey, 'id' | 'last_used_at'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_passkeys')
    .values({ ...passkey, id: randomUUID(), last_used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Removes a passkey of an account and returns its name; null where the account has none with this id. */
export async function remove(tx: Tx, staffId: string, id: string): Promise<string | null> {
  const removed = await tx
    .deleteFrom('staff_passkeys')
    .where('staff_id', '=', staffId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return removed?.name ?? null;
}

/**
 * Stores that a passkey was used, with what its authenticator counts. A counter that does not grow means that there is a copy of
 * the key; most authenticators do not count and say 0.
 */
export async function use(tx: Tx, id: string, counter: number, now: number): Promise<'used' | 'went back' | 'removed'> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return 'used';
  const isThere = await tx.selectFrom('staff_passkeys').select('id').where('id', '=', id).executeTakeFirst();
  return isThere ? 'went back' : 'removed';
}

/** Stores a challenge, and removes those that have expired, and the oldest where there are too many. */
export function addChallenge(app: App, challenge: string, given: Challenge): Promise<void> {
  return app.db.write(async (tx) => {
    const kept = tx.selectFrom('staff_challenges').select('id');
    const expired = kept.where('expires_at', '<=', app.now());
    const surplus = kept
      .where('staff_id', 'is', null)
      .orderBy('expires_at', 'desc')
      .limit(maxChallenges)
      .offset(maxChallenges - 1);
    // Two instances at the same time would otherwise wait for each other.
    for (const rows of [expired, surplus])
      await tx
        .deleteFrom('staff_challenges')
        .where('id', 'in', lockRows(tx, rows, 'for update skip locked'))
        .execute();
    await tx
      .insertInto('staff_challenges')
      .values({ ...given, id: hashOf(challenge), expires_at: app.now() + challengeSeconds * 1_000 })
      .execute();
  });
}

/** Removes a challenge; true for one that was given to this holder for this and has not expired. It is good once. */
export async function consumeChallenge(app: App, challenge: string, given: Challenge): Promise<boolean> {
  const row = await app.db.db
    .deleteFrom('staff_challenges')
    .where('id', '=', hashOf(challenge))
    .returningAll()
    .executeTakeFirst();
  return row !== undefined && row.holder === given.holder && row.staff_id === given.staff_id && row.expires_at > app.now();
}
