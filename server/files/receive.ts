import { makeId } from '#server/core/database/make-id.ts';
import { errorMessage, type Log } from '#server/core/observability/log.ts';
import type { DiscardUpload } from './discard-upload.ts';
import type { EvidenceCounts, IncomingFile, Received } from './evidence-item.ts';
import { evidenceRefusals } from './evidence-refusals.ts';
import type { EvidenceRows } from './evidence-rows.ts';
import type { Finish } from './finish.ts';
import { Refusal, type Uploads } from './uploads.ts';

export type Receive = (submissionId: string, addedBy: string, file: IncomingFile) => Promise<Received>;

/** Keeps a file that comes as one stream, in the same way as uploads that resume. One that breaks off leaves nothing behind. */
export function createReceive(services: {
  uploads: Uploads;
  discard: DiscardUpload;
  rows: EvidenceRows;
  finish: Finish;
  counts: EvidenceCounts;
  log: Log;
  now: () => number;
}): Receive {
  const { uploads, discard, rows, finish, counts, log, now } = services;

  return async (submissionId, addedBy, file) => {
    const received = await receive(submissionId, addedBy, file);
    if (received.kind === 'refused') counts.refused.inc();
    return received;
  };

  async function receive(submissionId: string, addedBy: string, file: IncomingFile): Promise<Received> {
    const { name, stream, size, atMost, object, source } = file;
    const id = makeId(now());
    const key = `${submissionId}/${id}`;
    const breaks = { error: null as unknown };
    try {
      await uploads.begin({ id, submissionId, name, size, addedBy, atMost, source });
      const [begun, upload] = [await rows.find(id), await uploads.open(key)];
      if (!begun || !upload) throw new Refusal(410, evidenceRefusals.noClaim);
      const written = await uploads.append(begun, upload, untilItBreaks(stream, breaks), { isAnnounced: size !== null });
      const row = breaks.error === null ? await rows.setSize(id, written) : null;
      if (row && (size === null || size === written)) return await finish(row, object);
      await discard(key);
      return { kind: 'refused', status: 422, message: evidenceRefusals.incomplete };
    } catch (error) {
      await discard(key).catch(() => {});
      if (error instanceof Refusal) return { kind: 'refused', status: error.status, message: error.message };
      log.error('evidence not kept', { error: errorMessage(error) });
      return { kind: 'refused', status: 503, message: evidenceRefusals.unavailable };
    }
  }
}

/** Ends a stream where it fails, and keeps the error: the stores would take it for an error of the disk. */
async function* untilItBreaks(stream: AsyncIterable<Uint8Array>, breaks: { error: unknown }): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    breaks.error = error;
  }
}
