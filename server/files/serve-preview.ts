import { Readable } from 'node:stream';
import type { App } from '#server/core/app.ts';
import type { EvidenceItem } from './evidence-item.ts';
import { FileMissing } from './evidence-store.ts';
import { type PreviewSize, previewKey } from './preview-job.ts';

const headers = {
  'Content-Type': 'image/webp',
  'Content-Security-Policy': "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
};

/** Serves a preview of a picture; null where there is none. That the request may have it was checked before. */
export async function servePreview(
  { files }: App,
  request: Request,
  { id, submissionId, preview, scan }: EvidenceItem,
  size: PreviewSize,
): Promise<Response | null> {
  if (preview !== 'ready' || scan === 'infected' || scan === 'waiting') return null;
  // For a HEAD request nobody would read the stream to its end.
  if (request.method === 'HEAD') return new Response(null, { headers });
  try {
    const stream = await files.read(previewKey({ id, submission_id: submissionId }, size));
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, { headers });
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}
