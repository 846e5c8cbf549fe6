import { day } from '#forms/durations.ts';
import type { Audit } from '#server/core/audit/audit.ts';
import type { Actor } from '#server/core/audit/audit-event.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import type { Database } from '#server/core/database/database.ts';
import { lockRows } from '#server/core/database/engine.ts';
import { defineJob, done, every } from '#server/core/jobs/define-job.ts';
import { createKeepGoing } from '#server/core/jobs/keep-going.ts';
import type { EvidenceRow } from './evidence-rows.ts';
import type { RemoveEvidence } from './remove-evidence.ts';

/** For how long staff can take back a file that they added, and put it back; one that stays taken back is erased then. */
export const takeBackMs = 30 * day;

const eraser: Actor = { id: null, name: 'Files taken back' };

const batchSize = 100;

/**
 * A file that staff added to the wrong claim, or by mistake, is taken back: it is out of sight and out of the ZIP, and erased thirty days
 * later. Until then it can be put back.
 */
export function createTakeBack(services: {
  database: Database;
  audit: Audit;
  now: () => number;
  remove: RemoveEvidence;
  onChanged: () => void;
}) {
  const { database, audit, now, remove, onChanged } = services;

  /** Returns the file; null where there is none of which that can be done. */
  async function change(
    id: string,
    by: Actor & { id: string },
    isAllowed: (row: EvidenceRow) => boolean,
    to: Pick<EvidenceRow, 'removed_at' | 'removed_by'>,
  ): Promise<EvidenceRow | null> {
    const changed = await database.write(async (tx) => {
      const files = tx.selectFrom('evidence').selectAll().where('id', '=', id);
      const before = await files.executeTakeFirst();
      if (!before) return null;
      // The claim is locked first, as by everything else that changes a claim and its files.
      const claims = tx.selectFrom('form_submissions').select('id').where('id', '=', before.submission_id);
      await lockRows(tx, claims, 'for no key update').executeTakeFirst();
      const row = await files.executeTakeFirst();
      if (!row || row.received_at === null || row.added_by === claimantActor.id || !isAllowed(row)) return null;
      await tx.updateTable('evidence').set(to).where('id', '=', id).execute();
      const action = to.removed_at === null ? 'evidence put back' : 'evidence taken back';
      audit.recordIn(tx, { actor: by, action, subjectId: row.submission_id, details: { evidence: id, sha256: row.sha256 } });
      return row;
    });
    if (changed) onChanged();
    return changed;
  }

  const isRecent = (at: number | null) => at !== null && now() - at < takeBackMs;

  return {
    takeBack: (id: string, by: Actor & { id: string }) =>
      change(id, by, (row) => row.removed_at === null && isRecent(row.received_at), { removed_at: now(), removed_by: by.id }),

    putBack: (id: string, by: Actor & { id: string }) =>
      change(id, by, (row) => row.removed_by !== null && isRecent(row.removed_at), { removed_at: null, removed_by: null }),

    jobKind: defineJob({
      kind: 'evidence-taken-back',
      title: 'Erasing files that were taken back',
      next: every(day),
      handle: async (_, run) => {
        const keepGoing = createKeepGoing(run, now);
        let erased = 0;
        for (;;) {
          const batch = await database.read((db) =>
            db
              .selectFrom('evidence')
              .select('id')
              .where('removed_by', 'is not', null)
              .where('removed_at', '<=', now() - takeBackMs)
              .limit(batchSize)
              .execute(),
          );
          for (const { id } of batch) {
            await keepGoing();
            await remove(id, eraser);
            erased += 1;
          }
          if (batch.length < batchSize) return done(`${erased} erased.`);
        }
      },
    }),
  };
}
