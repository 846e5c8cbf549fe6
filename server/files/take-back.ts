import { day } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { type Actor, claimantActor } from '#server/core/audit/audit-event.ts';
import { defineJob, done, every } from '#server/core/jobs/define-job.ts';
import { createKeepGoing } from '#server/core/jobs/keep-going.ts';
import { type EvidenceRow, lockFile } from './evidence-rows.ts';
import { removeEvidence } from './remove-evidence.ts';

/** For how long staff can take back a file that they added, and put it back; one that stays taken back is erased then. */
export const takeBackMs = 30 * day;

const eraser: Actor = { id: null, name: 'Files taken back' };

const batchSize = 100;

/*
 * A file that staff added to the wrong claim, or by mistake, is taken back: it is out of sight and out of the ZIP, and erased thirty days
 * later. Until then it can be put back.
 */

/** Returns the file; null where it cannot be taken back. */
export function takeBack(app: App, id: string, by: Actor & { id: string }): Promise<EvidenceRow | null> {
  const isAllowed = (row: EvidenceRow) => row.removed_at === null && isRecent(app, row.received_at);
  return change(app, id, by, isAllowed, { removed_at: app.now(), removed_by: by.id });
}

export function putBack(app: App, id: string, by: Actor & { id: string }): Promise<EvidenceRow | null> {
  const isAllowed = (row: EvidenceRow) => row.removed_by !== null && isRecent(app, row.removed_at);
  return change(app, id, by, isAllowed, { removed_at: null, removed_by: null });
}

const isRecent = ({ now }: App, at: number | null) => at !== null && now() - at < takeBackMs;

async function change(
  app: App,
  id: string,
  by: Actor & { id: string },
  isAllowed: (row: EvidenceRow) => boolean,
  to: Pick<EvidenceRow, 'removed_at' | 'removed_by'>,
): Promise<EvidenceRow | null> {
  const changed = await app.db.write(async (tx) => {
    const { row } = await lockFile(tx, id);
    if (!row || row.received_at === null || row.added_by === claimantActor.id || !isAllowed(row)) return null;
    await tx.updateTable('evidence').set(to).where('id', '=', id).execute();
    const action = to.removed_at === null ? 'evidence put back' : 'evidence taken back';
    app.audit.recordIn(tx, { actor: by, action, subjectId: row.submission_id, details: { evidence: id, sha256: row.sha256 } });
    return row;
  });
  if (changed) app.noteChange(true);
  return changed;
}

export const takenBackJob = defineJob({
  kind: 'evidence-taken-back',
  title: 'Erasing files that were taken back',
  next: every(day),
  handle: async (_, run, app) => {
    const keepGoing = createKeepGoing(run, app.now);
    let erased = 0;
    for (;;) {
      const batch = await app.db.read((db) =>
        db
          .selectFrom('evidence')
          .select('id')
          .where('removed_by', 'is not', null)
          .where('removed_at', '<=', app.now() - takeBackMs)
          .limit(batchSize)
          .execute(),
      );
      for (const { id } of batch) {
        await keepGoing();
        await removeEvidence(app, id, eraser);
        erased += 1;
      }
      if (batch.length < batchSize) return done(`${erased} erased.`);
    }
  },
});
