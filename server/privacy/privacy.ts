import type { Audit } from '#server/audit/audit.ts';
import { createThrottle } from '#server/audit/throttle.ts';
import type { StaffMember } from '#server/staff/staff.ts';
import type { InboxRow } from '#server/submissions/inbox/inbox.ts';
import { digestOf } from '#server/submissions/search/search-digest.ts';
import { inboxRow } from '#server/submissions/view/inbox-row.ts';
import type { SubmissionRow, SubmissionStore } from '#server/submissions/view/view-store.ts';
import type { Erase, Erased } from './erase.ts';
import { type ExportedFile, type ExportFormat, exportFile } from './export-person.ts';
import type { Sweep } from './purge.ts';

/** Long enough for a reason; it stays on the tombstone, so it should not name anybody. */
const longestReason = 500;

export type Erasure = ({ kind: 'done' } & Erased) | { kind: 'refused'; words: string };

type Services = {
  findPerson: (contact: string) => Promise<SubmissionRow[]>;
  erase: Erase;
  sweep: Sweep;
  submissions: SubmissionStore;
  audit: Audit;
  now: () => number;
  secret: string;
};

/** What is done at a person's request, each on record. */
export function createPrivacy(services: Services) {
  const { findPerson, submissions, audit, secret } = services;
  const isTime = createThrottle(services.now);

  return {
    find: async (staff: StaffMember, contact: string): Promise<InboxRow[]> => {
      const digest = digestOf(secret, contact);
      if (isTime(`${staff.id} ${digest}`)) await audit.record({ actor: staff, action: 'searched', details: { digest } });
      const rows = await findPerson(contact);
      const states = await submissions.mailStates(rows.map(({ id }) => id));
      const names = await submissions.names(rows.map((row) => row.assigned_to));
      return rows.map((row) => inboxRow(row, { mail: states.get(row.id) ?? 'none', names }));
    },

    export: async (staff: StaffMember, contact: string, format: ExportFormat): Promise<ExportedFile> => {
      const rows = await findPerson(contact);
      const digest = digestOf(secret, contact);
      const details = { format, digest, submissions: rows.length };
      if (rows.length === 0) await audit.record({ actor: staff, action: 'person exported', details });
      for (const { id } of rows) await audit.record({ actor: staff, action: 'person exported', subjectId: id, details });
      return exportFile(services, { contact, rows, format });
    },

    erase: async (staff: StaffMember, ids: string[], reason: string): Promise<Erasure> => {
      const kept = reason.replaceAll('\0', '').trim();
      if (kept === '') return { kind: 'refused', words: 'Say why: it stays on record.' };
      if (kept.length > longestReason) return { kind: 'refused', words: `The reason has ${longestReason} characters at most.` };
      const erased = await services.erase(staff, [...new Set(ids)], kept);
      if (erased.erased.length > 0) await services.sweep('at once');
      return { kind: 'done', ...erased };
    },
  };
}
