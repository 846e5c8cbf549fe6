import { hour } from '#forms/durations.ts';
import { typedText } from '#forms/typed-text.ts';
import { searchIndexingOf } from '#server/claims/search/search-indexing.ts';
import { searchDigest } from '#server/claims/search/search-query.ts';
import { idsOfTerm } from '#server/claims/search/search-store.ts';
import { personTerms } from '#server/claims/search/search-terms.ts';
import { personTermsOf } from '#server/claims/view/other-submissions.ts';
import type { InboxRow, SubmissionRow } from '#server/claims/view/submission-reader.ts';
import * as submissions from '#server/claims/view/submission-reader.ts';
import { type App, perApp } from '#server/core/app.ts';
import { createThrottle } from '#server/core/audit/throttle.ts';
import { answersOf } from '#server/core/database/schema.ts';
import { defineJob, done, every } from '#server/core/jobs/define-job.ts';
import { isKeptForAny } from '#server/files/evidence-rows.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { eraseExpiredAccess } from '#server/people/staff/staff-store.ts';
import { type ErasedIds, erase } from './erase.ts';
import { type ExportedZip, exportZip } from './export-zip.ts';
import { purge, purgeJob } from './purge.ts';
import { findReplacedStores } from './replaced-stores.ts';
import { retentionJob } from './retention.ts';
import { retentionAlarms } from './retention-alarms.ts';
import { readClock } from './retention-guard.ts';
import { type ExportedFile, type ExportFormat, exportFile, exportFiles } from './subject-access-export.ts';

/** The longest reason. It stays in the tombstone, so it should not name anybody. */
const longestReason = 500;

/** The most submissions of one person. Only a script can have sent more. */
const submissionLimit = 10_000;
const pageSize = 200;

/** `setAsideUntil`: when the last store that a restore set aside, and that still has what was erased, is removed; null where there is none. */
type Erasure = ({ kind: 'done'; setAsideUntil: number | null } & ErasedIds) | { kind: 'refused'; message: string };

const isSearchDueOf = perApp((app) => createThrottle(app.now));

/** The submissions with exactly this email address or phone number, newest first. */
export async function findPerson(app: App, staff: StaffMember, contact: string): Promise<InboxRow[]> {
  const digest = searchDigest(app.secrets.current, contact);
  if (isSearchDueOf(app)(`${staff.id} ${digest}`))
    await app.audit.record({ actor: staff, action: 'searched', details: { digest } });
  return submissions.inboxRows(app, await rowsOfPerson(app, contact));
}

export async function exportPerson(app: App, staff: StaffMember, contact: string, format: ExportFormat): Promise<ExportedFile> {
  const rows = await rowsOfPerson(app, contact);
  await recordExport(app, staff, contact, rows, { format });
  return exportFile(app, { contact, rows, format });
}

/** Exports what is held about a person, with the files of their claims. */
export async function exportPersonWithFiles(app: App, staff: StaffMember, contact: string): Promise<ExportedZip> {
  const rows = await rowsOfPerson(app, contact);
  const lists = await exportFiles(app, { contact, rows });
  const zip = await exportZip(app, rows, lists);
  await recordExport(app, staff, contact, rows, { format: 'zip', files: zip.files });
  return zip;
}

/** Whether an export of what was found has files. */
export function hasFiles(app: App, _staff: StaffMember, rows: InboxRow[]): Promise<boolean> {
  return isKeptForAny(
    app,
    rows.map(({ id }) => id),
  );
}

/** A copy of one submission without what is only for the team, for the claimant, whose link was checked; null where it was erased. */
export async function copyForClaimant(app: App, id: string, format: ExportFormat): Promise<ExportedFile | null> {
  const rows = await submissions.rows(app, [id]);
  return rows[0] ? exportFile(app, { contact: rows[0].reference, rows, format, isForClaimant: true }) : null;
}

