import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { minute } from '#forms/durations.ts';
import { type ServedFiles, serveDirectly } from './serve-files.ts';
import { dropRestOf, dropUnreadBody, hasBody, withoutUnreadBody } from './unread-body.ts';

/** Limits against slow clients; times are milliseconds. */
const limits = {
  headersTimeout: 10_000,
  /**
   * The time for headers and body. The longest body that is read, 100 KB, takes this long at 14 kbit/s. Uploads have as long as they
   * need.
   */
  requestTimeout: 60_000,
  /** Longer than a proxy keeps an idle connection: a request that comes while the connection is being closed would be lost. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
};

/** A connection is closed after this time without a byte in either direction. */
const socketTimeoutMs = minute;

type FetchCallback = Parameters<typeof getRequestListener>[0];

type Options = {
  fetch: FetchCallback;
  /** Files that are served without `fetch`, which could serve them too, but slower. */
  files?: ServedFiles;
  /** The headers of every response, even those that do not come from `fetch`. */
  headers: Record<string, string>;
  /** The paths below which files are uploaded. With a bad signal that takes long, so it is ended only when no more bytes come. */
  uploadPaths?: string[];
  limits?: Partial<typeof limits>;
};

/** The HTTP server. Malformed requests are refused here, with the headers that every response has. */
export function openServer({ fetch, files = new Map(), headers, uploadPaths = [], limits: others }: Options): Server {
  const uploading = new WeakSet<Socket>();
  /** The latest response of each connection. */
  const latest = new WeakMap<Socket, ServerResponse>();
  const answer: FetchCallback = (request, env) => {
    const { incoming } = env as { incoming: IncomingMessage };
    const response = fetch(request, env);
    return hasBody(incoming) ? Promise.resolve(response as Response).then((one) => withoutUnreadBody(incoming, one)) : response;
  };
  const listener = getRequestListener(answer, {
    // The host for requests of HTTP/1.0, which may have no Host header.
    hostname: 'localhost',
    errorHandler: (error) =>
      new Response(null, { status: error instanceof RequestError ? 400 : 500, headers: { ...headers, Connection: 'close' } }),
  });
  // Node's own response to a missing Host would lack our headers.
  const server = createServer({ ...limits, ...others, requireHostHeader: false }, (incoming, outgoing) => {
    latest.set(incoming.socket, outgoing);
    // While the port closes, a connection is never idle whose client sends its next request at once.
    if (!server.listening) outgoing.shouldKeepAlive = false;
    if (!hasOneHost(incoming)) return refuse(incoming, outgoing, 400, headers);
    if (serveDirectly(files, incoming, outgoing)) return;
    if (uploadPaths.some((path) => incoming.url?.startsWith(path))) {
      uploading.add(incoming.socket);
      // An upload that sends nothing is ended after that time, and answered before its connection is closed.
      incoming.socket.setTimeout(1.5 * server.timeout);
      outgoing.once('close', () => uploading.delete(incoming.socket));
    }
    return listener(incoming, outgoing);
  });
  // The number of headers is not limited, because Node would drop the last ones, which are the proxy's. Their size is.
  server.maxHeadersCount = 0;
  server.timeout = socketTimeoutMs;
  server.on('checkExpectation', (incoming, outgoing) => refuse(incoming, outgoing, 417, headers));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && uploading.has(socket as Socket)) return;
    refuseMalformed(error, socket as Socket, latest.get(socket as Socket), headers);
  });
  return server;
}

/** Whether there is exactly one Host header: a proxy and we might read different ones. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (isHost(rawHeaders[index])) hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

const isHost = (name = '') => name.length === 4 && name.toLowerCase() === 'host';

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, status: number, headers: Record<string, string>): void {
  outgoing.writeHead(status, { ...headers, 'Content-Length': 0, Connection: 'close' }).flushHeaders();
  if (!hasBody(incoming)) outgoing.end();
  else void dropUnreadBody(incoming).then(() => outgoing.end());
}

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Responds to bytes that are not HTTP, unless the response to the request that they belong to has begun, and closes the connection: after
 * the rest of what its client sends, which would otherwise reset it, and the response would be lost.
 */
function refuseMalformed(
  { code = '' }: NodeJS.ErrnoException,
  socket: Socket,
  latest: ServerResponse | undefined,
  headers: Record<string, string>,
): void {
  const hasBegun = latest?.headersSent && !latest.writableFinished;
  if (!socket.writable || hasBegun) {
    socket.destroySoon();
    return;
  }
  const status = statuses[code] ?? 400;
  const lines = Object.entries({ ...headers, 'Content-Length': 0, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n'));
  // Nothing more came of what took too long, and whoever reads it need not wait.
  if (status === 408) socket.destroySoon();
  else dropRestOf(socket);
}
