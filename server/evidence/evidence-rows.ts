import type { Selectable } from 'kysely';
import { evidenceLimits, evidenceRefusals } from '#forms/evidence-rules.ts';
import { claimantActor } from '#server/audit/audit-event.ts';
import type { Database } from '#server/database/database.ts';
import { lockNamesUntilCommit, rowLock } from '#server/database/engine.ts';
import type { Schema, Tx } from '#server/database/schema.ts';
import type { EvidenceItem } from './evidence-item.ts';

export type EvidenceRow = Selectable<Schema['evidence']>;

export type EvidenceRows = ReturnType<typeof createEvidenceRows>;

/** A file to be. `size` is null where it is known only at its end, and `atMost` what it cannot exceed. */
export type NewEvidence = {
  id: string;
  submissionId: string;
  name: string;
  size: number | null;
  atMost?: number;
  addedBy: string;
  /** The ids of uploads that this process is writing: one of the same name and size is not abandoned. */
  inProgress?: string[];
};

/** `replaced`: earlier uploads of the same file that nobody goes on with; their bytes are to be removed. */
export type Reservation = { kind: 'reserved'; replaced: EvidenceRow[] } | { kind: 'refused'; status: number; message: string };

/** By whoever has a claim's link, who may remove them again: the audit trail and the team must not be filled by one link. */
const filesPerDay = 200;
const dayMs = 24 * 3_600_000;

/** Named in the alarm. */
const maxReferences = 10;

/** An upload that was begun again may take the place of its predecessor after this time. */
const replaceableAfterMs = 60_000;

/** The rows of evidence: what is incoming and what was received. */
export function createEvidenceRows({ database, now }: { database: Database; now: () => number }) {
  const { read, write } = database;
  return {
    /** Stores the row of an upload that begins, unless the claim has no room for it. What is incoming counts with its whole size. */
    reserve: (file: NewEvidence): Promise<Reservation> =>
      write(async (tx): Promise<Reservation> => {
        // Two uploads must not both take the last place, also not through two instances.
        await lockNamesUntilCommit(tx, [`evidence of ${file.submissionId}`]);
        const query = tx.selectFrom('form_submissions').select('quarantined_at').where('id', '=', file.submissionId);
        const claim = await query.modifyEnd(rowLock(tx, 'for key share')).executeTakeFirst();
        if (!claim) return { kind: 'refused', status: 410, message: evidenceRefusals.noClaim };
        if (file.addedBy === claimantActor.id && (await countReceived(tx, file.submissionId, now() - dayMs)) >= filesPerDay)
          return { kind: 'refused', status: 429, message: evidenceRefusals.tooOften };
        const replaced = await deleteAbandoned(tx, file, now());
        const taken = await totals(tx, file.submissionId);
        const isSuspect = claim.quarantined_at !== null;
        const room = (isSuspect ? evidenceLimits.quarantinedBytes : evidenceLimits.claimBytes) - taken.bytes;
        const size = file.size ?? Math.min(evidenceLimits.file.video, file.atMost ?? room, room);
        if (taken.files >= evidenceLimits.claimFiles) return { kind: 'refused', status: 409, message: evidenceRefusals.tooMany };
        if (size > room || room <= 0)
          return { kind: 'refused', status: 413, message: isSuspect ? evidenceRefusals.noMore : evidenceRefusals.tooMuch };
        const { id, submissionId, name, addedBy } = file;
        await tx
          .insertInto('evidence')
          .values({ id, submission_id: submissionId, name, size, created_at: now(), added_by: addedBy })
          .execute();
        return { kind: 'reserved', replaced };
      }),

    find: (id: string): Promise<EvidenceRow | null> =>
      // PostgreSQL refuses a text with NUL, and no id has one.
      id.includes('\0')
        ? Promise.resolve(null)
        : read(async (db) => (await db.selectFrom('evidence').selectAll().where('id', '=', id).executeTakeFirst()) ?? null),

    /** Those that were received, the oldest first. */
    received: (submissionId: string): Promise<EvidenceRow[]> =>
      read((db) =>
        db
          .selectFrom('evidence')
          .selectAll()
          .where('submission_id', '=', submissionId)
          .where('received_at', 'is not', null)
          .orderBy('created_at')
          .orderBy('id')
          .execute(),
      ),

    /** Whether any of these submissions has one that was received. */
    isKeptForAny: (submissionIds: string[]): Promise<boolean> =>
      read(async (db) => {
        const of = db.selectFrom('evidence').select('id').where('submission_id', 'in', submissionIds);
        return (
          submissionIds.length > 0 && (await of.where('received_at', 'is not', null).limit(1).executeTakeFirst()) !== undefined
        );
      }),

    /** Uploads that began before then and have not come to their end, the oldest first. */
    unfinished: (before: number, limit: number): Promise<EvidenceRow[]> =>
      read((db) =>
        db
          .selectFrom('evidence')
          .selectAll()
          .where('received_at', 'is', null)
          .where('created_at', '<', before)
          .orderBy('created_at')
          .limit(limit)
          .execute(),
      ),

    /** Received without a scanner, in the order of their ids; what still waits for previews comes later. */
    unscanned: (afterId: string, limit: number): Promise<EvidenceRow[]> =>
      read((db) =>
        db
          .selectFrom('evidence')
          .selectAll()
          .where('received_at', 'is not', null)
          .where('scan_state', '=', 'none')
          .where('preview_state', '!=', 'waiting')
          .where('id', '>', afterId)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),

    /** Of an upload whose size was not announced, once it is known; null where it is gone. */
    setSize: (id: string, size: number): Promise<EvidenceRow | null> =>
      write(async (tx) => {
        const query = tx.updateTable('evidence').set({ size }).where('id', '=', id).where('received_at', 'is', null);
        return (await query.returningAll().executeTakeFirst()) ?? null;
      }),

    /** Deletes the row of an upload; false where it was received meanwhile: then its bytes are evidence. */
    giveUp: (id: string): Promise<boolean> =>
      write(async (tx) => {
        await tx.deleteFrom('evidence').where('id', '=', id).where('received_at', 'is', null).execute();
        return (await tx.selectFrom('evidence').select('id').where('id', '=', id).executeTakeFirst()) === undefined;
      }),

    /** How many files are infected, and of which claims some of them; and when the oldest came that waits for its scan. */
    scanTrouble: (): Promise<{ infected: number; references: string[]; waitingSince: number | null }> =>
      read(async (db) => {
        const of = (state: EvidenceRow['scan_state']) => db.selectFrom('evidence').where('scan_state', '=', state);
        const waiting = await of('waiting')
          .select(({ fn }) => fn.min('received_at').as('since'))
          .executeTakeFirst();
        const infected = await of('infected')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirst();
        const claims = await of('infected')
          .innerJoin('form_submissions', 'form_submissions.id', 'submission_id')
          .select('reference')
          .distinct()
          .limit(maxReferences)
          .execute();
        return {
          infected: Number(infected?.count ?? 0),
          references: claims.map(({ reference }) => reference),
          waitingSince: waiting?.since == null ? null : Number(waiting.since),
        };
      }),

    isContacted: (submissionId: string): Promise<boolean> =>
      read(async (db) => {
        const claim = db.selectFrom('form_submissions').select('contacted_at').where('id', '=', submissionId);
        return (await claim.executeTakeFirst())?.contacted_at != null;
      }),

    /** Whether the claim is here, was erased here, or was never here. */
    claimState: (submissionId: string): Promise<'stored' | 'erased' | 'unknown'> =>
      read(async (db) => {
        const find = (table: 'form_submissions' | 'tombstones') =>
          db.selectFrom(table).select('id').where('id', '=', submissionId).executeTakeFirst();
        if (await find('form_submissions')) return 'stored';
        return (await find('tombstones')) ? 'erased' : 'unknown';
      }),

    /** Of what was received. */
    usage: (): Promise<{ files: number; bytes: number }> =>
      read(async (db) => {
        const row = await db
          .selectFrom('evidence')
          .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('size').as('bytes')])
          .where('received_at', 'is not', null)
          .executeTakeFirst();
        return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
      }),
  };
}

