import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as openPlain } from 'node:http';
import { request as openSecure } from 'node:https';

export type RequestOptions = { method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer };

export type HttpResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  json: () => ResponseBody;
};

/** What the product's JSON answers hold. */
export type ResponseBody = { message?: string; reference?: string; fields?: Record<string, string>; [name: string]: unknown };

/** A request with exactly these headers, and the bytes of the answer as they came over the wire. */
export function request(url: string, { method = 'GET', headers = {}, body }: RequestOptions = {}): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    // Certificates were made for the test, and name the host that is asked for.
    const tls = { rejectUnauthorized: false, servername: String(headers.Host ?? '') };
    const open = url.startsWith('https:') ? openSecure : openPlain;
    const sent = open(url, { method, headers, agent: false, ...tls }, (response) => {
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

/** A form as a browser without scripts posts it. */
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

/** A call as the site's script makes it. */
export function jsonPost(value: unknown, headers: OutgoingHttpHeaders = {}): Required<RequestOptions> {
  return { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) };
}
