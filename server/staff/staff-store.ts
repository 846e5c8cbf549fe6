import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '#server/database/open.ts';
import type { Db, Tx } from '#server/database/schema.ts';
import type { Role, StaffMember } from './staff.ts';

export type Invitation = { id: string; email: string; role: Role };

export type Colleague = StaffMember & { joinedAt: string; hasTwoFactors: boolean; leftAt: number | null };

export type StaffSession = {
  id: string;
  token: string;
  createdAt: number;
  lastUsedAt: number;
  address: string | null;
  browser: string | null;
};

export type StaffStore = ReturnType<typeof createStaffStore>;

/** What the sign-in library does not know of: invitations, roles, and who has left. */
export function createStaffStore({ db, engine, write }: Database) {
  return {
    transaction: write,

    /** Answers with what goes into the link; only its hash is kept. One invitation for an address at a time. */
    invite: async (
      tx: Tx,
      facts: Omit<Invitation, 'id'> & { invitedBy: string; now: number; validMs: number },
    ): Promise<string> => {
      const token = randomBytes(32).toString('base64url');
      await tx.deleteFrom('staff_invitations').where('email', '=', facts.email).where('used_at', 'is', null).execute();
      await tx
        .insertInto('staff_invitations')
        .values({
          id: randomUUID(),
          token_hash: hashOf(token),
          email: facts.email,
          role: facts.role,
          invited_by: facts.invitedBy,
          created_at: facts.now,
          expires_at: facts.now + facts.validMs,
        })
        .execute();
      return token;
    },

    invitation: async (token: string, now: number): Promise<Invitation | null> =>
      (await db
        .selectFrom('staff_invitations')
        .select(['id', 'email', 'role'])
        .where('token_hash', '=', hashOf(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst()) ?? null,

    /** True for the one who comes first. */
    spendInvitation: async (tx: Tx, id: string, now: number): Promise<boolean> => {
      const { numUpdatedRows } = await tx
        .updateTable('staff_invitations')
        .set({ used_at: now })
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Its link no longer works. Answers whom it was for; null where it was used or has gone already. */
    withdrawInvitation: async (tx: Tx, id: string): Promise<Omit<Invitation, 'id'> | null> =>
      (await tx
        .deleteFrom('staff_invitations')
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .returning(['email', 'role'])
        .executeTakeFirst()) ?? null,

    invitations: (now: number) =>
      db
        .selectFrom('staff_invitations')
        .select(['id', 'email', 'role', 'expires_at'])
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('created_at')
        .execute(),

    findByEmail: async (email: string): Promise<Colleague | null> => {
      const row = await db.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst();
      return row ? colleagueOf(row) : null;
    },

    find: async (id: string): Promise<Colleague | null> => {
      const row = await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? colleagueOf(row) : null;
    },

    all: async (): Promise<Colleague[]> => (await db.selectFrom('staff').selectAll().orderBy('name').execute()).map(colleagueOf),

    /** All of them as they are now, whom nobody else changes before this transaction ends. */
    hold: async (tx: Tx): Promise<Colleague[]> => {
      const query = tx.selectFrom('staff').selectAll().orderBy('id');
      return (await (engine === 'postgres' ? query.forNoKeyUpdate() : query).execute()).map(colleagueOf);
    },

    /** Answers with the id; null where the address has an account already. */
    addStaff: async (tx: Tx, facts: Omit<StaffMember, 'id'>, now: number): Promise<string | null> => {
      const at = new Date(now).toISOString();
      const row = await tx
        .insertInto('staff')
        .values({ ...facts, id: randomUUID(), emailVerified: 0, twoFactorEnabled: 0, createdAt: at, updatedAt: at })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },

    setName: async (tx: Tx, id: string, name: string): Promise<void> => {
      await tx.updateTable('staff').set({ name }).where('id', '=', id).execute();
    },

    setEmail: async (tx: Tx, id: string, email: string): Promise<void> => {
      await tx.updateTable('staff').set({ email }).where('id', '=', id).execute();
    },

    setRole: async (tx: Tx, id: string, role: Role): Promise<void> => {
      await tx.updateTable('staff').set({ role }).where('id', '=', id).execute();
    },

    setLeft: async (tx: Tx, id: string, leftAt: number | null): Promise<void> => {
      await tx.updateTable('staff').set({ leftAt }).where('id', '=', id).execute();
    },

    /** How many claims are open under each name, by id of the member of staff. */
    openClaims: async (within: Db = db): Promise<Map<string, number>> => {
      const claims = new Map<string, number>();
      for (const quarantined of quarantinedOrNot) {
        const rows = await within
          .selectFrom('form_submissions')
          .select(({ fn }) => ['assigned_to as id', fn.countAll<number | string>().as('count')])
          .where('assigned_to', 'is not', null)
          .where('closed_at', 'is', null)
          .where('quarantined_at', quarantined, null)
          .groupBy('assigned_to')
          .execute();
        for (const { id, count } of rows) claims.set(id ?? '', (claims.get(id ?? '') ?? 0) + Number(count));
      }
      return claims;
    },

    /** Gives the open claims of one member of staff to another, or to nobody; answers with their ids. */
    handOverClaims: async (tx: Tx, from: string, to: string | null): Promise<string[]> => {
      const ids: string[] = [];
      for (const quarantined of quarantinedOrNot) {
        const rows = await tx
          .updateTable('form_submissions')
          .set({ assigned_to: to })
          .where('assigned_to', '=', from)
          .where('closed_at', 'is', null)
          .where('quarantined_at', quarantined, null)
          .returning('id')
          .execute();
        ids.push(...rows.map(({ id }) => id));
      }
      return ids.toSorted();
    },

    /** Both factors are gone: only a new password by mail leads back in, and then a new second factor has to be set up. */
    dropFactors: async (tx: Tx, id: string): Promise<void> => {
      await tx.deleteFrom('staff_two_factors').where('userId', '=', id).execute();
      await tx.updateTable('staff_accounts').set({ password: null }).where('userId', '=', id).execute();
      await tx.updateTable('staff').set({ twoFactorEnabled: 0 }).where('id', '=', id).execute();
    },

    sessions: async (staffId: string): Promise<StaffSession[]> => {
      const rows = await db
        .selectFrom('staff_sessions')
        .selectAll()
        .where('userId', '=', staffId)
        .where('expiresAt', '>', new Date().toISOString())
        .orderBy('updatedAt', 'desc')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        token: row.token,
        createdAt: Date.parse(row.createdAt),
        lastUsedAt: Date.parse(row.updatedAt),
        address: row.ipAddress || null,
        browser: row.userAgent || null,
      }));
    },

    /** One session of theirs, or all; answers how many ended. */
    endSessions: async (tx: Tx, staffId: string, id: string | null): Promise<number> => {
      const { numDeletedRows } = await tx
        .deleteFrom('staff_sessions')
        .where('userId', '=', staffId)
        .$if(id !== null, (query) => query.where('id', '=', id))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Ends all but this one, which goes on under a new token: whoever had copied the old one is out. */
    renewSession: async (tx: Tx, staffId: string, id: string): Promise<string> => {
      const token = randomBytes(24).toString('base64url');
      await tx.deleteFrom('staff_sessions').where('userId', '=', staffId).where('id', '!=', id).execute();
      await tx.updateTable('staff_sessions').set({ token }).where('userId', '=', staffId).where('id', '=', id).execute();
      return token;
    },
  };
}

/** Asked one after the other, so that each finds the index that holds only such claims. */
const quarantinedOrNot = ['is', 'is not'] as const;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function colleagueOf(row: {
  id: string;
  name: string;
  email: string;
  role: Role;
  createdAt: string;
  twoFactorEnabled: number | null;
  leftAt: number | null;
}): Colleague {
  const { id, name, email, role, createdAt: joinedAt, leftAt } = row;
  return { id, name, email, role, joinedAt, leftAt, hasTwoFactors: row.twoFactorEnabled === 1 };
}