/** Where its bytes are. */
export function keyOf({ submission_id, id }: Pick<EvidenceRow, 'submission_id' | 'id'>): string {
  return `${submission_id}/${id}`;
}

/** A row that was received. */
export function itemOf(row: EvidenceRow): EvidenceItem {
  return {
    ...{ id: row.id, submissionId: row.submission_id, name: row.name, mediaType: row.media_type ?? '', size: row.size },
    ...{ objectName: row.object_name ?? row.name, cacheControl: row.cache_control },
    ...{ sha256: row.sha256 ?? '', createdAt: row.created_at, receivedAt: row.received_at ?? 0, addedBy: row.added_by },
    ...{ scan: row.scan_state, virus: row.virus, preview: row.preview_state, previewReason: row.preview_reason },
    facts: {
      ...{ takenAt: row.taken_at, latitude: row.latitude, longitude: row.longitude, camera: row.camera },
      ...{ width: row.width, height: row.height, durationMs: row.duration_ms },
    },
  };
}

/** The answer to the first request of an upload may be lost: then the client begins again, and the first one would keep its place. */
async function deleteAbandoned(
  tx: Tx,
  { submissionId, name, size, inProgress = [] }: NewEvidence,
  now: number,
): Promise<EvidenceRow[]> {
  if (size === null) return [];
  return tx
    .deleteFrom('evidence')
    .where('submission_id', '=', submissionId)
    .where('received_at', 'is', null)
    .where('name', '=', name)
    .where('size', '=', size)
    .where('created_at', '<', now - replaceableAfterMs)
    .where((where) => where.or([where('locked_until', 'is', null), where('locked_until', '<', now)]))
    .$if(inProgress.length > 0, (query) => query.where('id', 'not in', inProgress))
    .returningAll()
    .execute();
}

async function totals(tx: Tx, submissionId: string): Promise<{ files: number; bytes: number }> {
  const row = await tx
    .selectFrom('evidence')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('size').as('bytes')])
    .where('submission_id', '=', submissionId)
    .executeTakeFirst();
  return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
}

/** From the claimant, also those that were removed. */
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
