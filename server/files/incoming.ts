import { type EvidenceLimits, evidenceLimits } from '#forms/evidence-rules.ts';
import { readFileSource } from '#forms/file-sources.ts';
import type { Audit } from '#server/core/audit/audit.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import type { Database } from '#server/core/database/database.ts';
import type { Tx } from '#server/core/database/schema.ts';
import type { Log } from '#server/core/observability/log.ts';
import type { Metrics } from '#server/core/observability/metrics.ts';
import { createDiscardUpload } from './discard-upload.ts';
import type { EvidenceCounts, Received } from './evidence-item.ts';
import type { EvidenceRows } from './evidence-rows.ts';
import type { EvidenceSpace } from './evidence-space.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { type AlsoIn, createFinish, type Finish } from './finish.ts';
import { createReceive, type Receive } from './receive.ts';
import { type ReceivedForm, receiveForm } from './receive-form.ts';
import { receiveObject } from './receive-object.ts';
import type { RemoveEvidence } from './remove-evidence.ts';
import { createTusHandler, type TusHandler } from './tus-endpoint.ts';
import { createUploadLock } from './upload-lock.ts';
import { createUploads } from './uploads.ts';

export type EvidenceServices = {
  database: Database;
  audit: Audit;
  store: EvidenceStore;
  log: Log;
  now: () => number;
  metrics: Metrics;
  /** The address of clamd; null where files are not scanned. */
  clamdUrl: string | null;
  /** How large files can be. */
  sizeLimits?: EvidenceLimits;
  /** The program that makes stills of films; null where there is none. */
  ffmpeg?: string | null;
  /** The folder of this machine that it works in. */
  workFolder?: string;
  /** Called after a file was received or changed, because jobs may be due and staff may be looking at the claim. */
  onChanged: () => void;
  /** Called in the transaction in which a file of the claimant is received, or withdrawn and kept. */
  onClaimantChangeIn?: (tx: Tx, submissionId: string) => Promise<unknown>;
};

/** `ending` is aborted when the request should end. */
export type ReceiveForm = (
  request: Request,
  submissionId: string,
  addedBy: string,
  ending?: AbortSignal,
) => Promise<ReceivedForm | null>;

export type Incoming = {
  tusHandler: TusHandler;
  receive: Receive;
  receiveForm: ReceiveForm;
  receiveObject: (request: Request, submissionId: string, objectName: string, ending?: AbortSignal) => Promise<Received | null>;
};

/** The ways in for files, all through the same uploads. */
export function createIncoming(
  services: EvidenceServices & {
    rows: EvidenceRows;
    space: EvidenceSpace;
    counts: EvidenceCounts;
    remove: RemoveEvidence;
    enqueueIn: AlsoIn;
  },
): Incoming {
  const { database, counts, now, sizeLimits: limits = evidenceLimits } = services;
  const discard = createDiscardUpload(services);
  const uploads = createUploads({ ...services, limits, discard });
  const finishOne = createFinish({
    ...services,
    limits,
    discard,
    alsoIn: async (tx, row, mediaType) => {
      if (row.added_by === claimantActor.id) await services.onClaimantChangeIn?.(tx, row.submission_id);
      return services.enqueueIn(tx, row, mediaType);
    },
  });
  const finish: Finish = async (row, object) => {
    const outcome = await finishOne(row, object);
    if (outcome.kind === 'received') {
      counts.received.inc();
      services.onChanged();
    }
    return outcome;
  };
  const receive = createReceive({ ...services, uploads, discard, finish });
  return {
    tusHandler: createTusHandler({ ...services, uploads, finish, lock: createUploadLock(database, now) }),
    receive,
    receiveForm: (request, submissionId, addedBy, ending) => {
      const keep: Parameters<typeof receiveForm>[1] = (file, { source }) =>
        receive(submissionId, addedBy, addedBy === claimantActor.id ? file : { ...file, source: readFileSource(source) });
      return receiveForm(request, keep, ending);
    },
    receiveObject: (request, submissionId, objectName, ending) =>
      receiveObject(request, objectName, (file) => receive(submissionId, claimantActor.id, file), ending),
  };
}
