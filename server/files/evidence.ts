import { join } from 'node:path';
import { Readable } from 'node:stream';
import { evidenceAccept, evidenceHint } from '#forms/evidence-kinds.ts';
import { evidenceLimits, limitsBy } from '#forms/evidence-rules.ts';
import { perApp } from '#server/core/app.ts';
import type { Actor } from '#server/core/audit/audit-event.ts';
import type { JobKind } from '#server/core/jobs/define-job.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { reading } from '#server/core/observability/reading.ts';
import { createAfterReceipt } from './after-receipt.ts';
import { askForPreview } from './ask-for-preview.ts';
import { createEvidenceCleanup } from './evidence-cleanup.ts';
import type { ByteRange, EvidenceItem, OpenedEvidence } from './evidence-item.ts';
import { createEvidenceRows, itemOf, keyOf } from './evidence-rows.ts';
import { createEvidenceSpace } from './evidence-space.ts';
import { FileMissing } from './evidence-store.ts';
import { createEvidenceTotals } from './evidence-totals.ts';
import { createIncoming, type EvidenceServices } from './incoming.ts';
import { createMissingEvidence } from './missing-evidence.ts';
import { filmKind, type PreviewSize, previewKind } from './preview-job.ts';
import { createRemoveEvidence } from './remove-evidence.ts';
import { scanKind } from './scan-job.ts';
import { serveCopy, serveOriginal } from './serve-original.ts';
import { servePreview } from './serve-preview.ts';
import { createTakeBack } from './take-back.ts';
import { unwritableAlarm } from './unwritable-store.ts';
import { createUploadSlots } from './upload-slots.ts';

/** Kinds of job that only read a file and store what they found. */
export const fileJobs = [scanKind, previewKind, filmKind];

export type Evidence = ReturnType<typeof createEvidence>;

/** The files of claims, as this process takes them and gives them out. */
export const evidenceOf = perApp((app) =>
  createEvidence({
    database: app.db,
    audit: app.audit,
    store: app.files,
    log: app.log,
    now: app.now,
    metrics: app.metrics,
    clamdUrl: app.env.clamdUrl,
    sizeLimits: limitsBy(app.env),
    ffmpeg: app.env.ffmpegPath,
    workFolder: join(app.env.dataDir, 'film-work'),
    onClaimantChangeIn: app.noteClaimantUpdate,
    onChanged: () => app.noteChange(true),
  }),
);

/** The files of claims: how they come in, where they are kept, and how they are given out. */
export function createEvidence(services: EvidenceServices) {
  const { database, store, log, now, sizeLimits = evidenceLimits } = services;
  const rows = createEvidenceRows({ database, now, limits: sizeLimits });
  const { counter } = services.metrics;
  const counts = {
    received: counter('kerbside_evidence_received_total', 'Files of claims that were received.'),
    refused: counter('kerbside_evidence_refused_total', 'Files that were not taken.'),
  };
  const readTotals = createEvidenceTotals(database, now);
  const afterReceipt = createAfterReceipt({ ...services, rows });
  const space = createEvidenceSpace({ store, isContacted: rows.isContacted });
  const remove = createRemoveEvidence({ ...services, forget });
  const takeBack = createTakeBack({ ...services, remove });
  const missing = createMissingEvidence({ database, store, now });
  const incoming = createIncoming({ ...services, rows, space, counts, remove, enqueueIn: afterReceipt.enqueueIn });

  /** Erases the bytes of deleted rows. The cleanup repeats every hour what fails now. */
  async function forget(keys: Parameters<typeof keyOf>[0][]): Promise<void> {
    for (const key of keys) {
      try {
        await store.remove(keyOf(key));
      } catch (error) {
        log.error('evidence not erased', { id: key.id, error: errorMessage(error) });
      }
    }
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
    /** What a form says of the files that can be chosen. */
    choice: { accept: evidenceAccept(), hint: evidenceHint(sizeLimits.file) },

    /** The received files of a claim, oldest first. */
    list: async (submissionId: string): Promise<EvidenceItem[]> => (await rows.received(submissionId)).map(itemOf),

    /** Whether any of these submissions has a received file. */
    isKeptForAny: rows.isKeptForAny,

    find: async (id: string): Promise<EvidenceItem | null> => {
      const row = await rows.find(id);
      return row && row.received_at !== null ? itemOf(row) : null;
    },

    slots: createUploadSlots(),

    /** Keeps a file that comes as one stream, added by the claimant or a member of staff (their id). Expected failures are values. */
    receive: incoming.receive,

    /**
     * Keeps the files of a form, as browsers post one; null where it is no such form. From staff its field `source`, before the files,
     * says where they had them from.
     */
    receiveForm: incoming.receiveForm,

    /** Keeps a file from a program, under a name that no other file of the claim has; null where the request has none. */
    receiveObject: incoming.receiveObject,

    /** Uploads that resume, for requests below `uploadsPath` by anyone who has this claim's link. */
    tusHandler: incoming.tusHandler,

    /** Opens the original; null where there is none, or it may not be served. */
    open,

    /** Whether the store has all bytes of a file. */
    isThere: async ({ id, submissionId, size }: EvidenceItem): Promise<boolean> =>
      (await store.sizeOf(`${submissionId}/${id}`)) === size,

    /**
     * Serves the original as a response, with its name, ranges, and headers that keep it harmless. `inline`: to show it, otherwise to
     * save it.
     */
    serveOriginal: (request: Request, item: EvidenceItem, options: { inline: boolean }): Promise<Response> =>
      serveOriginal(open, request, item, options),

    /** Serves a preview of a picture; null where there is none. */
    servePreview: (request: Request, item: EvidenceItem, size: PreviewSize): Promise<Response | null> =>
      servePreview(store, request, item, size),

    /** Serves the copy of a film or sound that every browser plays; null where there is none. */
    serveCopy: (request: Request, item: EvidenceItem): Promise<Response | null> => serveCopy(store, request, item),

    /** Makes the previews of a picture that could not be made, or not unasked. */
    askForPreview: (id: string, by: Actor): Promise<void> => askForPreview(services, id, by),

    /** Removes a file, or hides it from the claimant who asks for that too late, and records that in the audit trail. */
    remove,

    /** Takes back a file that staff added, for thirty days; null where that cannot be done. */
    takeBack: takeBack.takeBack,

    /** Puts such a file back, for thirty days. */
    putBack: takeBack.putBack,

    forget,

    jobs: [
      createEvidenceCleanup({ ...services, rows, space }),
      missing.jobKind,
      takeBack.jobKind,
      ...afterReceipt.jobs,
    ] as JobKind[],

    alarms: [...afterReceipt.alarms, missing.alarm, space.alarm, unwritableAlarm],

    metrics: [
      reading('kerbside_evidence_bytes', 'Size of the files of claims.', async () => (await readTotals()).bytes),
      reading('kerbside_evidence_files', 'Files of claims.', async () => (await readTotals()).files),
      reading(
        'kerbside_evidence_infected',
        'Files in which a virus was found, set apart.',
        async () => (await rows.scanTrouble()).infected,
      ),
    ],

    close: () => store.close(),
  };
}
