import { createHash } from 'node:crypto';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';

const limits = {
  /** How often a request is sent, and how long to wait for another try. */
  tries: 3,
  waitMs: 200,
  /** How long S3 may be silent before a request fails for good, and those that come within the next moments fail at once. */
  silentMs: 20_000,
  awayMs: 5_000,
  /** How long a connection is kept without a request: later it may have been forgotten on the way, and would be silent. */
  idleMs: 15_000,
};

/** S3 was silent. Whoever waits for the request has waited long enough: it is not sent again. */
class S3Silent extends Error {}

/** A refusal of S3. `code`: its name for it, '' where the response has no body. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, xml: string) {
    const code = fieldOf(xml, 'Code');
    super(`S3 answered ${status} ${code || ''}`.trim());
    this.status = status;
    this.code = code;
  }
}

export type S3Request = { query?: Record<string, string>; headers?: Record<string, string>; body?: Uint8Array };

/** Sends signed requests to the bucket of a URL, `s3://KEY:SECRET@host:port/bucket?region=…&tls=off`. */
export function openBucket(url: string) {
  const { username, password, host, pathname, searchParams } = new URL(url);
  const [protocol, client] = searchParams.get('tls') === 'off' ? (['http', http] as const) : (['https', https] as const);
  // This is another time than that of a request, or else Node leaves a request with what S3 allows an idle connection, such as four seconds.
  const agent = new client.Agent({ keepAlive: true, timeout: limits.idleMs });
  const keys = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) };
  const region = searchParams.get('region') ?? 'us-east-1';
  /** By how much the clock of S3 is ahead of ours: it refuses signatures of another time. */
  let aheadMs = 0;
  /**
   * When it was silent, unless it has answered since. A refused file takes several requests, as its upload is removed too, and a form may have
   * many files: their sender waits for the first of all these requests alone.
   */
  let silentAt = Number.NEGATIVE_INFINITY;

  async function sendOnce(method: string, key: string, { query = {}, headers = {}, body }: S3Request): Promise<IncomingMessage> {
    const path = key.split('/').map(encodeURIComponent).join('/');
    const search = new URLSearchParams(query).toString().replaceAll('+', '%20');
    const datetime = new Date(Date.now() + aheadMs).toISOString().replace(/[:-]|\.\d{3}/g, '');
    // S3 compares what has come with the digest, whichever S3 it is.
    const md5 = body && { 'Content-MD5': createHash('md5').update(body).digest('base64') };
    const signed = await new AwsV4Signer({
      ...keys,
      region,
      datetime,
      service: 's3',
      method,
      url: `${protocol}://${host}/${pathname.replaceAll('/', '')}${path && `/${path}`}${search && `?${search}`}`,
      headers: { ...headers, ...md5 },
    }).sign();
    const length = body && { 'content-length': String(body.length) };
    const all = { ...Object.fromEntries(signed.headers), ...length };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    let response: IncomingMessage | null = null;
    const request = client.request(signed.url, { method, agent, headers: all, timeout: limits.silentMs }, (begun) => {
      response = begun;
      silentAt = Number.NEGATIVE_INFINITY;
      resolve(begun);
    });
    request.on('error', reject).on('timeout', () => {
      // A response that its reader leaves waiting is not late.
      if (response?.readableLength) return;
      if (!response) silentAt = performance.now();
      request.destroy(new S3Silent('S3 does not answer.'));
    });
    request.end(body);
    return promise;
  }

  /** Sends a request, again where that may help, and returns its response, whose body has to be read. */
  async function send(method: string, key: string, request: S3Request = {}): Promise<IncomingMessage> {
    if (performance.now() - silentAt < limits.awayMs) throw new S3Silent('S3 has not answered what was sent before.');
    for (let tries = 1; ; tries += 1) {
      try {
        const response = await sendOnce(method, key, request);
        const { statusCode: status = 0, headers } = response;
        if (status < 300) return response;
        const error = new S3Error(status, await text(response));
        if (error.code === 'RequestTimeTooSkewed') aheadMs = Date.parse(headers.date ?? '') - Date.now() || 0;
        throw error;
      } catch (error) {
        if (tries === limits.tries || error instanceof S3Silent || (error instanceof S3Error && !isForNow(error))) throw error;
        await pause(limits.waitMs * tries);
      }
    }
  }

  return {
    send,

    /** Sends a request, and returns the text of its response. Some failures come with the status 200. */
    ask: async (method: string, key: string, request?: S3Request): Promise<string> => {
      const answer = await text(await send(method, key, request));
      if (/<Error>/.test(answer)) throw new S3Error(200, answer);
      return answer;
    },

    close: () => agent.destroy(),
  };
}

function isForNow({ status, code }: S3Error): boolean {
  return status >= 500 || status === 429 || status === 408 || code === 'RequestTimeTooSkewed';
}

/** The content of each element of a name in the XML of S3. */
export function elementsOf(xml: string, name: string): string[] {
  const [, ...begun] = xml.split(`<${name}>`);
  return begun.map((text) => text.split(`</${name}>`)[0] ?? '');
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of the first element of a name; '' where there is none. */
export function fieldOf(xml: string, name: string): string {
  const [content = ''] = elementsOf(xml, name);
  return content.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, entity) =>
    entity ? (entities[entity] ?? all) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );
}
