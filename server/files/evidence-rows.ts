import { type Selectable, sql } from 'kysely';
import { limitsBy } from '#forms/evidence-rules.ts';
import { mergedIntoOf, withMerged } from '#server/claims/merged-into.ts';
import type { App } from '#server/core/app.ts';
import { lockRows } from '#server/core/database/engine.ts';
import type { Schema, Tx } from '#server/core/database/schema.ts';
import type { EvidenceItem } from './evidence-item.ts';
import { emptyAfterMs, type NewEvidence, type Reservation, reserve } from './reserve-evidence.ts';

export type EvidenceRow = Selectable<Schema['evidence']>;

/** The most claims that the alarm names. */
const maxReferences = 10;

/** Stores the row of an upload that begins, unless the claim has no room for it. */
export function reserveFile({ db, env, now }: App, file: NewEvidence): Promise<Reservation> {
  return db.write((tx) => reserve(tx, file, now(), limitsBy(env)));
}

export async function findRow({ db }: App, id: string): Promise<EvidenceRow | null> {
  // No id has a NUL character, and PostgreSQL refuses a query with one.
  if (id.includes('\0')) return null;
  return (await db.read((store) => store.selectFrom('evidence').selectAll().where('id', '=', id).executeTakeFirst())) ?? null;
}

/**
 * A file as it is once its claim is locked, which comes first, as for everything else that changes a claim and its files. `isClosed`: the claim
 * is.
 */
