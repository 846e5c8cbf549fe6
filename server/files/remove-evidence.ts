import { hour } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { type Actor, type AuditAction, claimantActor } from '#server/core/audit/audit-event.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { type EvidenceRow, keyOf, lockFile } from './evidence-rows.ts';

/**
 * - `erased`: row and bytes are gone.
 * - `withdrawn`: the claimant does not see it any more, and the team keeps it.
 * - `kept`: its claim is closed, so it stays as it is.
 * - `not found`: there is none, or it is not theirs to remove.
 */
type Removal = 'erased' | 'withdrawn' | 'kept' | 'not found';

/** How long the claimant may take a file back for good, unless staff have seen it by then. */
const erasableForMs = hour;

/** What staff do that shows them the files of a claim. */
const viewActions: AuditAction[] = ['submission viewed', 'evidence viewed', 'evidence downloaded'];

/**
 * Removes a file, whichever way that was asked for. The link of a claim may be in the wrong hands, so what staff may rely on cannot
 * be destroyed with it: after an hour, or once staff have seen it, a file that the claimant removes is hidden from their page, kept
 * for the team, and the team is told. What staff remove is erased.
 */
export async function removeEvidence(app: App, id: string, by: Actor): Promise<Removal> {
  const { removal, row } = await app.db.write((tx) => removeIn(app, tx, id, by));
  // The row goes first: bytes that remain without one are removed by the cleanup.
  if (removal === 'erased') await forgetFiles(app, [row]);
  if (removal === 'withdrawn') app.noteChange(true);
  return removal;
}

/** Erases the bytes of deleted rows. The cleanup repeats every hour what fails now. */
export async function forgetFiles({ files, log }: App, rows: Parameters<typeof keyOf>[0][]): Promise<void> {
  for (const row of rows) {
    try {
      await files.remove(keyOf(row));
    } catch (error) {
      log.error('evidence not erased', { id: row.id, error: errorMessage(error) });
    }
  }
}

async function removeIn(app: App, tx: Tx, id: string, by: Actor): Promise<Outcome> {
  const { row, isClosed } = await lockFile(tx, id);
  if (!row) return { removal: 'not found' };
  if (by.id === claimantActor.id) {
    if (row.added_by !== claimantActor.id || row.removed_at !== null) return { removal: 'not found' };
    if (isClosed) return { removal: 'kept' };
    if (await mayBeReliedOn(app, tx, row)) return withdraw(app, tx, row);
  }
  await tx.deleteFrom('evidence').where('id', '=', id).execute();
  if (row.received_at !== null) record(app, tx, 'evidence removed', row, by);
  return { removal: 'erased', row };
}

async function mayBeReliedOn(
  { now }: App,
  tx: Tx,
  { received_at: receivedAt, submission_id: claimId }: EvidenceRow,
): Promise<boolean> {
  if (receivedAt === null) return false;
  if (now() - receivedAt > erasableForMs) return true;
  const views = tx.selectFrom('audit_events').select('id').where('subject_id', '=', claimId).where('at', '>=', receivedAt);
  return (await views.where('action', 'in', viewActions).limit(1).executeTakeFirst()) !== undefined;
}

async function withdraw(app: App, tx: Tx, row: EvidenceRow): Promise<Outcome> {
  // Its name is free again, because its sender sees no file of that name.
  await tx.updateTable('evidence').set({ removed_at: app.now(), object_name: null }).where('id', '=', row.id).execute();
  await app.noteClaimantUpdate(tx, row.submission_id);
  record(app, tx, 'evidence withdrawn', row, claimantActor);
  return { removal: 'withdrawn' };
}

function record({ audit }: App, tx: Tx, action: AuditAction, row: EvidenceRow, actor: Actor): void {
  const { id: evidence, sha256, size, media_type: mediaType, submission_id: subjectId } = row;
  audit.recordIn(tx, { actor, action, subjectId, details: { evidence, sha256, size, mediaType } });
}

type Outcome = { removal: 'erased'; row: EvidenceRow } | { removal: Exclude<Removal, 'erased'>; row?: undefined };
