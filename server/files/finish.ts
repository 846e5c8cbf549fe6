import { createHash } from 'node:crypto';
import type { EvidenceType } from '#forms/evidence-kinds.ts';
import { limitsBy } from '#forms/evidence-rules.ts';
import { type App, perApp } from '#server/core/app.ts';
import { type Actor, claimantActor, emailActor } from '#server/core/audit/audit-event.ts';
import { lockNamesUntilCommit, rowLock } from '#server/core/database/engine.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { enqueueAfterReceipt } from './after-receipt.ts';
import { discardUpload } from './discard-upload.ts';
import type { NewObject, Received } from './evidence-item.ts';
import { evidenceRefusals } from './evidence-refusals.ts';
import { claimState, type EvidenceRow, findRow, itemOf, keyOf } from './evidence-rows.ts';
import { headBytes, refusalOfSize, sniff, tailBytes } from './media-type.ts';
import { freeObjectName } from './object-name.ts';

/**
 * The files that are being finished. A client that lost the response asks again while the first request is still reading, and gets its
 * result.
 */
const runningOf = perApp(() => new Map<string, Promise<Received>>());

/**
 * Turns an upload whose last byte has come into evidence: makes it durable, reads it back for type and hash, then commits row, audit
 * event and jobs in one transaction. Until then nobody is told that we have it. May be called again after a crash at any point.
 */
export async function finishUpload(app: App, row: EvidenceRow, object?: NewObject): Promise<Received> {
  const running = runningOf(app);
  const current = running.get(row.id) ?? finish(app, row, object).finally(() => running.delete(row.id));
  running.set(row.id, current);
  const outcome = await current;
  if (outcome.kind === 'received') {
    app.metrics.evidenceReceived.inc();
    app.noteChange(true);
  }
  return outcome;
}

async function finish(app: App, row: EvidenceRow, object?: NewObject): Promise<Received> {
  const key = keyOf(row);
  const read = await sealAndRead(app, row);
  if (!read) return refuse(app, row, ...(await whyGone(app, row)));
  const { size, sha256, head, tail } = read;
  if (size === 0) return refuse(app, row, 422, evidenceRefusals.empty);
  // Two writers, one of whom was believed dead, could leave a wrong size.
  if (size !== row.size) return refuse(app, row, 422, evidenceRefusals.incomplete);
  const sniffed = await sniff({ name: row.name, addedBy: row.added_by, head, tail, scan: () => app.files.scan(key) });
  if (sniffed.kind === 'refused') return refuse(app, row, 415, sniffed.message);
  const { mediaType, note } = sniffed;
  const tooLarge = refusalOfSize(mediaType, size, limitsBy(app.env));
  if (tooLarge) return refuse(app, row, 413, tooLarge);
  const kept = await keep(app, row, { size, sha256, mediaType }, note, object);
  if (kept === 'taken') return refuse(app, row, 409, evidenceRefusals.nameTaken);
  if (kept === 'no link') return refuse(app, row, 403, evidenceRefusals.noLink);
  if (!kept) return refuse(app, row, ...(await whyGone(app, row)));
  await app.files.forgetUpload(key).catch(() => {});
  return { kind: 'received', item: itemOf(kept) };
}

/** Returns null where the upload was erased or cancelled in the meantime, and its bytes with it. */
async function sealAndRead(app: App, row: EvidenceRow): Promise<ReadBack | null> {
  try {
    await app.files.seal(keyOf(row), row.size);
    return await readBack(app.files.scan(keyOf(row)), row.size);
  } catch (error) {
    if (await findRow(app, row.id)) throw error;
    return null;
  }
}

async function whyGone(app: App, { submission_id: id }: EvidenceRow): Promise<[status: number, message: string]> {
  const isStored = (await claimState(app, id)) === 'stored';
  return isStored ? [404, evidenceRefusals.noUpload] : [410, evidenceRefusals.noClaim];
}

/**
 * Stores the file as received; null where the claim was erased in the meantime, or the file cancelled. Where another instance did so first, its row is
 * returned, and there is only its audit event.
 */
function keep(
  app: App,
  row: EvidenceRow,
  found: { size: number; sha256: string; mediaType: EvidenceType },
  note: string | null,
  object?: NewObject,
): Promise<EvidenceRow | 'taken' | 'no link' | null> {
  return app.db.write(async (tx) => {
    // Two files must not both have one name.
    await lockNamesUntilCommit(tx, [`evidence of ${row.submission_id}`]);
    // The rows are locked in the same order as an erasure locks them.
    const query = tx.selectFrom('form_submissions').select('link_revoked_at').where('id', '=', row.submission_id);
    const claim = await query.modifyEnd(rowLock(tx, 'for key share')).executeTakeFirst();
    if (!claim) return null;
    // The private link was revoked during the upload, which counts at once.
    if (row.added_by === claimantActor.id && claim.link_revoked_at !== null) return 'no link';
    const taken = await objectNames(tx, row);
    if (object && taken.has(object.name)) return 'taken';
    const names = { object_name: object?.name ?? freeObjectName(row.name, taken), cache_control: object?.cacheControl ?? null };
    const kept = await tx
      .updateTable('evidence')
      .set({
        ...names,
        received_at: app.now(),
        size: found.size,
        sha256: found.sha256,
        media_type: found.mediaType,
        preview_reason: note,
      })
      .where('id', '=', row.id)
      .where('received_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!kept) return (await tx.selectFrom('evidence').selectAll().where('id', '=', row.id).executeTakeFirst()) ?? null;
    const { added_by: addedBy, submission_id: subjectId, id: evidence } = row;
    const actor = [claimantActor, emailActor].find(({ id }) => id === addedBy) ?? (await staffActor(tx, addedBy));
    app.audit.recordIn(tx, { actor, action: 'evidence received', subjectId, details: { evidence, ...found } });
    if (addedBy === claimantActor.id) await app.noteClaimantUpdate(tx, subjectId);
    const more = await enqueueAfterReceipt(app, tx, kept, found.mediaType);
    if (Object.keys(more).length > 0) await tx.updateTable('evidence').set(more).where('id', '=', row.id).execute();
    return { ...kept, ...more };
  });
}

async function refuse(app: App, row: EvidenceRow, status: number, message: string): Promise<Received> {
  await discardUpload(app, keyOf(row));
  return { kind: 'refused', status, message };
}

/** The names of the other files of the claim. */
async function objectNames(tx: Tx, { id, submission_id: submissionId }: EvidenceRow): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('evidence')
    .select('object_name')
    .where('submission_id', '=', submissionId)
    .where('id', '!=', id)
    .execute();
  return new Set(rows.flatMap(({ object_name: name }) => name ?? []));
}

async function staffActor(tx: Tx, id: string): Promise<Actor> {
  const row = await tx.selectFrom('staff').select('name').where('id', '=', id).executeTakeFirst();
  return { id, name: row?.name ?? 'Staff' };
}

type ReadBack = { size: number; sha256: string; head: Buffer; tail: Buffer };

/** Reads a whole file from the store, so that the hash is that of the bytes that will be served. */
async function readBack(pieces: AsyncIterable<Buffer>, expected: number): Promise<ReadBack> {
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  for await (const piece of pieces) {
    hash.update(piece);
    size += piece.length;
    if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
    if (size > expected - tailBytes) tail = Buffer.concat([tail, piece]).subarray(-tailBytes);
  }
  return { size, sha256: hash.digest('hex'), head, tail };
}
