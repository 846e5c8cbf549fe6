import type { Selectable } from 'kysely';
import { day, hour, minute } from '#forms/durations.ts';
import type { EvidenceLimits } from '#forms/evidence-rules.ts';
import type { FileSource } from '#forms/file-sources.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import { lockNamesUntilCommit, rowLock } from '#server/core/database/engine.ts';
import type { Schema, Tx } from '#server/core/database/schema.ts';
import { evidenceRefusals } from './evidence-refusals.ts';

type EvidenceRow = Selectable<Schema['evidence']>;

/** A file that is to be uploaded. `size` is null where it is known only at the end; `atMost` is then its upper limit. */
export type NewEvidence = {
  id: string;
  submissionId: string;
  name: string;
  size: number | null;
  atMost?: number;
  addedBy: string;
  source?: FileSource | null;
  /** The ids of uploads that this process is writing. They are not abandoned, even where name and size are the same. */
  inProgress?: string[];
  /** The ids of uploads of which no byte came within an hour. */
  empty?: string[];
};

/** `replaced`: earlier uploads of the same file that nobody goes on with; their bytes are to be removed. */
export type Reservation = { kind: 'reserved'; replaced: EvidenceRow[] } | { kind: 'refused'; status: number; message: string };

/**
 * The most files in a day by anyone who has a claim's link. They may remove them again, and one link must not fill the audit trail or
 * annoy the team.
 */
const filesPerDay = 200;

/** How long an upload of which no byte has come keeps the room that it reserved, where room is short. */
export const emptyAfterMs = hour;

/** An upload that was begun again may take the place of its predecessor after this time. */
const replaceableAfterMs = minute;

/**
 * Stores the row of an upload that begins, unless the claim has no room for it. An unfinished upload counts with its announced size.
 */
export async function reserve(tx: Tx, file: NewEvidence, now: number, limits: EvidenceLimits): Promise<Reservation> {
  // Two uploads must not both take the last place, also not through two instances.
  await lockNamesUntilCommit(tx, [`evidence of ${file.submissionId}`]);
  const query = tx.selectFrom('form_submissions').select(['quarantined_at', 'closed_at']).where('id', '=', file.submissionId);
  const claim = await query.modifyEnd(rowLock(tx, 'for key share')).executeTakeFirst();
  if (!claim) return { kind: 'refused', status: 410, message: evidenceRefusals.noClaim };
  // Staff may still add to a closed claim.
  if (file.addedBy === claimantActor.id && claim.closed_at !== null)
    return { kind: 'refused', status: 409, message: evidenceRefusals.closed };
  if (file.addedBy === claimantActor.id && (await countReceived(tx, file.submissionId, now - day)) >= filesPerDay)
    return { kind: 'refused', status: 429, message: evidenceRefusals.tooOften };
  const replaced = [...(await deleteAbandoned(tx, file, now)), ...(await deleteEmpty(tx, file, now))];
  const taken = await totals(tx, file.submissionId);
  const isSuspect = claim.quarantined_at !== null;
  const room = (isSuspect ? limits.quarantinedBytes : limits.claimBytes) - taken.bytes;
  const size = file.size ?? Math.min(limits.file.film, file.atMost ?? room, room);
  if (taken.files >= limits.claimFiles) return { kind: 'refused', status: 413, message: evidenceRefusals.tooMany };
  if (size > room || room <= 0)
    return { kind: 'refused', status: 413, message: isSuspect ? evidenceRefusals.noMore : evidenceRefusals.tooMuch };
  const { id, submissionId, name, addedBy, source = null } = file;
  await tx
    .insertInto('evidence')
    .values({ id, submission_id: submissionId, name, size, created_at: now, added_by: addedBy, source })
    .execute();
  return { kind: 'reserved', replaced };
}

/**
 * Deletes earlier uploads of the same file that were abandoned. The response to the first request may be lost; the client then begins
 * again, and the first upload would keep its room.
 */
async function deleteAbandoned(
  tx: Tx,
  { submissionId, name, size, inProgress = [] }: NewEvidence,
  now: number,
): Promise<EvidenceRow[]> {
  if (size === null) return [];
  return deleteUnfinished(tx, submissionId, now)
    .where('name', '=', name)
    .where('size', '=', size)
    .where('created_at', '<', now - replaceableAfterMs)
    .$if(inProgress.length > 0, (query) => query.where('id', 'not in', inProgress))
    .returningAll()
    .execute();
}

async function deleteEmpty(
  tx: Tx,
  { submissionId, empty = [], inProgress = [] }: NewEvidence,
  now: number,
): Promise<EvidenceRow[]> {
  const ids = empty.filter((id) => !inProgress.includes(id));
  if (ids.length === 0) return [];
  return deleteUnfinished(tx, submissionId, now)
    .where('id', 'in', ids)
    .where('created_at', '<', now - emptyAfterMs)
    .returningAll()
    .execute();
}

/** Deletes a claim's uploads that are not finished and that no process is writing. */
function deleteUnfinished(tx: Tx, submissionId: string, now: number) {
  return tx
    .deleteFrom('evidence')
    .where('submission_id', '=', submissionId)
    .where('received_at', 'is', null)
    .where((where) => where.or([where('locked_until', 'is', null), where('locked_until', '<', now)]));
}

async function totals(tx: Tx, submissionId: string): Promise<{ files: number; bytes: number }> {
  const row = await tx
    .selectFrom('evidence')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('size').as('bytes')])
    .where('submission_id', '=', submissionId)
    .executeTakeFirst();
  return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
}

/** How many files came from the claimant since a time, including those that were removed. */
async function countReceived(tx: Tx, submissionId: string, since: number): Promise<number> {
  const row = await tx
    .selectFrom('audit_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subject_id', '=', submissionId)
    .where('actor_id', '=', claimantActor.id)
    .where('action', '=', 'evidence received')
    .where('at', '>', since)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
