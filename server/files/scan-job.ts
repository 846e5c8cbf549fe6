import { day, minute } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { defineJob, done, every } from '#server/core/jobs/define-job.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { pingClamd, scanWithClamd } from './clamd.ts';
import { type EvidenceRow, findRow, keyOf, unscannedRows } from './evidence-rows.ts';
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

/** Scans a file before anything else reads it: it is retried until clamd answers, and nobody can open the file before that. */
export const scanJob = defineJob({
  kind: scanKind,
  title: 'Scanning evidence for viruses',
  concurrency: 2,
  leaseMs,
  retry: ({ attempts }, at) => at + Math.min(5_000 * 2 ** (attempts - 1), 600_000),
  handle: async ({ payload }, { signal }, app) => {
    const row = await findRow(app, payload ?? '');
    if (row?.scan_state !== 'waiting') return done('Nothing to scan.');
    if (app.env.clamdUrl) return done(await scan(app, app.env.clamdUrl, row, signal));
    await storePassed(app, row, 'none');
    app.noteChange(true);
    return done('No scanner is set.');
  },
});

/** Scans files from before there was a scanner, which can be opened meanwhile. */
export const earlierScanJob = defineJob({
  kind: 'evidence-scan-earlier',
  title: 'Scanning evidence from before there was a scanner',
  leaseMs,
  next: every(day),
  isDueAtStart: true,
  handle: async (_, { signal, renewLease }, app) => {
    const { clamdUrl } = app.env;
    if (!clamdUrl) return done('No scanner is set.');
    let [scanned, failed] = [0, 0];
    let batch = await unscannedRows(app, '', batchSize);
    if (batch.length > 0) await pingClamd(clamdUrl);
    for (; batch.length > 0; batch = await unscannedRows(app, batch.at(-1)?.id ?? '', batchSize)) {
      for (const row of batch) {
        await renewLease();
        try {
          await scan(app, clamdUrl, row, signal);
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

async function scan(app: App, url: string, row: EvidenceRow, signal: AbortSignal): Promise<string> {
  const result = await scanWithClamd(url, () => app.files.read(keyOf(row)), signal);
  if (result.kind === 'infected') await storeInfected(app, row, result.virus);
  else await storePassed(app, row, result.kind);
  app.noteChange(true);
  return result.kind === 'infected' ? `Infected: ${result.virus}.` : said[result.kind];
}

type Passed = Exclude<EvidenceRow['scan_state'], 'waiting' | 'infected'>;

function storePassed({ db, now }: App, row: EvidenceRow, state: Passed): Promise<void> {
  return db.write(async (tx) => {
    const query = tx.updateTable('evidence').set({ scan_state: state }).where('id', '=', row.id);
    const { numUpdatedRows } = await query.executeTakeFirst();
    if (numUpdatedRows > 0n && row.scan_state === 'waiting' && row.preview_state === 'waiting')
      await enqueue(tx, [newPreviewJob(row, now())]);
  });
}

function storeInfected({ audit, db }: App, row: EvidenceRow, virus: string): Promise<void> {
  return db.write(async (tx) => {
    const change = { scan_state: 'infected' as const, virus, preview_state: 'none' as const };
    const { numUpdatedRows } = await tx.updateTable('evidence').set(change).where('id', '=', row.id).executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const details = { evidence: row.id, virus, sha256: row.sha256 };
    audit.recordIn(tx, { actor: scanner, action: 'evidence infected', subjectId: row.submission_id, details });
  });
}
