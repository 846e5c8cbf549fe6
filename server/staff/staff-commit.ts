import type { Audit } from '#server/audit/audit.ts';
import type { AuditEvent } from '#server/audit/audit-event.ts';
import type { Tx } from '#server/database/schema.ts';
import type { DetailsCipher, EmailDetails } from '#server/email/email-details.ts';
import { addAccountEmail } from '#server/email/email-store.ts';
import type { AccountEmail } from '#server/email/staff-emails.ts';
import type { StaffStore } from './staff-store.ts';

/** What belongs to one change: its rows, its audit events and the e-mails about it. */
export type Change = {
  tx: Tx;
  record: (event: AuditEvent) => Promise<void>;
  email: (template: AccountEmail, recipient: string, details?: EmailDetails) => Promise<void>;
};

export type Commit = <T>(work: (change: Change) => Promise<T>) => Promise<T>;

/** Runs a change in one transaction, so that no part of it is without the others, and wakes the worker when it is committed. */
export function createCommit(services: {
  store: Pick<StaffStore, 'transaction'>;
  audit: Pick<Audit, 'recordIn'>;
  cipher: DetailsCipher;
  wakeWorker: () => void;
  now: () => number;
}): Commit {
  const { store, audit, cipher, wakeWorker, now } = services;
  return async function commit(work) {
    let isEmailDue = false;
    const result = await store.transaction((tx) =>
      work({
        tx,
        record: (event) => audit.recordIn(tx, event),
        email: async (template, recipient, details = {}) => {
          await addAccountEmail(tx, { template, recipient, details, createdAt: now() }, cipher);
          isEmailDue = true;
        },
      }),
    );
    if (isEmailDue) wakeWorker();
    return result;
  };
}
