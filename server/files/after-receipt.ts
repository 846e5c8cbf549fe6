import { minute } from '#forms/durations.ts';
import { type EvidenceType, kindOf } from '#forms/evidence-kinds.ts';
import type { App } from '#server/core/app.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { defineAlarm } from '#server/core/jobs/define-alarm.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { type EvidenceRow, readScanTrouble } from './evidence-rows.ts';
import { isForFfmpeg } from './ffmpeg.ts';
import { hasBoxes } from './film-facts.ts';
import { newPreviewJob } from './preview-job.ts';
import { newScanJob } from './scan-job.ts';

/** A file that waits longer than this for its scan raises an alarm. A scan takes seconds. */
const maxScanWaitMs = 15 * minute;

/**
 * Stores the jobs that follow when a file is received: the virus scan, where there is a scanner, and then previews of a picture, and facts.
 * Called in the transaction of that; returns the columns to set.
 */
export async function enqueueAfterReceipt(
  { env, now }: App,
  tx: Tx,
  row: EvidenceRow,
  mediaType: EvidenceType,
): Promise<Partial<EvidenceRow>> {
  const isForStill = !!env.ffmpegPath && isForFfmpeg(mediaType);
  const isRead = kindOf(mediaType).group === 'picture' || hasBoxes(mediaType) || isForStill;
  // The previews are enqueued by the scan, so that nothing else reads a file before it.
  if (env.clamdUrl) await enqueue(tx, [newScanJob(row, now())]);
  else if (isRead) await enqueue(tx, [newPreviewJob(row, now())]);
  return { scan_state: env.clamdUrl ? 'waiting' : 'none', preview_state: isRead ? 'waiting' : 'none' };
}

export const scanAlarms = [
  defineAlarm({
    name: 'evidence_infected',
    about: 'File with a virus',
    what: 'A virus was found in a file of a claim. Nobody can open it.',
    todo: 'Ask the claimant for another, and remove it.',
    check: async (app) => {
      const { infected, references } = await readScanTrouble(app);
      return infected > 0 ? infectedMessage(infected, references) : null;
    },
  }),
  defineAlarm({
    name: 'evidence_not_scanned',
    about: 'Virus scan',
    what: 'Files of claims wait for the virus scan, and nobody can open them.',
    todo: 'Look whether clamd runs.',
    check: async (app) => {
      const { waitingSince } = await readScanTrouble(app);
      return waitingSince !== null && app.now() - waitingSince > maxScanWaitMs ? notScanned : null;
    },
  }),
];

function infectedMessage(infected: number, references: string[]): string {
  const files = infected === 1 ? 'one file' : `${infected} files`;
  return `A virus was found in ${files} of ${references.join(', ')}. Nobody can open what is infected.`;
}

const notScanned =
  'Files of claims wait for the virus scan, and nobody can open them: clamd does not answer. Background work says why.';
