// Protects: uploads pass through nginx, Caddy and HAProxy, also over broken connections.
import { createHash, createHmac } from 'node:crypto';
import { request as open } from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evidenceLimits } from '#forms/evidence-rules.ts';
import { evidenceRefusals, tooLarge } from '#server/files/evidence-refusals.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { jsonPost, request } from '#testing/http.ts';
import { multipart, multipartOf } from '#testing/multipart.ts';
import { type Product, startProduct } from '#testing/product.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { until } from '#testing/until.ts';
import { installedProxies, type RunningProxy, siteDomain, startProxy } from './harness/proxy.ts';

const siteUrl = `https://${siteDomain}`;
const inboundSecret = 'thirty-two characters for answers';
const megabyte = 1024 ** 2;
const film = evidenceFiles.mp4(40 * megabyte);

test.runIf(installedProxies.length === 0)('none of nginx, Caddy and HAProxy is installed', () => {});

describe.each(installedProxies)('files of a claim through %s, as in deploy/', (name) => {
  let product: Product;
  let proxy: RunningProxy;

  beforeAll(async () => {
    product = await startProduct({ SITE_URL: siteUrl, TRUST_PROXY: '1', INBOUND_SECRET: inboundSecret });
    proxy = await startProxy(name, product.port);
  });

  afterAll(async () => {
    await proxy.stop();
    await product.stop();
    await removeFolder(product.dataDir);
  });

  test('an upload whose connection breaks goes on from there, and is kept byte for byte', async () => {
    const { tus, kept } = await openClaim();
    const path = await begin(tus, film.length);
    await breakOff(
      `${proxy.url}${path}`,
      { ...tus, ...patchFrom(0), 'Content-Length': film.length },
      film.subarray(0, 17 * megabyte),
    );
    let offset = 0;
    const look = async () => {
      const { status, headers } = await request(`${proxy.url}${path}`, { method: 'HEAD', headers: tus });
      expect(status).toBe(200);
      offset = Number(headers['upload-offset']);
      return offset > 0;
    };
    await until('what came before the end of the connection', look);
    expect(offset).toBeLessThanOrEqual(17 * megabyte);
    const rest = { method: 'PATCH', headers: { ...tus, ...patchFrom(offset) }, body: film.subarray(offset) };
    expect(await request(`${proxy.url}${path}`, rest)).toMatchObject({ status: 204 });
    expect(kept()).toEqual([sha256(film)]);
  });

  test('what is refused before its end is told so', async () => {
    const { tus, kept } = await openClaim();
    const picture = evidenceFiles.jpeg(evidenceLimits.file.picture + 10 * megabyte);
    const path = await begin(tus, picture.length);
    const answer = await request(`${proxy.url}${path}`, { method: 'PATCH', headers: { ...tus, ...patchFrom(0) }, body: picture });
    expect(answer).toMatchObject({ status: 413, text: tooLarge('picture', evidenceLimits.file.picture) });
    expect(kept()).toEqual([]);
  });

  test('a file that is refused takes nobody else down: claims of other visitors go on beside it', async () => {
    const { tus, headers, reference, token } = await openClaim();
    const refused = Buffer.concat([Buffer.from('<!doctype html><script>'), Buffer.alloc(300_000)]);
    const short = refused.subarray(0, 90_000);
    const asForm = { ...headers, ...multipart };
    const asJson = { ...asVisitor, 'Content-Type': 'application/json' };
    const email = { Host: siteDomain, 'Kerbside-Timestamp': `${Math.floor(Date.now() / 1_000)}`, 'Kerbside-Signature': '00' };
    const object = { Host: siteDomain, Authorization: `Bearer ${token}`, 'Content-Type': 'image/jpeg' };
    const longHeaders = Object.fromEntries([1, 2, 3, 4].map((index) => [`X-Long-${index}`, 'x'.repeat(5_000)]));
    const post = (status: number, path: string, headers: Record<string, string>, body: Buffer) =>
      ({ status, path, method: 'POST', headers, body }) as const;
    const piece = async (headers: Record<string, string>, status: number) => {
      const path = await begin(tus, refused.length);
      return { ...post(status, path, { ...headers, ...patchFrom(0) }, refused), method: 'PATCH' };
    };
    const ways = [
      () => piece(tus, 415),
      () => piece({ ...asVisitor, 'Tus-Resumable': '1.0.0' }, 403),
      () => piece({ ...tus, Origin: 'https://else.example' }, 403),
      () => post(415, `/storage/v1/object/evidence/${reference}/a.jpg`, object, refused),
      () => post(401, `/storage/v1/object/evidence/${reference}/a.jpg`, { ...object, Authorization: 'Bearer none' }, refused),
      () => post(422, '/your-claim/files', asForm, multipartOf(['files', 'a.jpg', refused])),
      () => post(403, '/your-claim/files', { ...asVisitor, ...multipart }, multipartOf(['files', 'a.jpg', refused])),
      () => post(303, '/desk/files/none', { ...asVisitor, ...multipart }, multipartOf(['files', 'a.jpg', refused])),
      () => post(401, '/inbound/email', email, refused),
      () => post(401, '/inbound/email', { ...email, 'Kerbside-Timestamp': '1700000000' }, refused),
      () => post(415, '/functions/v1/send-form-email', { ...asVisitor, 'Content-Type': 'text/csv' }, short),
      () => post(431, '/functions/v1/send-form-email', { ...asJson, ...longHeaders }, short),
      () => post(405, '/nowhere', asJson, short),
    ];
    for (const way of [...ways, ...ways]) {
      const { path, status, ...sent } = await way();
      const answer = await request(proxy.url + path, sent);
      expect(answer.status, `${sent.method} ${path}`).toBe(status);
      if (status === 415 && path !== '/functions/v1/send-form-email') expect(answer.text).toContain(evidenceRefusals.active);
      await openClaim();
    }
    // The connection of a refused file was closed half a second later.
    for (const way of ways.slice(0, 6)) {
      const { path, status, ...sent } = await way();
      expect((await request(proxy.url + path, sent)).status).toBe(status);
      await pause(600);
      await openClaim();
    }
  });

  test('a form with files arrives without JavaScript', async () => {
    const { headers, kept } = await openClaim();
    const files = [film, evidenceFiles.jpeg()];
    const body = multipartOf(...files.map((bytes, index): [string, string, Buffer] => ['files', `${index}`, bytes]));
    const answer = await request(`${proxy.url}/your-claim/files`, {
      method: 'POST',
      headers: { ...headers, ...multipart },
      body,
    });
    expect(answer).toMatchObject({ status: 303, headers: { location: '/your-claim' } });
    expect(kept()).toEqual(files.map(sha256));
  });

  test('a program stores a file with the token', async () => {
    const { reference, token, kept } = await openClaim();
    const headers = { Host: siteDomain, Authorization: `Bearer ${token}`, 'Content-Type': 'video/mp4' };
    const path = `/storage/v1/object/evidence/${reference}/film.mp4`;
    expect(await request(`${proxy.url}${path}`, { method: 'POST', headers, body: film })).toMatchObject({ status: 200 });
    const read = await request(`${proxy.url}${path}`, { headers });
    expect([read.status, sha256(read.bytes), kept()]).toEqual([200, sha256(film), [sha256(film)]]);
  });

  test('an e-mail with photographs that a provider hands over is kept', async () => {
    const body = Buffer.from(`From: mo@example.com\r\nSubject: Photographs\r\n\r\n${'x'.repeat(98)}\r\n`.repeat(20_000));
    const time = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', inboundSecret).update(`${time}.`).update(body).digest('hex');
    const signed = { 'Kerbside-Timestamp': time, 'Kerbside-Signature': signature };
    const headers = { Host: siteDomain, 'Content-Type': 'message/rfc822', ...signed };
    expect(await request(`${proxy.url}/inbound/email`, { method: 'POST', headers, body })).toMatchObject({ status: 202 });
  });

  /** Sends a claim, and returns what its sender's browser sends along from then on. */
  async function openClaim() {
    const call = jsonPost(
      { formName: 'Make a Claim', formData: { ...aoife, additionalInfo: `${performance.now()}` } },
      asVisitor,
    );
    const { link, reference } = (await request(`${proxy.url}/functions/v1/send-form-email`, call)).json();
    const token = String(link).split('/').at(-1) ?? '';
    const headers = { ...asVisitor, Cookie: `__Host-kerbside-claim=${token}` };
    return {
      token,
      reference: String(reference),
      headers,
      tus: { ...headers, 'Tus-Resumable': '1.0.0' },
      kept: () => keptOf(String(reference)),
    };
  }

  async function begin(tus: Record<string, string>, length: number): Promise<string> {
    const headers = { ...tus, 'Upload-Length': String(length) };
    const { status, headers: answered } = await request(`${proxy.url}/your-claim/files`, { method: 'POST', headers });
    expect(status).toBe(201);
    return String(answered.location);
  }

  /** The checksums of the files that were received for a claim, and are on the disk. */
  function keptOf(reference: string): string[] {
    const store = new Sqlite(join(product.dataDir, 'kerbside.sqlite'), { readonly: true });
    try {
      const rows = store
        .prepare(
          'select sha256 from evidence join form_submissions on form_submissions.id = submission_id where reference = ? and received_at is not null order by evidence.created_at, evidence.id',
        )
        .all(reference) as { sha256: string }[];
      return rows.map((row) => row.sha256);
    } finally {
      store.close();
    }
  }
});

const asVisitor = { Host: siteDomain, Origin: siteUrl };

const patchFrom = (offset: number) => ({ 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' });

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Sends these bytes of a longer body, and closes the connection. */
function breakOff(url: string, headers: Record<string, string | number>, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const sent = open(url, { method: 'PATCH', headers, agent: false, rejectUnauthorized: false, servername: siteDomain });
    sent.on('error', () => {}).on('close', resolve);
    sent.write(bytes, () => sent.destroy());
  });
}
