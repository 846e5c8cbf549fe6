import type { IncomingFile, Received } from './evidence-item.ts';
import { receiveForm } from './receive-form.ts';

type Keep = (file: IncomingFile) => Promise<Received>;

/** Keeps the file of a request under a given name: its body, or the first file of its form. Null where there is none. */
export async function receiveObject(request: Request, objectName: string, keep: Keep): Promise<Received | null> {
  const name = objectName.split('/').at(-1) ?? '';
  const { body, headers } = request;
  if (!/^multipart\/form-data\s*(;|$)/i.test(headers.get('content-type') ?? '')) {
    const size = headers.get('content-length');
    const cacheControl = readCacheControl(headers.get('cache-control'));
    return body
      ? keep({
          name,
          stream: body.values({ preventCancel: true }),
          size: size === null ? null : Number(size),
          object: { name: objectName, cacheControl },
        })
      : null;
  }
  let received: Received | null = null;
  await receiveForm(request, async ({ stream, size, atMost }, fields) => {
    const cacheControl = readCacheControl(fields.cacheControl === undefined ? null : `max-age=${fields.cacheControl}`);
    received ??= await keep({ name, stream, size, atMost, object: { name: objectName, cacheControl } });
    return received;
  });
  return received;
}

/** The Cache-Control of a request, kept as it was sent, because only its sender reads it. */
function readCacheControl(given: string | null): string | null {
  return given !== null && /^[\w=, -]{1,100}$/.test(given) ? given : null;
}
