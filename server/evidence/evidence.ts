import { Readable } from 'node:stream';
import type { Actor } from '#server/audit/audit-event.ts';
import type { JobKind } from '#server/jobs/define-job.ts';
import { errorMessage } from '#server/observability/log.ts';
import { createAfterReceipt } from './after-receipt.ts';
import { createEvidenceCleanup } from './evidence-cleanup.ts';
import type { ByteRange, EvidenceClaim, EvidenceItem, IncomingFile, OpenedEvidence, Received } from './evidence-item.ts';
import { countEvidence } from './evidence-metrics.ts';
import { createEvidenceRows, itemOf, keyOf } from './evidence-rows.ts';
import { FileMissing } from './evidence-store.ts';
import type { EvidenceServices, Incoming } from './incoming.ts';
import type { PreviewSize } from './preview-job.ts';
import type { ReceivedForm } from './receive-form.ts';
import { serveOriginal } from './serve-original.ts';
import { servePreview } from './serve-preview.ts';

export type Evidence = ReturnType<typeof createEvidence>;

/** The files of claims: how they come in, where they are kept, and how they are given out. */
export function createEvidence(services: EvidenceServices) {
  const { database, audit, store, log, now } = services;
  const rows = createEvidenceRows({ database, now });
  const counts = countEvidence(services.metrics, rows);
  const afterReceipt = createAfterReceipt({ ...services, rows });
  // Loading what uploads are made of takes longer than a whole start of the process.
  let loading: Promise<Incoming> | null = null;
  const loadIncoming = (): Promise<Incoming> => {
    loading ??= import('./incoming.ts').then(({ openIncoming }) =>
      openIncoming({ ...services, rows, counts, remove, enqueueIn: afterReceipt.enqueueIn }),
    );
    loading.catch(() => {
      loading = null;
    });
    return loading;
  };

  async function remove(id: string, by: Actor): Promise<boolean> {
    const row = await rows.find(id);
    if (!row) return false;
    await store.remove(keyOf(row));
    return database.write(async (tx) => {
      const { numDeletedRows } = await tx.deleteFrom('evidence').where('id', '=', id).executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      const details = { evidence: id, sha256: row.sha256, size: row.size, mediaType: row.media_type };
      if (row.received_at !== null)
        await audit.recordIn(tx, { actor: by, action: 'evidence removed', subjectId: row.submission_id, details });
      return true;
    });
  }

  async function open(id: string, range?: ByteRange): Promise<OpenedEvidence | null> {
    const row = await rows.find(id);
    if (!row || row.received_at === null || row.scan_state === 'infected' || row.scan_state === 'waiting') return null;
    try {
      const stream = await store.read(keyOf(row), range);
      return { item: itemOf(row), stream: Readable.toWeb(stream) as ReadableStream<Uint8Array> };
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      log.error('evidence missing', { id });
      return null;
    }
  }

  return {
    /** Those that were received, the oldest first. */
    list: async (submissionId: string): Promise<EvidenceItem[]> => (await rows.received(submissionId)).map(itemOf),

    find: async (id: string): Promise<EvidenceItem | null> => {
      const row = await rows.find(id);
      return row && row.received_at !== null ? itemOf(row) : null;
    },

    /** Keeps a file that comes as one stream, added by the claimant or a member of staff (their id). Expected failures are values. */
    receive: async (submissionId: string, addedBy: string, file: IncomingFile): Promise<Received> =>
      (await loadIncoming()).receive(submissionId, addedBy, file),

    /** Uploads that resume, for requests below `uploadsPath` by whoever has this claim's link. */
    /** A form with files, posted without JavaScript; null where it is none. */
    receiveForm: async (request: Request, submissionId: string, addedBy: string): Promise<ReceivedForm | null> =>
      (await loadIncoming()).receiveForm(request, submissionId, addedBy),

    /** A file from a program, under a name that no other file of the claim has; null where the request has none. */
    receiveObject: async (request: Request, submissionId: string, objectName: string): Promise<Received | null> =>
      (await loadIncoming()).receiveObject(request, submissionId, objectName),

    tusHandler: async (request: Request, claim: EvidenceClaim, incoming?: Readable): Promise<Response> =>
      (await loadIncoming()).tusHandler(request, claim, incoming),

    /** The original's bytes; null where there is none, or it may not be served. */
    open,

    /** The same as an answer: with its name, ranges, and headers that keep it harmless. `inline`: to show it, otherwise to save it. */
    serveOriginal: (request: Request, item: EvidenceItem, options: { inline: boolean }): Promise<Response> =>
      serveOriginal(open, request, item, options),

    /** A preview of a picture as an answer; null where there is none. */
    servePreview: (request: Request, item: EvidenceItem, size: PreviewSize): Promise<Response | null> =>
      servePreview(store, request, item, size),

    /** Takes a file away for good, on the record; false where there is none. */
    remove,

    /** Erases the bytes of rows that an erasure has deleted. What cannot be erased now is tried again every hour. */
    forget: async (keys: Parameters<typeof keyOf>[0][]): Promise<void> => {
      for (const key of keys) {
        try {
          await store.remove(keyOf(key));
        } catch (error) {
          log.error('evidence not erased', { id: key.id, error: errorMessage(error) });
        }
      }
    },

    usage: rows.usage,

    jobKinds: [createEvidenceCleanup({ rows, store, now }), ...afterReceipt.jobKinds] as JobKind[],

    alarms: afterReceipt.alarms,
    checkAlarms: afterReceipt.checkAlarms,

    close: () => store.close(),
  };
}
