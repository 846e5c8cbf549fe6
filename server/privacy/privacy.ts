import { hour } from '#forms/durations.ts';
import { typedText } from '#forms/typed-text.ts';
import type { Audit } from '#server/audit/audit.ts';
import { createThrottle } from '#server/audit/throttle.ts';
import type { App } from '#server/core/app.ts';
import type { Database } from '#server/database/database.ts';
import type { Evidence } from '#server/evidence/evidence.ts';
import { defineJob, done, every } from '#server/jobs/define-job.ts';
import type { Log } from '#server/observability/log.ts';
import type { StaffMember } from '#server/staff/staff-member.ts';
import { eraseExpiredAccess } from '#server/staff/staff-store.ts';
import { searchDigest } from '#server/submissions/search/search-query.ts';
import type { SearchStore } from '#server/submissions/search/search-store.ts';
import { personTerms } from '#server/submissions/search/search-terms.ts';
import { personTermsOf } from '#server/submissions/view/other-submissions.ts';
import type { InboxRow, SubmissionReader, SubmissionRow } from '#server/submissions/view/submission-reader.ts';
import { createErase, type ErasedIds } from './erase.ts';
import type { RetentionDays } from './expired-records.ts';
import { type ExportedZip, exportZip } from './export-zip.ts';
import { createPurge } from './purge.ts';
import { createRetention } from './retention.ts';
import { createRetentionAlarms } from './retention-alarms.ts';
import { readClock } from './retention-guard.ts';
import { findSetAside } from './set-aside.ts';
import { type ExportedFile, type ExportFormat, exportFile, exportFiles } from './subject-access-export.ts';

/** The longest reason. It stays in the tombstone, so it should not name anybody. */
const longestReason = 500;

/** The most submissions of one person. Only a script can have sent more. */
const submissionLimit = 10_000;
const pageSize = 200;

/** `setAsideUntil`: when the last store that a restore set aside, and that still has what was erased, is removed; null where there is none. */
type Erasure = ({ kind: 'done'; setAsideUntil: number | null } & ErasedIds) | { kind: 'refused'; message: string };

/** What is done at a person's request, each recorded in the audit trail, and what is done every day without one. */
export function createPrivacy(services: {
  database: Database;
  app: App;
  submissions: SubmissionReader;
  search: SearchStore;
  completeIndex: () => Promise<void>;
  audit: Audit;
  log: Log;
  now: () => number;
  secret: string;
  mailFolder: string | null;
  dataDir?: string;
  evidence: Evidence;
  days: RetentionDays;
  checkAlarms: () => Promise<void>;
}) {
  const { database, submissions, search, audit, evidence, now, secret } = services;
  const isDue = createThrottle(now);
  const erase = createErase(services);
  const { purge, jobKind: purgeJob } = createPurge(services);
  const retention = createRetention({ ...services, erase, purge, onSettled: () => void services.checkAlarms() });
  // Erases ended sessions, expired one-time links and unfinished sign-ins.
  const expiredAccess = defineJob({
    kind: 'expired-access',
    title: 'Erasing expired sessions and one-time links',
    next: every(hour),
    handle: async () => {
      await eraseExpiredAccess(database, await readClock(database, now()));
      return done('');
    },
  });

  return {
    /** The submissions with exactly this e-mail address or phone number, newest first. */
    findPerson: async (staff: StaffMember, contact: string): Promise<InboxRow[]> => {
      const digest = searchDigest(secret, contact);
      if (isDue(`${staff.id} ${digest}`)) await audit.record({ actor: staff, action: 'searched', details: { digest } });
      return submissions.inboxRows(await rowsOfPerson(contact));
    },

    exportPerson: async (staff: StaffMember, contact: string, format: ExportFormat): Promise<ExportedFile> => {
      const rows = await rowsOfPerson(contact);
      await recordExport(staff, contact, rows, { format });
      return exportFile(services, { contact, rows, format });
    },

    /** Exports what is held about a person, with the files of their claims. */
    exportPersonWithFiles: async (staff: StaffMember, contact: string): Promise<ExportedZip> => {
      const rows = await rowsOfPerson(contact);
      const lists = await exportFiles(services, { contact, rows });
      const zip = await exportZip(evidence, rows, lists);
      await recordExport(staff, contact, rows, { format: 'zip', files: zip.files });
      return zip;
    },

    hasFiles: (rows: InboxRow[]): Promise<boolean> => evidence.isKeptForAny(rows.map(({ id }) => id)),

    /** A copy of one submission for the claimant; null where it was erased. */
    copyForClaimant: async (id: string, format: ExportFormat): Promise<ExportedFile | null> => {
      const rows = await submissions.rows([id]);
      return rows[0] ? exportFile(services, { contact: rows[0].reference, rows, format, isForClaimant: true }) : null;
    },

    erase: async (staff: StaffMember, ids: string[], reason: string): Promise<Erasure> => {
      const text = typedText(reason);
      if (text === '') return { kind: 'refused', message: 'Say why: it stays on record.' };
      if (text.length > longestReason) return { kind: 'refused', message: `The reason has ${longestReason} characters at most.` };
      const outcome = await erase(staff, [...new Set(ids)], text);
      if (outcome.erased.length > 0) await purge('now');
      const ends = (await findSetAside(services.dataDir ?? null)).map(({ endsAt }) => endsAt);
      return { kind: 'done', ...outcome, setAsideUntil: ends.length > 0 ? Math.max(...ends) : null };
    },

    retention,
    purge,
    expiredAccess,
    alarms: createRetentionAlarms(retention.state),
    // The purge is for SQLite: PostgreSQL maintains its files itself.
    jobs: [retention.jobKind, expiredAccess, ...(database.file ? [purgeJob] : [])],
  };

  async function recordExport(
    actor: StaffMember,
    contact: string,
    rows: SubmissionRow[],
    about: { format: string; files?: number },
  ): Promise<void> {
    const details = { ...about, digest: searchDigest(secret, contact), submissions: rows.length };
    if (rows.length === 0) await audit.record({ actor, action: 'person exported', details });
    for (const { id } of rows) await audit.record({ actor, action: 'person exported', subjectId: id, details });
  }

  async function rowsOfPerson(contact: string): Promise<SubmissionRow[]> {
    const [term] = personTerms(contact.includes('@') ? { email: contact, phone: '' } : { email: '', phone: contact });
    if (!term) return [];
    // Submissions that an earlier version stored may not be in the index yet.
    await services.completeIndex();
    const ids = await search.idsOfTerm(term, submissionLimit);
    const rows: SubmissionRow[] = [];
    for (let from = 0; from < ids.length; from += pageSize)
      rows.push(...(await submissions.rows(ids.slice(from, from + pageSize))));
    // Matches are compared in full, because the last digits of one number may be the whole of another.
    const theirs: SubmissionRow[] = [];
    for (const row of rows)
      if ([row, ...(await submissions.mergedInto(row.id))].some((one) => personTermsOf(one).includes(term))) theirs.push(row);
    return theirs.toSorted((a, b) => b.created_at - a.created_at);
  }
}
