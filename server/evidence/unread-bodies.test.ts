// Protects: a file that is refused is answered at once, and the connection that it came on serves the next visitor.
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { type HttpResponse, request } from '#testing/http.ts';
import { until } from '#testing/until.ts';

const megabyte = 1024 ** 2;
const page = Buffer.concat([refusedFiles['a page'], Buffer.alloc(3 * megabyte)]);

type Desk = Awaited<ReturnType<typeof createTestEvidence>>;
type Sent = { method: string; path: string; headers: Record<string, string>; body: Buffer };
type Way = (desk: Desk, bytes: Buffer) => Promise<Sent>;

const multipart = { 'Content-Type': 'multipart/form-data; boundary=here' };
const part = (field: string, name: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`--here\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
const formOf = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--here--\r\n')]);

const ways: Record<string, Way> = {
  tus: async ({ mine, url }, body) => {
    const announced = { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(body.length) };
    const { headers } = await request(`${url}/your-claim/files`, { method: 'POST', headers: { ...mine.headers, ...announced } });
    const own = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    return { method: 'PATCH', path: String(headers.location), headers: { ...mine.headers, ...own }, body };
  },
  'a form without JavaScript': async ({ mine }, bytes) => ({
    method: 'POST',
    path: '/your-claim/files',
    headers: { ...mine.headers, ...multipart },
    body: formOf(part('files', 'photo.jpg', bytes)),
  }),
  'the storage wire, as the body': async ({ mine }, body) => ({
    method: 'POST',
    path: `/storage/v1/object/evidence/${mine.reference}/photo.jpg`,
    headers: { Authorization: `Bearer ${mine.token}`, 'Content-Type': 'image/jpeg' },
    body,
  }),
  'the storage wire, as a form': async ({ mine }, bytes) => ({
    method: 'POST',
    path: `/storage/v1/object/evidence/${mine.reference}/photo.jpg`,
    headers: { Authorization: `Bearer ${mine.token}`, ...multipart },
    body: formOf(part('', 'photo.jpg', bytes)),
  }),
};

const refusals: Record<string, { bytes: Buffer; change?: (sent: Sent) => Partial<Sent>; says: RegExp }> = {
  'its type': { bytes: page, says: /Only photographs/ },
  'no claim': { bytes: page, change: () => ({ headers: { ...multipart, 'Tus-Resumable': '1.0.0' } }), says: /./ },
  'the method': { bytes: page, change: () => ({ method: 'PUT' }), says: /./ },
};

/** Sends over one connection, which a later request uses again where it stays open. */
function openConnection({ url }: Desk) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return ({ path, ...sent }: Sent): Promise<HttpResponse> => request(url + path, { ...sent, agent });
}

const other: Sent = { method: 'GET', path: '/healthz', headers: {}, body: Buffer.alloc(0) };

test.each(Object.entries(ways))(
  'a file that is refused by %s, for whatever reason, is answered, and so is the next request',
  async (_, way) => {
    const desk = await createTestEvidence();
    const send = openConnection(desk);
    for (const [reason, { bytes, change, says }] of Object.entries(refusals)) {
      const sent = await way(desk, bytes);
      const response = await send({ ...sent, ...change?.(sent) });
      expect(response.status, reason).toBeGreaterThanOrEqual(400);
      expect(response.text, reason).toMatch(says);
      expect((await send(other)).status, reason).toBe(200);
    }
    expect(desk.evidenceRows().filter((row) => row.received_at !== null)).toEqual([]);
  },
);

test.each(['tus', 'the storage wire, as the body'])(
  'by %s a file that is refused by its beginning is answered before the rest comes',
  async (name) => {
    const desk = await createTestEvidence();
    const { method, path, headers, body } = await (ways[name] as Way)(desk, page);
    const socket = connect(desk.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
    });
    const lines = Object.entries({ ...headers, Host: 'localhost', 'Content-Length': body.length });
    socket.write([`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n'));
    socket.write(body.subarray(0, 200_000));
    await until('the response', () => /\r\n\r\n[\s\S]*Only photographs/.test(text));
    expect(text).toMatch(/^HTTP\/1\.1 415 [\s\S]*\r\nConnection: close\r\n/i);
  },
);

test('the good photograph of a form is kept beside one that is refused, which is named', async () => {
  const desk = await createTestEvidence();
  const body = formOf(part('files', 'page.jpg', page), part('files', 'good.jpg', evidenceFiles.jpeg(300_000)));
  const headers = { ...desk.mine.headers, ...multipart };
  const response = await openConnection(desk)({ method: 'POST', path: '/your-claim/files', headers, body });
  expect(response.status).toBe(422);
  expect(response.text).toMatch(/page\.jpg: Only photographs/);
  expect(desk.evidenceRows().map(({ name }) => name)).toEqual(['good.jpg']);
});

test.each(['/functions/v1/send-form-email', '/make-a-claim', '/inbound/email', '/auth/sign-out', '/nowhere'])(
  'a body of %s that is too long, or that nobody reads, is answered, and so is the next request',
  async (path) => {
    const desk = await createTestEvidence();
    const send = openConnection(desk);
    for (const bytes of [3_000, 3 * megabyte]) {
      const response = await send({ method: 'POST', path, headers: { 'Content-Type': 'text/csv' }, body: Buffer.alloc(bytes) });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers.connection).toBe(bytes > megabyte ? 'close' : 'keep-alive');
      expect((await send(other)).status).toBe(200);
    }
  },
);
