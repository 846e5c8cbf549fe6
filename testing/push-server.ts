import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { loopbackCertificate } from './fixtures/loopback-certificate.ts';

/** A message that came, as the browser reads it. `isSigned`: by the key that its browser subscribed with. */
type Received = { path: string; headers: NodeJS.Dict<string | string[]>; body: unknown; isSigned: boolean };

export type PushServer = Awaited<ReturnType<typeof openPushServer>>;

/**
 * A push service on loopback, over TLS. It knows the browsers that it made, and decrypts what comes for them by RFC 8291, as they would;
 * what it cannot decrypt gets a 400. `answers` says what the next messages get; after that 201.
 */
export async function openPushServer({ port: chosen = 0 } = {}) {
  const received: Received[] = [];
  const answers: { status: number; headers?: Record<string, string> }[] = [];
  const browsers = new Map<string, ReturnType<typeof makeBrowser>>();
  let publicKey = '';

  const server = createServer(loopbackCertificate, async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? '';
    const browser = browsers.get(path);
    try {
      const { headers } = request;
      if (!browser || headers['content-encoding'] !== 'aes128gcm') throw new Error('It is for no browser.');
      const isSigned = isSignedBy(publicKey, headers.authorization ?? '', `https://${headers.host}`);
      received.push({ path, headers, body: JSON.parse(decrypt(body, browser).toString()), isSigned });
    } catch {
      response.writeHead(400).end();
      return;
    }
    const { status, headers } = answers.shift() ?? { status: 201 };
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(chosen, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const trusted = getCACertificates();

  return {
    received,
    answers,
    close: () => {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      server.close();
    },
    /** Has this process trust it until it is closed. */
    trustHere: () => setDefaultCACertificates([...trusted, loopbackCertificate.cert]),
    port,
    host: `127.0.0.1:${port}`,
    /** What is needed to trust it. */
    ca: loopbackCertificate.cert,
    /** The key that the browsers subscribe with. */
    expectKey: (key: string) => {
      publicKey = key;
    },
    /** A browser that subscribes here: its address and keys, as it would hand them to a site. */
    subscribe: (host = `127.0.0.1:${port}`) => {
      const browser = makeBrowser();
      const path = `/push/${randomBytes(8).toString('hex')}`;
      browsers.set(path, browser);
      return {
        endpoint: `https://${host}${path}`,
        p256dh: browser.ecdh.getPublicKey('base64url'),
        auth: browser.auth.toString('base64url'),
      };
    },
  };
}

function makeBrowser() {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, auth: randomBytes(16) };
}

/** RFC 8291 and RFC 8188: one record, padded. */
function decrypt(body: Buffer, { ecdh, auth }: ReturnType<typeof makeBrowser>): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const ikm = derive(ecdh.computeSecret(senderKey), auth, info, 32);
  const key = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong.');
  return padded.subarray(0, end);
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** RFC 8292: a token for this origin that has not expired, by this key. */
function isSignedBy(publicKey: string, authorization: string, origin: string): boolean {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [header, payload, signature = ''] = token.split('.');
  const { aud, exp } = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const signed = Buffer.from(`${header}.${payload}`);
  const options = { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const;
  const isRight = verify('sha256', signed, options, Buffer.from(signature, 'base64url'));
  return isRight && key === publicKey && aud === origin && exp > Date.now() / 1_000 && exp < Date.now() / 1_000 + 86_400;
}
