import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { mergedIntoOfRow } from '#server/claims/merged-into.ts';
import type { App } from '#server/core/app.ts';
import type { Actor } from '#server/core/audit/audit-event.ts';
import { lockRows, sharedNow } from '#server/core/database/engine.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { fileJobs } from '#server/files/file-job.ts';
import { forgetFiles } from '#server/files/remove-evidence.ts';
import { mailFolderOf } from '#server/mail/out/open-mailer.ts';

/** How many are erased in one transaction, which is short enough for no visitor to notice. */
const batchSize = 20;

/**
 * The outcome for each submission. `notFound`: it was erased before. `beingSent`: an email about it is being sent and would be
 * recorded afterwards; it can be erased in a minute.
 */
export type ErasedIds = { erased: string[]; notFound: string[]; beingSent: string[] };

/** Erases submissions with everything that belongs to them, and leaves a tombstone for each. */
export async function erase(app: App, actor: Actor, ids: string[], reason: string): Promise<ErasedIds> {
  const mailFolder = mailFolderOf(app.env);
  const total: ErasedIds = { erased: [], notFound: [], beingSent: [] };
  for (let from = 0; from < ids.length; from += batchSize) {
    const asked = ids.slice(from, from + batchSize);
    const batch = await withTheirMerged(app, asked);
    total.notFound.push(...asked.filter((id) => !batch.includes(id)));
    if (batch.length === 0) continue;
    // The files go first: if one cannot be removed, the rows that name them are still there.
    await removeMailFiles(mailFolder, await emailIds(app, batch));
    const locked = await eraseBatch(app, actor, batch, reason);
    const erased = locked.filter(({ isBeingSent }) => !isBeingSent);
    // Removes files of emails that were written in between.
    await removeMailFiles(
      mailFolder,
      erased.flatMap((one) => one.emailIds),
    );
    // Files of evidence go last: a claim with an email that is being sent is not erased yet, and keeps its files.
    await forgetFiles(
      app,
      erased.flatMap((one) => one.evidence),
    );
    const found = new Set(locked.map(({ id }) => id));
    total.erased.push(...erased.map(({ id }) => id));
    total.notFound.push(...batch.filter((id) => !found.has(id)));
    total.beingSent.push(...locked.filter(({ isBeingSent }) => isBeingSent).map(({ id }) => id));
    await setImmediate();
  }
  return total;
}

/** What was merged into a claim is erased with it, and not by itself: nobody asked for the claim. */
function withTheirMerged(app: App, asked: string[]): Promise<string[]> {
  return app.db.read(async (db) => {
    const rows = await db
      .selectFrom('form_submissions')
      .select(['id', 'merged_into'])
      .where(({ exists }) => exists(mergedIntoOfRow(db)))
      .where((where) => where.or([where('id', 'in', asked), where('merged_into', 'in', asked)]))
      .execute();
    const hidden = new Set(rows.map(({ id }) => id));
    const theirs = rows.filter(({ merged_into }) => asked.includes(merged_into ?? ''));
    return [...asked.filter((id) => !hidden.has(id)), ...theirs.map(({ id }) => id)];
  });
}

async function emailIds(app: App, submissionIds: string[]): Promise<string[]> {
  const rows = await app.db.db.selectFrom('jobs').select('id').where('subject_id', 'in', submissionIds).execute();
  return rows.map(({ id }) => id);
}

function eraseBatch({ db, audit, now }: App, actor: Actor, ids: string[], reason: string): Promise<Locked[]> {
  return db.write(async (tx) => {
    const locked = togetherOrNotAtAll(await lockForErasure(tx, ids, now()));
    const erasable = locked.filter(({ isBeingSent }) => !isBeingSent);
    if (erasable.length === 0) return locked;
    await deleteRows(tx, erasable, { at: now(), by: actor.name, reason });
    await audit.eraseReasons(
      tx,
      erasable.map(({ id }) => id),
    );
    for (const { id, reference, form } of erasable)
      audit.recordIn(tx, { actor, action: 'erased', subjectId: id, details: { reference, form, reason } });
    return locked;
  });
}

