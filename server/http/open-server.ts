import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';

/** What a client may take; times are milliseconds. Whoever dribbles is cut off, and holds no thread meanwhile. */
const limits = {
  headersTimeout: 10_000,
  /** Headers and body. The longest body that is read, 100 KB, takes this long at 14 kbit/s. */
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
};

/** Milliseconds without a byte either way. */
const silenceMs = 60_000;

type Options = {
  fetch: Parameters<typeof getRequestListener>[0];
  /** For every answer, also those that `fetch` never sees. */
  headers: Record<string, string>;
  limits?: Partial<typeof limits>;
};

/** The HTTP server: what is no proper request is turned away here, with the headers that every answer has. */
export function openServer({ fetch, headers, limits: others }: Options): Server {
  const listener = getRequestListener(fetch, {
    // Stands in where a request of HTTP/1.0 names no host.
    hostname: 'localhost',
    errorHandler: (error) =>
      new Response(null, { status: error instanceof RequestError ? 400 : 500, headers: { ...headers, Connection: 'close' } }),
  });
  // Node's own refusal of a missing host would come without headers.
  const server = createServer({ ...limits, ...others, requireHostHeader: false }, (incoming, outgoing) =>
    namesOneHost(incoming) ? listener(incoming, outgoing) : refuse(outgoing, 400, headers),
  );
  // Beyond a count Node leaves headers out, and a proxy's, which come last, first. Their size is limited.
  server.maxHeadersCount = 0;
  server.timeout = silenceMs;
  server.on('checkExpectation', (_, outgoing) => refuse(outgoing, 417, headers));
  server.on('clientError', (error, socket) => turnAway(error, socket as Socket, headers));
  return server;
}

/** Two hosts are a way to be one site for a proxy and another for us. */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

function refuse(outgoing: ServerResponse, status: number, headers: Record<string, string>): void {
  outgoing.writeHead(status, { ...headers, 'Content-Length': 0, Connection: 'close' }).end();
}

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers bytes that are no HTTP, where nothing else has been said on this connection yet, and ends it. */
function turnAway({ code = '' }: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  if (socket.writable && socket.bytesWritten === 0) {
    const status = statuses[code] ?? 400;
    const lines = Object.entries({ ...headers, 'Content-Length': 0, Connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n'));
  }
  socket.destroySoon();
}
