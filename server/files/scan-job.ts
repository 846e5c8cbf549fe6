import { day, minute } from '#forms/durations.ts';
import type { Audit } from '#server/core/audit/audit.ts';
import type { Database } from '#server/core/database/database.ts';
import { defineJob, done, every, type JobKind } from '#server/core/jobs/define-job.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { pingClamd, scanWithClamd } from './clamd.ts';
import { type EvidenceRow, type EvidenceRows, keyOf } from './evidence-rows.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { newPreviewJob } from './preview-job.ts';

export const scanKind = 'evidence-scan';

/** The lease is long enough for a long video from a slow S3. */
const leaseMs = 15 * minute;

const batchSize = 100;

const said = { clean: 'Clean.', 'too-long': 'Too long to scan.', encrypted: 'Encrypted, so it cannot be looked into.' };

export const scanner = { id: null, name: 'The virus scan' };

/** A job that scans one file, to be enqueued with its row. */
export function newScanJob({ id, submission_id: subjectId }: Pick<EvidenceRow, 'id' | 'submission_id'>, createdAt: number) {
  return { kind: scanKind, subjectId, payload: id, createdAt };
}

/**
 * The two kinds of scan. The first scans a file before anything else reads it: it is retried until clamd answers, and nobody can open
 * the file before that. The second scans files from before there was a scanner, which can be opened meanwhile.
 */
export function createScanJobs(services: {
  database: Database;
  audit: Audit;
  store: Pick<EvidenceStore, 'read' | 'remove'>;
  rows: Pick<EvidenceRows, 'find' | 'unscanned'>;
  /** Null where files are not scanned any more. */
  clamdUrl: string | null;
  /** Called after a result was stored. */
  onScanned: () => void;
  now: () => number;
}): JobKind[] {
  const { database, audit, store, rows, clamdUrl, onScanned, now } = services;

  const scanOne = defineJob({
    kind: scanKind,
    title: 'Scanning evidence for viruses',
    concurrency: 2,
    leaseMs,
    retry: ({ attempts }, at) => at + Math.min(5_000 * 2 ** (attempts - 1), 600_000),
    handle: async ({ payload }, { signal }) => {
      const row = await rows.find(payload ?? '');
      if (row?.scan_state !== 'waiting') return done('Nothing to scan.');
      if (clamdUrl) return done(await scan(clamdUrl, row, signal));
      await storePassed(row, 'none');
      onScanned();
      return done('No scanner is set.');
    },
  });

  const scanEarlier = defineJob({
    kind: 'evidence-scan-earlier',
    title: 'Scanning evidence from before there was a scanner',
    leaseMs,
    next: every(day),
    isDueAtStart: true,
    handle: async (_, { signal, renewLease }) => {
      if (!clamdUrl) return done('No scanner is set.');
      let [scanned, failed] = [0, 0];
      let batch = await rows.unscanned('', batchSize);
      if (batch.length > 0) await pingClamd(clamdUrl);
      for (; batch.length > 0; batch = await rows.unscanned(batch.at(-1)?.id ?? '', batchSize)) {
        for (const row of batch) {
          await renewLease();
          try {
            await scan(clamdUrl, row, signal);
            scanned += 1;
          } catch (error) {
            // A file that is missing must not keep the others from being scanned.
            if (signal.aborted) throw error;
            failed += 1;
          }
        }
      }
      return done(`${scanned} scanned, ${failed} could not be.`);
    },
  });

  return [scanOne, scanEarlier];

  async function scan(url: string, row: EvidenceRow, signal: AbortSignal): Promise<string> {
    const result = await scanWithClamd(url, () => store.read(keyOf(row)), signal);
    if (result.kind === 'infected') await storeInfected(row, result.virus);
    else await storePassed(row, result.kind);
    onScanned();
    return result.kind === 'infected' ? `Infected: ${result.virus}.` : said[result.kind];
  }

  function storePassed(row: EvidenceRow, state: Exclude<EvidenceRow['scan_state'], 'waiting' | 'infected'>): Promise<void> {
    return database.write(async (tx) => {
      const query = tx.updateTable('evidence').set({ scan_state: state }).where('id', '=', row.id);
      const { numUpdatedRows } = await query.executeTakeFirst();
      if (numUpdatedRows > 0n && row.scan_state === 'waiting' && row.preview_state === 'waiting')
        await enqueue(tx, [newPreviewJob(row, now())]);
    });
  }

  function storeInfected(row: EvidenceRow, virus: string): Promise<void> {
    return database.write(async (tx) => {
      const change = { scan_state: 'infected' as const, virus, preview_state: 'none' as const };
      const { numUpdatedRows } = await tx.updateTable('evidence').set(change).where('id', '=', row.id).executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      const details = { evidence: row.id, virus, sha256: row.sha256 };
      audit.recordIn(tx, { actor: scanner, action: 'evidence infected', subjectId: row.submission_id, details });
    });
  }
}