export async function eraseOnRequest(app: App, staff: StaffMember, ids: string[], reason: string): Promise<Erasure> {
  const text = typedText(reason);
  if (text === '') return { kind: 'refused', message: 'Say why: it stays on record.' };
  if (text.length > longestReason) return { kind: 'refused', message: `The reason has ${longestReason} characters at most.` };
  const outcome = await erase(app, staff, [...new Set(ids)], text);
  if (outcome.erased.length > 0) await purge(app, 'now');
  const ends = (await findReplacedStores(app.env.dataDir)).map(({ endsAt }) => endsAt);
  return { kind: 'done', ...outcome, setAsideUntil: ends.length > 0 ? Math.max(...ends) : null };
}

/** Erases ended sessions, expired one-time links and unfinished sign-ins. */
export const expiredAccessJob = defineJob({
  kind: 'expired-access',
  title: 'Erasing expired sessions and one-time links',
  next: every(hour),
  handle: async (_job, _run, { db, now }) => {
    await eraseExpiredAccess(db, await readClock(db, now()));
    return done('');
  },
});

async function recordExport(
  app: App,
  actor: StaffMember,
  contact: string,
  rows: SubmissionRow[],
  about: { format: string; files?: number },
): Promise<void> {
  const details = { ...about, digest: searchDigest(app.secrets.current, contact), submissions: rows.length };
  if (rows.length === 0) await app.audit.record({ actor, action: 'person exported', details });
  for (const { id } of rows) await app.audit.record({ actor, action: 'person exported', subjectId: id, details });
}

async function rowsOfPerson(app: App, contact: string): Promise<SubmissionRow[]> {
  const terms = termsOfContact(contact);
  if (terms.length === 0) return [];
  // What was restored, or indexed with the terms of an earlier release, may not be in the index yet.
  await searchIndexingOf(app).indexAll();
  const found = await Promise.all(terms.map((term) => idsOfTerm(app, term, submissionLimit)));
  const ids = [...new Set(found.flat())];
  const rows: SubmissionRow[] = [];
  for (let from = 0; from < ids.length; from += pageSize)
    rows.push(...(await submissions.rows(app, ids.slice(from, from + pageSize))));
  // Matches are compared in full, because the last digits of one number may be the whole of another.
  const theirs: SubmissionRow[] = [];
  for (const row of rows) {
    const all = [row, ...(await submissions.mergedInto(app, row.id))];
    const versions = [...all, ...(await formerOf(app, all))];
    if (versions.some((one) => personTermsOf(one).some((term) => terms.includes(term)))) theirs.push(row);
  }
  return theirs.toSorted((a, b) => b.created_at - a.created_at);
}

/** The terms of an address or a number, also where both were copied together, as in "Ann <ann@example.com>, 07700 900123". */
function termsOfContact(contact: string): string[] {
  const pieces = contact.split(/([\s<>,;]+)/);
  const addresses = pieces.filter((piece) => piece.includes('@'));
  const phone = pieces.filter((piece) => !piece.includes('@')).join('');
  const emails = addresses.length > 0 ? [contact, ...addresses] : [];
  return [...personTerms({ email: '', phone }), ...emails.flatMap((email) => personTerms({ email, phone: '' }))];
}

/** Submissions with the answers that were corrected since, which are kept too. */
async function formerOf(app: App, rows: SubmissionRow[]): Promise<SubmissionRow[]> {
  const ids = rows.map(({ id }) => id);
  return (await submissions.corrections(app, ids)).flatMap(({ submission_id, field, old }) =>
    rows
      .filter(({ id }) => id === submission_id)
      .map((row) => ({ ...row, form_data: JSON.stringify({ ...answersOf(row.form_data), [field]: old }) })),
  );
}

/** What is done every day without a request. The purge is for SQLite: PostgreSQL maintains its files itself. */
export function privacyModule(app: App) {
  return { jobs: [retentionJob, expiredAccessJob, ...(app.db.file ? [purgeJob] : [])], alarms: retentionAlarms };
}
