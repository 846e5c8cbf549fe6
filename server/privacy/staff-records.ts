import type { Audit } from '#server/audit/audit.ts';
import type { Actor } from '#server/audit/audit-event.ts';
import type { Database } from '#server/database/open.ts';
import { removeEmails, settledAccountEmails } from '#server/email/email-store.ts';
import { removeMailFiles } from './mail-files.ts';

const day = 86_400_000;

export type EraseStaffRecords = (actor: Actor) => Promise<void>;

/**
 * Erases what was kept of sign-ins and invitations for as long as was promised: e-mails to members of staff, addresses and
 * browsers in the audit trail.
 */
export function createEraseStaffRecords(services: {
  database: Database;
  audit: Audit;
  now: () => number;
  /** Where letters are kept as files; null where they are not. */
  mailFolder: string | null;
  days: { staffRecords: number };
}): EraseStaffRecords {
  const { database, audit, now, mailFolder, days } = services;

  return async function eraseStaffRecords(actor) {
    const before = now() - days.staffRecords * day;
    const letterIds = await settledAccountEmails(database, before);
    // First the files: should one not go, the rows that know of it stay.
    if (mailFolder !== null) await removeMailFiles(mailFolder, new Set(letterIds));
    await removeEmails(database, letterIds);
    await audit.eraseDetails(actor, before);
  };
}
