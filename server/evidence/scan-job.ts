import type { Audit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/database.ts';
import { defineJob, done, type JobKind } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { scanWithClamd } from './clamd.ts';
import { type EvidenceRow, keyOf } from './evidence-rows.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { newPreviewJob } from './preview-job.ts';

const kind = 'evidence-scan';

export const scanner = { id: null, name: 'The virus scan' };

/** A scan of one file, to be enqueued with the file's row. */
export function newScanJob({ id, submission_id: subjectId }: EvidenceRow, createdAt: number) {
  return { kind, subjectId, payload: id, createdAt };
}

/** Scans a file before anything else reads it. As long as clamd does not answer, it is tried again, and nobody can open the file. */
export function createScanJob(services: {
  database: Database;
  audit: Audit;
  store: Pick<EvidenceStore, 'read' | 'remove'>;
  find: (id: string) => Promise<EvidenceRow | null>;
  /** Null where files are not scanned any more. */
  clamdUrl: string | null;
  /** Called after a result was stored. */
  onScanned: () => void;
  now: () => number;
}): JobKind {
  const { database, audit, store, find, clamdUrl, onScanned, now } = services;

  return defineJob({
    kind,
    title: 'Scanning evidence for viruses',
    concurrency: 2,
    // A long video, from an S3 that is far away.
    leaseMs: 15 * 60_000,
    retry: ({ attempts }, at) => at + Math.min(5_000 * 2 ** (attempts - 1), 600_000),
    handle: async ({ payload }, { signal }) => {
      const row = await find(payload ?? '');
      if (row?.scan_state !== 'waiting') return done('Nothing to scan.');
      const result = clamdUrl ? await scanWithClamd(clamdUrl, await store.read(keyOf(row)), signal) : null;
      if (result?.kind === 'infected') await storeInfected(row, result.virus);
      else await storePassed(row, result ? 'clean' : 'none');
      onScanned();
      if (!result) return done('No scanner is set.');
      return done(result.kind === 'infected' ? `Infected: ${result.virus}.` : 'Clean.');
    },
  });

  function storePassed(row: EvidenceRow, state: 'clean' | 'none'): Promise<void> {
    return database.write(async (tx) => {
      await tx.updateTable('evidence').set({ scan_state: state }).where('id', '=', row.id).execute();
      if (row.preview_state === 'waiting') await enqueue(tx, [newPreviewJob(row, now())]);
    });
  }

  function storeInfected(row: EvidenceRow, virus: string): Promise<void> {
    return database.write(async (tx) => {
      const change = { scan_state: 'infected' as const, virus, preview_state: 'none' as const };
      const { numUpdatedRows } = await tx.updateTable('evidence').set(change).where('id', '=', row.id).executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      const details = { evidence: row.id, virus, sha256: row.sha256 };
      await audit.recordIn(tx, { actor: scanner, action: 'evidence infected', subjectId: row.submission_id, details });
    });
  }
}
