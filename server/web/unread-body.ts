import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Bodies up to this length are waited for, so that their connection stays usable: bytes, and milliseconds. */
const waitsFor = { bytes: 100 * 1024, ms: 500 };

/** For how long the rest of a longer body is read after its response, in milliseconds. nginx does so for as long. */
const lingerMs = 30_000;

/**
 * A response to a request of which nobody reads the rest, such as a file that is refused by its first bytes. The rest is read and
 * dropped: otherwise the next request on the connection, which is another visitor's where a proxy is in between, would wait for it in
 * vain. A response that cannot wait for that says `Connection: close`, is complete at once by its Content-Length, and ends after the
 * rest: a connection that is closed while its client still sends is reset, and the response lost.
 */
export async function withoutUnreadBody(incoming: IncomingMessage, response: Response): Promise<Response> {
  if (incoming.readableEnded || incoming.destroyed) return response;
  const left = dropRest(incoming);
  if (incoming.complete) return response;
  const hasNoContent = response.body === null;
  const length = Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (hasNoContent || length <= waitsFor.bytes) await within(waitsFor.ms, left);
  if (incoming.complete) return response;
  const headers = new Headers(response.headers);
  headers.set('Connection', 'close');
  const { status } = response;
  if (hasNoContent) return new Response(null, { status, headers });
  const content = new Uint8Array(await response.arrayBuffer());
  headers.set('Content-Length', String(content.length));
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(content);
      await within(lingerMs, left);
      controller.close();
    },
  });
  return new Response(body, { status, headers });
}

/** Reads and drops the rest of a body before its connection is closed, for as long as that may take. */
export function dropUnreadBody(incoming: IncomingMessage): Promise<void> {
  return within(lingerMs, dropRest(incoming));
}

/** The same for a connection on which nothing is understood any more. */
export function dropRestOf(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
  // The server would try to understand it.
  socket
    .removeAllListeners('data')
    .on('data', () => {})
    .resume();
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Resolves when the body has ended, or its connection. */
function dropRest(incoming: IncomingMessage): Promise<unknown> {
  // Whoever stopped reading may have left it paused, or would pause it again.
  incoming.removeAllListeners('readable').removeAllListeners('data');
  const { promise, resolve } = Promise.withResolvers();
  incoming.once('end', resolve).once('close', resolve).once('error', resolve);
  // After the listeners above were removed, a stream goes on by itself in the next tick only.
  setImmediate(() => incoming.on('data', () => {}).resume());
  return promise;
}

async function within(ms: number, done: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([done, late.promise]);
  clearTimeout(timer);
}
