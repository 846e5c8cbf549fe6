import { readFileSource } from '#forms/file-sources.ts';
import type { App } from '#server/core/app.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import { makeId } from '#server/core/database/make-id.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { discardUpload } from './discard-upload.ts';
import type { IncomingFile, Received } from './evidence-item.ts';
import { evidenceRefusals } from './evidence-refusals.ts';
import { findRow, setSize } from './evidence-rows.ts';
import { finishUpload } from './finish.ts';
import { type ReceivedForm, receiveForm } from './receive-form.ts';
import { appendTo, beginUpload, openUpload, Refusal } from './uploads.ts';

/** Keeps a file that comes as one stream, in the same way as uploads that resume. One that breaks off leaves nothing behind. */
export async function receiveFile(app: App, submissionId: string, addedBy: string, file: IncomingFile): Promise<Received> {
  const received = await receive(app, submissionId, addedBy, file);
  if (received.kind === 'refused') app.metrics.evidenceRefused.inc();
  return received;
}

/**
 * Keeps the files of a form, as browsers post one; null where it is no such form. From staff its field `source`, before the files, says
 * where they had them from. `ending` is aborted when the request should end.
 */
export function receivePostedForm(
  app: App,
  request: Request,
  submissionId: string,
  addedBy: string,
  ending?: AbortSignal,
): Promise<ReceivedForm | null> {
  const keep = (file: IncomingFile, { source }: Record<string, string>) =>
    receiveFile(app, submissionId, addedBy, addedBy === claimantActor.id ? file : { ...file, source: readFileSource(source) });
  return receiveForm(request, keep, ending);
}

async function receive(app: App, submissionId: string, addedBy: string, file: IncomingFile): Promise<Received> {
  const { name, stream, size, atMost, object, source } = file;
  const id = makeId(app.now());
  const key = `${submissionId}/${id}`;
  const breaks = { error: null as unknown };
  try {
    await beginUpload(app, { id, submissionId, name, size, addedBy, atMost, source });
    const [begun, upload] = [await findRow(app, id), await openUpload(app, key)];
    if (!begun || !upload) throw new Refusal(410, evidenceRefusals.noClaim);
    const written = await appendTo(app, begun, upload, untilItBreaks(stream, breaks), { isAnnounced: size !== null });
    const row = breaks.error === null ? await setSize(app, id, written) : null;
    if (row && (size === null || size === written)) return await finishUpload(app, row, object);
    await discardUpload(app, key);
    return { kind: 'refused', status: 422, message: evidenceRefusals.incomplete };
  } catch (error) {
    await discardUpload(app, key).catch(() => {});
    if (error instanceof Refusal) return { kind: 'refused', status: error.status, message: error.message };
    app.log.error('evidence not kept', { error: errorMessage(error) });
    return { kind: 'refused', status: 503, message: evidenceRefusals.unavailable };
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
