import { minute } from '#forms/durations.ts';
import { type EvidenceType, kindOf } from '#forms/evidence-kinds.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { defineAlarm } from '#server/core/jobs/define-alarm.ts';
import type { JobKind } from '#server/core/jobs/define-job.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { createEarlierFilms } from './earlier-films.ts';
import type { EvidenceRow, EvidenceRows } from './evidence-rows.ts';
import { isForFfmpeg } from './ffmpeg.ts';
import { hasBoxes } from './film-facts.ts';
import { createFilmJob } from './film-job.ts';
import type { EvidenceServices } from './incoming.ts';
import { createPreviewJob, newPreviewJob } from './preview-job.ts';
import { createScanJobs, newScanJob } from './scan-job.ts';

/** A file that waits longer than this for its scan raises an alarm. A scan takes seconds. */
const maxScanWaitMs = 15 * minute;

/** What is done with a file once it was received: the virus scan, where there is a scanner, and then previews of a picture, and facts. */
export function createAfterReceipt(services: EvidenceServices & { rows: EvidenceRows }) {
  const { rows, clamdUrl, now, ffmpeg } = services;

  return {
    jobs: [
      ...createScanJobs({ ...services, onScanned: services.onChanged }),
      createPreviewJob({ ...services, find: rows.find, onMade: services.onChanged }),
      createFilmJob({ ...services, find: rows.find, onMade: services.onChanged }),
      createEarlierFilms(services),
    ] satisfies JobKind[],

    /** Stores the jobs that follow, in the transaction in which a file is received; returns the columns to set. */
    enqueueIn: async (tx: Tx, row: EvidenceRow, mediaType: EvidenceType): Promise<Partial<EvidenceRow>> => {
      const isForStill = !!ffmpeg && isForFfmpeg(mediaType);
      const isRead = kindOf(mediaType).group === 'picture' || hasBoxes(mediaType) || isForStill;
      // The previews are enqueued by the scan, so that nothing else reads a file before it.
      if (clamdUrl) await enqueue(tx, [newScanJob(row, now())]);
      else if (isRead) await enqueue(tx, [newPreviewJob(row, now())]);
      return { scan_state: clamdUrl ? 'waiting' : 'none', preview_state: isRead ? 'waiting' : 'none' };
    },

    alarms: [
      defineAlarm({
        name: 'evidence_infected',
        about: 'File with a virus',
        what: 'A virus was found in a file of a claim. Nobody can open it.',
        todo: 'Ask the claimant for another, and remove it.',
        check: async () => {
          const { infected, references } = await rows.scanTrouble();
          return infected > 0 ? infectedMessage(infected, references) : null;
        },
      }),
      defineAlarm({
        name: 'evidence_not_scanned',
        about: 'Virus scan',
        what: 'Files of claims wait for the virus scan, and nobody can open them.',
        todo: 'Look whether clamd runs.',
        check: async () => {
          const { waitingSince } = await rows.scanTrouble();
          return waitingSince !== null && now() - waitingSince > maxScanWaitMs ? notScanned : null;
        },
      }),
    ],
  };
}

function infectedMessage(infected: number, references: string[]): string {
  const files = infected === 1 ? 'one file' : `${infected} files`;
  return `A virus was found in ${files} of ${references.join(', ')}. Nobody can open what is infected.`;
}

const notScanned =
  'Files of claims wait for the virus scan, and nobody can open them: clamd does not answer. Background work says why.';
