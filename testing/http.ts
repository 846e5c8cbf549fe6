import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as openPlain } from 'node:http';
import { request as openSecure } from 'node:https';
import { connect } from 'node:net';
import { waitLimitMs } from './until.ts';

export type RequestOptions = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  agent?: Agent;
  signal?: AbortSignal;
};

export type HttpResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  json: () => ResponseBody;
};

/** The members of the product's JSON responses. */
type ResponseBody = { message?: string; reference?: string; fields?: Record<string, string>; [name: string]: unknown };

/**
 * A request with exactly these headers, and the bytes of the response as they came over the wire. Without an agent it has a connection
 * of its own, because the server may close one that is kept open while this process stands still.
 */
export function request(
  url: string,
  { method = 'GET', headers = {}, body, agent, signal }: RequestOptions = {},
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    // Certificates were made for the test, and are for the host of the request.
    const tls = { rejectUnauthorized: false, servername: String(headers.Host ?? '') };
    const open = url.startsWith('https:') ? openSecure : openPlain;
    const sent = open(url, { method, headers, agent: agent ?? false, ...(signal && { signal }), ...tls }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        const text = bytes.toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, json: () => JSON.parse(text) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The request by which a browser without scripts posts a form. */
export function formPost(
  data: Record<string, string>,
): Required<Pick<RequestOptions, 'method' | 'body'>> & { headers: OutgoingHttpHeaders } {
  // Browsers post line breaks as CR LF.
  const lines = Object.entries(data).map(([name, value]) => [name, value.replaceAll('\n', '\r\n')]);
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(lines).toString(),
  };
}

/** The request that the site's script makes. */
export function jsonPost(value: unknown, headers: OutgoingHttpHeaders = {}): Required<Omit<RequestOptions, 'agent' | 'signal'>> {
  return { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** What a connection received until it was closed, or was quiet for a while. `closed`: by the other side. */
type RawResponse = { text: string; closed: boolean; tookMs: number };

/** Sends these bytes, as they are, over one connection. `quietMs`: for a connection that stays open after the response. */
export function sendRaw(port: number, bytes: string | Buffer, quietMs = waitLimitMs): Promise<RawResponse> {
  return exchange(port, { firstMs: waitLimitMs, quietMs }, (write) => {
    write(bytes);
    return () => {};
  });
}

/** Sends a text byte by byte until its end, or until nobody listens; the `head` before it at once. `sent`: how many bytes it was. */
export async function sendSlowly(
  port: number,
  text: string,
  everyMs: number,
  { longestMs = waitLimitMs, head = '' } = {},
): Promise<RawResponse & { sent: number }> {
  let sent = 0;
  const response = await exchange(port, { firstMs: longestMs, quietMs: longestMs }, (write) => {
    if (head) write(head);
    const timer = setInterval(() => write(text.charAt(sent++ % text.length)), everyMs);
    return () => clearInterval(timer);
  });
  return { ...response, sent };
}

function exchange(
  port: number,
  { firstMs, quietMs }: { firstMs: number; quietMs: number },
  send: (write: (bytes: string | Buffer) => void) => () => void,
): Promise<RawResponse> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const socket = connect(port, '127.0.0.1');
    let text = '';
    let quiet = setTimeout(() => end(false), firstMs);
    const stop = send((bytes) => socket.writable && socket.write(bytes));
    socket.on('data', (part) => {
      text += part.toString('latin1');
      clearTimeout(quiet);
      quiet = setTimeout(() => end(false), quietMs);
    });
    // A connection that is reset has been closed too.
    socket.on('error', () => {});
    socket.on('close', () => end(true));

    function end(closed: boolean) {
      clearTimeout(quiet);
      stop();
      socket.destroy();
      resolve({ text, closed, tookMs: performance.now() - startedAt });
    }
  });
}

/** The status of each response that was received. */
export function statuses({ text }: RawResponse): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** The header lines of the first response, by name in lower case. */
export function headersOf({ text }: RawResponse): Record<string, string> {
  const [, ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}
