import type { Module } from '#server/core/jobs/module.ts';
import { reading } from '#server/core/observability/reading.ts';
import { scanAlarms } from './after-receipt.ts';
import { earlierFilmsJob } from './earlier-films.ts';
import { cleanupJob } from './evidence-cleanup.ts';
import { readScanTrouble } from './evidence-rows.ts';
import { spaceAlarm } from './evidence-space.ts';
import { readTotalsOf } from './evidence-totals.ts';
import { filmJob } from './film-job.ts';
import { missingAlarm, missingJob } from './missing-evidence.ts';
import { previewJob } from './preview-job.ts';
import { earlierScanJob, scanJob } from './scan-job.ts';
import { takenBackJob } from './take-back.ts';
import { unwritableAlarm } from './unwritable-store.ts';

/** The files of claims, apart from how they come in and are given out. */
export const evidenceModule = {
  jobs: [cleanupJob, missingJob, takenBackJob, scanJob, earlierScanJob, previewJob, filmJob, earlierFilmsJob],
  alarms: [...scanAlarms, missingAlarm, spaceAlarm, unwritableAlarm],
  metrics: [
    reading('kerbside_evidence_bytes', 'Size of the files of claims.', async (app) => (await readTotalsOf(app)()).bytes),
    reading('kerbside_evidence_files', 'Files of claims.', async (app) => (await readTotalsOf(app)()).files),
    reading(
      'kerbside_evidence_infected',
      'Files in which a virus was found, set apart.',
      async (app) => (await readScanTrouble(app)).infected,
    ),
  ],
  close: ({ files }) => files.close(),
} satisfies Module;
