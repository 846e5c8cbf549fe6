import { createHash } from 'node:crypto';
import { day } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { lockNamesUntilCommit } from '#server/core/database/engine.ts';
import type { Db, Tx } from '#server/core/database/schema.ts';

/** What of a mailbox is still to be read: numbers above `uid`; of those below `since.below` only what arrived after `since.at`. */
export type Unread = { uid: number; since: { at: number; below: number } | null };

/**
 * How far a mailbox was read, by UIDVALIDITY and UID. It is advanced in the transaction that keeps an e-mail, so that each is kept once,
 * whatever ends when, and whichever of several instances reads it.
 */
export function createImapCursor({ db: database, now }: App, mailbox: string) {
  const id = createHash('sha256').update(mailbox).digest('hex');
  const find = (db: Db | Tx) => db.selectFrom('inbound_cursors').selectAll().where('id', '=', id).executeTakeFirst();
  const lock = (tx: Tx) => lockNamesUntilCommit(tx, [`mailbox ${id}`]);

  return {
    /**
     * The first time it is put after the newest e-mail. Where the server has numbered its e-mails anew, it is put before the first, and those
     * that arrived since the day before the last one that was kept are read again: one that was kept is recognised by what it says.
     */
    begin: (validity: string, uidNext: number): Promise<void> =>
      database.write(async (tx) => {
        await lock(tx);
        const row = await find(tx);
        if (row?.uid_validity === validity) return;
        const begun = { id, uid_validity: validity, uid: uidNext - 1, at: now() };
        const renumbered = (at: number) => ({ uid_validity: validity, uid: 0, since: at - day, since_below: uidNext });
        if (!row) await tx.insertInto('inbound_cursors').values(begun).execute();
        else await tx.updateTable('inbound_cursors').set(renumbered(row.at)).where('id', '=', id).execute();
      }),

    /** What is unread; null where the server has numbered its e-mails anew since, as another instance has found. */
    unread: async (validity: string): Promise<Unread | null> => {
      const row = await database.read(find);
      if (row?.uid_validity !== validity) return null;
      const { uid, since, since_below: below } = row;
      return { uid, since: since === null || below === null ? null : { at: since, below } };
    },

    /** False where another instance has kept this e-mail, or has found its number to be an old one. */
    advance: async (tx: Tx, validity: string, { uid, arrivedAt }: { uid: number; arrivedAt: number }): Promise<boolean> => {
      await lock(tx);
      const row = await find(tx);
      if (row?.uid_validity !== validity || row.uid >= uid) return false;
      const at = Math.max(row.at, Math.min(arrivedAt, now()));
      await tx.updateTable('inbound_cursors').set({ uid, at }).where('id', '=', id).execute();
      return true;
    },
  };
}
