import { Readable } from 'node:stream';
import { evidenceAccept, evidenceHint } from '#forms/evidence-kinds.ts';
import { limitsBy } from '#forms/evidence-rules.ts';
import type { App } from '#server/core/app.ts';
import type { ByteRange, EvidenceItem, OpenedEvidence } from './evidence-item.ts';
import { findRow, itemOf, keyOf, receivedRows } from './evidence-rows.ts';
import { FileMissing } from './evidence-store.ts';

/** What a form says of the files that can be chosen. */
export function fileChoice({ env }: App): { accept: string; hint: string } {
  return { accept: evidenceAccept(), hint: evidenceHint(limitsBy(env).file) };
}

/** The received files of a claim, oldest first. */
export async function listEvidence(app: App, submissionId: string): Promise<EvidenceItem[]> {
  return (await receivedRows(app, submissionId)).map(itemOf);
}

export async function findEvidence(app: App, id: string): Promise<EvidenceItem | null> {
  const row = await findRow(app, id);
  return row && row.received_at !== null ? itemOf(row) : null;
}

/** Opens the original; null where there is none, or it may not be served. */
export async function openEvidence(app: App, id: string, range?: ByteRange): Promise<OpenedEvidence | null> {
  const row = await findRow(app, id);
  if (!row || row.received_at === null || row.scan_state === 'infected' || row.scan_state === 'waiting') return null;
  try {
    const stream = await app.files.read(keyOf(row), range);
    return { item: itemOf(row), stream: Readable.toWeb(stream) as ReadableStream<Uint8Array> };
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
    app.log.error('evidence missing', { id });
    return null;
  }
}

/** Whether the store has all bytes of a file. */
export async function isThere({ files }: App, { id, submissionId, size }: EvidenceItem): Promise<boolean> {
  return (await files.sizeOf(keyOf({ id, submission_id: submissionId }))) === size;
}
