import { setImmediate } from 'node:timers/promises';
import type { Audit } from '#server/audit/audit.ts';
import type { Actor } from '#server/audit/audit-event.ts';
import type { Database } from '#server/database/database.ts';
import { acknowledgementKind, emailKind, removeEmails, settledAccountEmails } from '#server/email/email-store.ts';
import { removeMailFiles } from './erase.ts';

/** Submissions past their time, oldest first, for retention to erase. */
export function createFindExpired({ db }: Database) {
  return {
    /** The names of all forms by which something was sent. */
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

    ofForm: async (form: string, before: number, limit: number): Promise<string[]> => {
      const rows = await db
        .selectFrom('form_submissions')
        .select('id')
        .where('quarantined_at', 'is', null)
        .where('form_name', '=', form)
        .where('created_at', '<', before)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Claims that were closed as not pursued. */
    notPursued: async (before: number, limit: number): Promise<string[]> => {
      const rows = await db
        .selectFrom('form_submissions')
        .select('id')
        .where('quarantined_at', 'is', null)
        .where('not_pursued_at', '<', before)
        .orderBy('not_pursued_at')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    inQuarantine: async (before: number, limit: number): Promise<string[]> => {
      const rows = await db
        .selectFrom('form_submissions')
        .select('id')
        .where('quarantined_at', 'is not', null)
        .where('quarantined_at', '<', before)
        .orderBy('quarantined_at')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

/** Erases what is kept of sign-ins and invitations: e-mails to members of staff, addresses and browsers in the audit trail. */
export async function eraseStaffRecords(
  { database, audit, mailFolder }: { database: Database; audit: Audit; mailFolder: string | null },
  actor: Actor,
  before: number,
): Promise<void> {
  const emailIds = await settledAccountEmails(database, before);
  // The files go first: if one cannot be removed, the rows that name them are still there.
  await removeMailFiles(mailFolder, emailIds);
  await removeEmails(database, emailIds);
  await audit.eraseDetails(actor, before);
}

/** How many are deleted in one transaction, which is short enough for no visitor to notice. */
const attemptsPerTransaction = 500;

/** Deletes attempts at sending e-mails, with the mail server's answers, of e-mails that were sent or have failed. */
export async function deleteEmailAttempts({ write }: Database, before: number): Promise<number> {
  for (let total = 0; ; ) {
    const deleted = await write(async (tx) => {
      const expired = tx
        .selectFrom('job_attempts')
        .innerJoin('jobs', 'jobs.id', 'job_attempts.job_id')
        .select('job_attempts.id')
        .where('job_attempts.kind', 'in', [emailKind, acknowledgementKind])
        .where('at', '<', before)
        .where((where) => where.or([where('finished_at', 'is not', null), where('failed_at', 'is not', null)]))
        .orderBy('at')
        .limit(attemptsPerTransaction);
      const { numDeletedRows } = await tx.deleteFrom('job_attempts').where('id', 'in', expired).executeTakeFirst();
      return Number(numDeletedRows);
    });
    total += deleted;
    if (deleted < attemptsPerTransaction) return total;
    await setImmediate();
  }
}
