import { type EvidenceType, evidenceTypes } from '#forms/evidence-rules.ts';
import type { Tx } from '#server/database/schema.ts';
import type { JobKind } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { setKnown } from '#server/observability/metrics.ts';
import type { EvidenceRow, EvidenceRows } from './evidence-rows.ts';
import type { EvidenceServices } from './incoming.ts';
import { createPreviewJob, newPreviewJob } from './preview-job.ts';
import { createScanJobs, newScanJob } from './scan-job.ts';

/** An alarm about files, in the shape of those about e-mails, with which it is shown. */
export type EvidenceAlarm = { name: 'evidence_infected' | 'evidence_not_scanned'; message: string };

/** A file that waits longer than this for its scan raises an alarm. A scan takes seconds. */
const maxScanWaitMs = 15 * 60_000;

/** What is done with a file once it was received: the virus scan, where there is a scanner, and then previews of a picture. */
export function createAfterReceipt(services: EvidenceServices & { rows: EvidenceRows }) {
  const { rows, clamdUrl, metrics, now } = services;
  let alarms: EvidenceAlarm[] = [];
  const infectedFiles = metrics.gauge('kerbside_evidence_infected', 'Files in which a virus was found, set apart.');
  metrics.onRead(async () => setKnown(infectedFiles, (await rows.scanTrouble().catch(() => null))?.infected));

  return {
    jobKinds: [
      ...createScanJobs({ ...services, onScanned: services.onChanged }),
      createPreviewJob({ ...services, find: rows.find, onMade: services.onChanged }),
    ] satisfies JobKind[],

    /** Stores the jobs that follow, in the transaction in which a file is received; returns the columns to set. */
    enqueueIn: async (tx: Tx, row: EvidenceRow, mediaType: EvidenceType): Promise<Partial<EvidenceRow>> => {
      const isPicture = evidenceTypes[mediaType].kind === 'picture';
      // The previews are enqueued by the scan, so that nothing else reads a file before it.
      if (clamdUrl) await enqueue(tx, [newScanJob(row, now())]);
      else if (isPicture) await enqueue(tx, [newPreviewJob(row, now())]);
      return { scan_state: clamdUrl ? 'waiting' : 'none', preview_state: isPicture ? 'waiting' : 'none' };
    },

    alarms: (): EvidenceAlarm[] => alarms,

    checkAlarms: async (): Promise<void> => {
      const { infected, references, waitingSince } = await rows.scanTrouble();
      const isLate = waitingSince !== null && now() - waitingSince > maxScanWaitMs;
      alarms = [
        ...(infected > 0 ? [{ name: 'evidence_infected' as const, message: infectedMessage(infected, references) }] : []),
        ...(isLate ? [{ name: 'evidence_not_scanned' as const, message: notScanned }] : []),
      ];
    },
  };
}

function infectedMessage(infected: number, references: string[]): string {
  const files = infected === 1 ? 'one file' : `${infected} files`;
  return `A virus was found in ${files} of ${references.join(', ')}. Nobody can open what is infected.`;
}

const notScanned =
  'Files of claims wait for the virus scan, and nobody can open them: clamd does not answer, or refuses them. Background work says why.';
