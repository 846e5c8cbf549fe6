import type { AuditAction } from '#server/audit/audit-event.ts';
import type { Database } from '#server/database/open.ts';
import { sharedNow, type Tx } from '#server/database/schema.ts';

/** What an erasure takes: the submission, and the letters about it. */
export type Held = { id: string; reference: string; form: string; letterIds: string[]; isBeingSent: boolean };

export type PrivacyStore = ReturnType<typeof createPrivacyStore>;

export function createPrivacyStore({ db, engine, write }: Database) {
  return {
    transaction: write,

    letterIds: async (submissionIds: string[]): Promise<string[]> => {
      const rows = await db.selectFrom('jobs').select('id').where('subject_id', 'in', submissionIds).execute();
      return rows.map(({ id }) => id);
    },

    /** Those of these that are there, held until the end of the transaction. */
    hold: async (tx: Tx, ids: string[], now: number): Promise<Held[]> => {
      const rows = await tx
        .selectFrom('form_submissions')
        .select(['id', 'reference', 'form_name'])
        .where('id', 'in', ids)
        .orderBy('id')
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .execute();
      const letters = await tx
        .selectFrom('jobs')
        .select(['id', 'subject_id'])
        .select((where) => where('lease_until', '>', sharedNow(tx, now)).as('is_leased'))
        .where('subject_id', 'in', ids)
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .execute();
      return rows.map(({ id, reference, form_name: form }) => {
        const own = letters.filter((letter) => letter.subject_id === id);
        const isBeingSent = own.some((letter) => Boolean(letter.is_leased));
        return { id, reference, form, letterIds: own.map((letter) => letter.id), isBeingSent };
      });
    },

    /** Takes them out with letters, tries, notes and search terms, and leaves a tombstone for each. */
    erase: async (tx: Tx, held: Held[], stone: { at: number; by: string; reason: string }): Promise<void> => {
      const ids = held.map(({ id }) => id);
      await tx.deleteFrom('form_submissions').where('id', 'in', ids).execute();
      await tx
        .insertInto('tombstones')
        .values(
          held.map(({ id, reference, form }) => ({
            ...{ id, reference, form_name: form },
            ...{ erased_at: stone.at, erased_by: stone.by, reason: stone.reason },
          })),
        )
        .execute();
    },

    /** What is another one after another erasure; null where there was none. */
    lastErasure: async (): Promise<string | null> => {
      const last = (action: AuditAction) =>
        db
          .selectFrom('audit_events')
          .select('id')
          .where('action', '=', action)
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(1);
      const rows = [await last('erased').executeTakeFirst(), await last('details erased').executeTakeFirst()];
      return rows.some(Boolean) ? rows.map((row) => row?.id ?? '').join() : null;
    },

    /** Every form that something was sent by. */
    formNames: async (): Promise<string[]> => {
      const names: string[] = [];
      for (;;) {
        const row = await db
          .selectFrom('form_submissions')
          .select(({ fn }) => fn.min('form_name').as('name'))
          .where('quarantined_at', 'is', null)
          .$if(names.length > 0, (query) => query.where('form_name', '>', names.at(-1) ?? ''))
          .executeTakeFirst();
        if (!row?.name) return names;
        names.push(row.name);
      }
    },

    /** The oldest of a form that came before then. */
    older: async (form: string, than: number, most: number): Promise<string[]> => {
      const rows = await db
        .selectFrom('form_submissions')
        .select('id')
        .where('quarantined_at', 'is', null)
        .where('form_name', '=', form)
        .where('created_at', '<', than)
        .orderBy('created_at')
        .orderBy('id')
        .limit(most)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Those longest in quarantine, that were set aside before then. */
    suspects: async (before: number, most: number): Promise<string[]> => {
      const rows = await db
        .selectFrom('form_submissions')
        .select('id')
        .where('quarantined_at', 'is not', null)
        .where('quarantined_at', '<', before)
        .orderBy('quarantined_at')
        .limit(most)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