/** A claim stays as long as an email about what was merged into it is being sent, and the other way round. */
function togetherOrNotAtAll(locked: Locked[]): Locked[] {
  const busy = new Set(locked.filter(({ isBeingSent }) => isBeingSent).map(({ id, mergedInto }) => mergedInto ?? id));
  return locked.map((one) => ({ ...one, isBeingSent: busy.has(one.mergedInto ?? one.id) }));
}

type Locked = {
  id: string;
  mergedInto: string | null;
  reference: string;
  form: string;
  emailIds: string[];
  evidence: EvidenceKey[];
  isBeingSent: boolean;
};

type EvidenceKey = { id: string; submission_id: string };

/** Locks the submissions that exist and their emails, until the end of the transaction. */
async function lockForErasure(tx: Tx, ids: string[], now: number): Promise<Locked[]> {
  const rows = await lockRows(tx, submissionsOf(tx).where('id', 'in', ids).orderBy('id'), 'for update').execute();
  // What was merged into one of them while these waited for their locks.
  const late =
    rows.length === 0 ? [] : await submissionsOf(tx).where('merged_into', 'in', ids).where('id', 'not in', ids).execute();
  if (late.length > 0) return lockForErasure(tx, [...ids, ...late.map(({ id }) => id)], now);
  const jobs = tx
    .selectFrom('jobs')
    .select(['id', 'subject_id'])
    // Scans and previews do not count: they store nothing once their file is gone.
    .select((where) =>
      where.and([where('kind', 'not in', fileJobs), where('lease_until', '>', sharedNow(tx, now))]).as('is_leased'),
    )
    .where('subject_id', 'in', ids);
  const emails = await lockRows(tx, jobs, 'for update').execute();
  const evidence = await tx.selectFrom('evidence').select(['id', 'submission_id']).where('submission_id', 'in', ids).execute();
  const inbound = await tx
    .selectFrom('inbound_emails')
    .select(['id', 'submission_id'])
    .where('submission_id', 'in', ids)
    .execute();
  // An email that arrived both by POST and from the mailbox is stored twice, the second time without a claim.
  const copies = await tx
    .selectFrom('inbound_emails as copy')
    .innerJoin('inbound_emails as filed', 'filed.message_key', 'copy.message_key')
    .select(['copy.id', 'filed.submission_id'])
    .where('filed.submission_id', 'in', ids)
    .where('copy.state', '=', 'duplicate')
    .execute();
  return rows.map(({ id, merged_into: mergedInto, reference, form_name: form }) => {
    const own = emails.filter((email) => email.subject_id === id);
    const isBeingSent = own.some((email) => Boolean(email.is_leased));
    const files = evidence.filter((file) => file.submission_id === id);
    // The raw text of inbound emails is stored beside the files of claims.
    const raw = [...inbound, ...copies]
      .filter((email) => email.submission_id === id)
      .map((email) => ({ id: email.id, submission_id: 'inbound' }));
    const emailIds = own.map((email) => email.id);
    return { id, mergedInto, reference, form, emailIds, evidence: [...files, ...raw], isBeingSent };
  });
}

function submissionsOf(tx: Tx) {
  return tx.selectFrom('form_submissions').select(['id', 'merged_into', 'reference', 'form_name']);
}

/**
 * Deletes the rows of submissions. Emails, attempts, notes, search terms and the rows of files are deleted by their foreign keys.
 */
async function deleteRows(
  tx: Tx,
  erasable: Locked[],
  { at, by, reason }: { at: number; by: string; reason: string },
): Promise<void> {
  const ids = erasable.map(({ id }) => id);
  await tx.deleteFrom('form_submissions').where('id', 'in', ids).execute();
  await tx
    .insertInto('tombstones')
    .values(erasable.map(({ id, reference, form }) => ({ id, reference, form_name: form, erased_at: at, erased_by: by, reason })))
    .execute();
}

/** The name of an email's file ends with the email's id; `.part` follows while it is being written. */
const mailFileName = /-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?:\.part)?$/;

/** Removes the files of these emails from the folder to which they are written while no mail server is set. */
export async function removeMailFiles(folder: string, emailIds: string[]): Promise<void> {
  if (emailIds.length === 0) return;
  const wanted = new Set(emailIds);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const id = mailFileName.exec(name)?.[1];
    if (id && wanted.has(id)) await rm(join(folder, name), { force: true });
  }
}