export async function lockFile(tx: Tx, id: string): Promise<{ row: EvidenceRow | null; isClosed: boolean }> {
  const find = async () => (await tx.selectFrom('evidence').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
  const before = await find();
  if (!before) return { row: null, isClosed: false };
  const claims = tx.selectFrom('form_submissions').select('closed_at').where('id', '=', before.submission_id);
  const claim = await lockRows(tx, claims, 'for no key update').executeTakeFirst();
  return { row: await find(), isClosed: claim?.closed_at != null };
}

/** Whether a file belongs to a claim, or to one that was merged into it. */
export function isOfClaim({ db }: App, row: EvidenceRow, submissionId: string): Promise<boolean> {
  return db.read(
    async (store) => row.submission_id === submissionId || (await mergedIntoOf(store, row.submission_id)) === submissionId,
  );
}

/** The received files of a claim and of what was merged into it, oldest first. */
export function receivedRows({ db }: App, submissionId: string): Promise<EvidenceRow[]> {
  return db.read(async (store) =>
    store
      .selectFrom('evidence')
      .selectAll()
      .where('submission_id', 'in', await withMerged(store, submissionId))
      .where('received_at', 'is not', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
}

/** Whether any of these submissions has a received file. */
export function isKeptForAny({ db }: App, submissionIds: string[]): Promise<boolean> {
  return db.read(async (store) => {
    const of = store.selectFrom('evidence').select('id').where('submission_id', 'in', submissionIds);
    return submissionIds.length > 0 && (await of.where('received_at', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
  });
}

/** Unfinished uploads that began before a time, oldest first. */
export function unfinishedRows({ db }: App, before: number, limit: number): Promise<EvidenceRow[]> {
  return db.read((store) =>
    store
      .selectFrom('evidence')
      .selectAll()
      .where('received_at', 'is', null)
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(limit)
      .execute(),
  );
}

/** Files that were received without a scanner, in the order of their ids. Those that still wait for previews are left for later. */
export function unscannedRows({ db }: App, afterId: string, limit: number): Promise<EvidenceRow[]> {
  return db.read((store) =>
    store
      .selectFrom('evidence')
      .selectAll()
      .where('received_at', 'is not', null)
      .where('scan_state', '=', sql.lit('none'))
      .where('preview_state', '!=', 'waiting')
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
}

/** Uploads of one claim that may be removed for others, if no byte of them has come. */
export function rowsThatMayGiveWay({ db, now }: App, submissionId: string): Promise<EvidenceRow[]> {
  return db.read((store) =>
    store
      .selectFrom('evidence')
      .selectAll()
      .where('submission_id', '=', submissionId)
      .where('received_at', 'is', null)
      .where('created_at', '<', now() - emptyAfterMs)
      .execute(),
  );
}

/** Sets the size of an upload that was not announced, once it is known; null where the upload is gone. */
export function setSize({ db }: App, id: string, size: number): Promise<EvidenceRow | null> {
  return db.write(async (tx) => {
    const query = tx.updateTable('evidence').set({ size }).where('id', '=', id).where('received_at', 'is', null);
    return (await query.returningAll().executeTakeFirst()) ?? null;
  });
}

/** Deletes the row of an upload; false where it was received in the meantime, because its bytes are evidence then. */
export function giveUpRow({ db }: App, id: string): Promise<boolean> {
  return db.write(async (tx) => {
    await tx.deleteFrom('evidence').where('id', '=', id).where('received_at', 'is', null).execute();
    return (await tx.selectFrom('evidence').select('id').where('id', '=', id).executeTakeFirst()) === undefined;
  });
}

/** How many files are infected, and the references of some of their claims; and since when the oldest file waits for its scan. */
export function readScanTrouble({ db }: App): Promise<{ infected: number; references: string[]; waitingSince: number | null }> {
  return db.read(async (store) => {
    // The state is in the text of the query, because only so are the indexes of these few rows used.
    const of = (state: EvidenceRow['scan_state']) => store.selectFrom('evidence').where('scan_state', '=', sql.lit(state));
    const waiting = await of('waiting')
      .select(({ fn }) => fn.min('received_at').as('since'))
      .executeTakeFirst();
    const infected = await of('infected')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirst();
    const claims = await store
      .selectFrom('form_submissions')
      .select('reference')
      .where('id', 'in', of('infected').select('submission_id'))
      .limit(maxReferences)
      .execute();
    return {
      infected: Number(infected?.count ?? 0),
      references: claims.map(({ reference }) => reference),
      waitingSince: waiting?.since == null ? null : Number(waiting.since),
    };
  });
}

export async function isContacted({ db }: App, submissionId: string): Promise<boolean> {
  const claim = await db.read((store) =>
    store.selectFrom('form_submissions').select('contacted_at').where('id', '=', submissionId).executeTakeFirst(),
  );
  return claim?.contacted_at != null;
}

/** Whether the claim is here, was erased here, or was never here. */
export function claimState({ db }: App, submissionId: string): Promise<'stored' | 'erased' | 'unknown'> {
  return db.read(async (store) => {
    const find = (table: 'form_submissions' | 'tombstones') =>
      store.selectFrom(table).select('id').where('id', '=', submissionId).executeTakeFirst();
    if (await find('form_submissions')) return 'stored';
    return (await find('tombstones')) ? 'erased' : 'unknown';
  });
}

/** The key of a file's original in the store. */
export function keyOf({ submission_id, id }: Pick<EvidenceRow, 'submission_id' | 'id'>): string {
  return `${submission_id}/${id}`;
}

/** The item that the row of a received file stands for. */
export function itemOf(row: EvidenceRow): EvidenceItem {
  return {
    id: row.id,
    submissionId: row.submission_id,
    name: row.name,
    mediaType: row.media_type ?? '',
    size: row.size,
    objectName: row.object_name ?? row.name,
    cacheControl: row.cache_control,
    sha256: row.sha256 ?? '',
    createdAt: row.created_at,
    receivedAt: row.received_at ?? 0,
    addedBy: row.added_by,
    source: row.source,
    removedAt: row.removed_at,
    takenBackBy: row.removed_by,
    scan: row.scan_state,
    virus: row.virus,
    preview: row.preview_state,
    previewReason: row.preview_reason,
    facts: {
      takenAt: row.taken_at,
      latitude: row.latitude,
      longitude: row.longitude,
      camera: row.camera,
      width: row.width,
      height: row.height,
      durationMs: row.duration_ms,
    },
  };
}
