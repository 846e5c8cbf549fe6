import type { App } from '#server/core/app.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import type { IncomingFile, Received } from './evidence-item.ts';
import { receiveFile } from './receive.ts';
import { receiveForm } from './receive-form.ts';

/**
 * Keeps the file of a program's request, under a name that no other file of the claim has: its body, or the first file of its form. Null
 * where there is none.
 */
export async function receiveObject(
  app: App,
  request: Request,
  submissionId: string,
  objectName: string,
  ending?: AbortSignal,
): Promise<Received | null> {
  const keep = (file: IncomingFile) => receiveFile(app, submissionId, claimantActor.id, file);
  const name = objectName.split('/').at(-1) ?? '';
  const { body, headers } = request;
  if (!/^multipart\/form-data\s*(;|$)/i.test(headers.get('content-type') ?? '')) {
    const size = headers.get('content-length');
    const cacheControl = readCacheControl(headers.get('cache-control'));
    return body
      ? keep({
          name,
          stream: untilEnding(body.values({ preventCancel: true }), ending),
          size: size === null ? null : Number(size),
          object: { name: objectName, cacheControl },
        })
      : null;
  }
  let received: Received | null = null;
  await receiveForm(
    request,
    async ({ stream, size, atMost }, fields) => {
      const cacheControl = readCacheControl(fields.cacheControl === undefined ? null : `max-age=${fields.cacheControl}`);
      received ??= await keep({ name, stream, size, atMost, object: { name: objectName, cacheControl } });
      return received;
    },
    ending,
  );
  return received;
}

/** The Cache-Control of a request, kept as it was sent, because only its sender reads it. */
function readCacheControl(given: string | null): string | null {
  return given !== null && /^[\w=, -]{1,100}$/.test(given) ? given : null;
}

/** The pieces of a body. It fails when its request should end, and leaves the rest to whoever answers. */
async function* untilEnding(chunks: AsyncIterableIterator<Uint8Array>, ending?: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Uint8Array>>();
      const end = () => reject(new Error('The request was ended.'));
      ending?.addEventListener('abort', end);
      if (ending?.aborted) end();
      chunks.next().then(resolve, reject);
      const next = await promise.finally(() => ending?.removeEventListener('abort', end));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    if (!ending?.aborted) await chunks.return?.();
  }
}
