// Protects: an original is served byte for byte, in ranges, to those who may, and runs nothing.
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { kindFiles } from '#testing/fixtures/file-kinds.ts';
import { evidenceRefusals } from './evidence-refusals.ts';

async function received(bytes = evidenceFiles.mp4(900_000), name = 'Unfall "A13" – 20%.mp4') {
  const product = await createTestEvidence();
  expect(await product.mine.upload(bytes, { metadata: { filename: name } }).done).toBeNull();
  const [row] = product.evidenceRows();
  const find = async () => (await product.evidence.find(String(row?.id))) ?? Promise.reject(new Error('There is none.'));
  const serve = async (headers: Record<string, string> = {}, { inline = false, method = 'GET' } = {}) =>
    product.evidence.serveOriginal(new Request('https://kerbside.example/', { method, headers }), await find(), { inline });
  return { ...product, bytes, serve, find };
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('an original is given out byte for byte, under its name, with headers that keep it harmless', async () => {
  const { serve, bytes } = await received();
  const response = await serve();
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '900000',
    'content-disposition': `attachment; filename="Unfall _A13_ _ 20_.mp4"; filename*=UTF-8''Unfall%20%22A13%22%20%E2%80%93%2020%25.mp4`,
    'content-security-policy': expect.stringMatching(
      /^sandbox( allow-same-origin)?; default-src 'none'(?!.*(allow-scripts|script-src))/,
    ),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  });
  expect((await bytesOf(response)).equals(bytes)).toBe(true);
  expect((await serve({}, { inline: true, method: 'HEAD' })).headers.get('content-disposition')).toMatch(/^inline;/);
  const head = await serve({}, { method: 'HEAD' });
  expect([head.headers.get('content-length'), (await bytesOf(head)).length]).toEqual(['900000', 0]);
});

test.each([
  ['bytes=0-99', 0, 100],
  ['bytes=899990-', 899_990, 900_000],
  ['bytes=-10', 899_990, 900_000],
  ['bytes=5-99999999', 5, 900_000],
  ['bytes=-99999999', 0, 900_000],
])('the range %s is answered with 206 and nothing else', async (range, start, end) => {
  const { serve, bytes } = await received();
  const response = await serve({ Range: range });
  expect([response.status, response.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end - 1}/900000`]);
  expect((await bytesOf(response)).equals(bytes.subarray(start, end))).toBe(true);
});

/** The status of an answer that nobody reads. */
async function statusOf(answering: Promise<Response>): Promise<number> {
  const response = await answering;
  await response.body?.cancel();
  return response.status;
}

test('a range behind the end is a 416; several ranges, nonsense and another version are the whole file', async () => {
  const { serve } = await received();
  const beyond = await serve({ Range: 'bytes=900000-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */900000']);
  expect((await serve({ Range: 'bytes=-0' })).status).toBe(416);
  for (const range of ['bytes=0-1,5-6', 'bytes=9-3', 'bytes=a-b', 'lines=0-9', 'bytes=-'])
    expect(await statusOf(serve({ Range: range })), range).toBe(200);
  const etag = String((await serve({}, { method: 'HEAD' })).headers.get('etag'));
  expect(await statusOf(serve({ Range: 'bytes=0-9', 'If-Range': etag }))).toBe(206);
  expect(await statusOf(serve({ Range: 'bytes=0-9', 'If-Range': '"another"' }))).toBe(200);
});

test('an infected file is served to nobody, nor is one that waits for its scan', async () => {
  const { serve, change, evidence, find } = await received();
  for (const [state, status, message] of [
    ['infected', 403, evidenceRefusals.infected],
    ['waiting', 409, evidenceRefusals.notReady],
  ] as const) {
    await change(`update evidence set scan_state = '${state}'`);
    const response = await serve({ Range: 'bytes=0-9' });
    expect([response.status, await response.text()]).toEqual([status, message]);
    expect(await evidence.open((await find()).id)).toBeNull();
  }
});

test('a document is only saved, also where it is to be shown, and so is a PDF', async () => {
  const types = ['text/plain', 'message/rfc822', 'application/rtf', 'application/vnd.ms-outlook', 'application/pdf'];
  const dispositions = await Promise.all(
    types.map(async (type) => {
      const [name, bytes] = kindFiles[type] ?? ['', Buffer.alloc(0)];
      const { serve } = await received(bytes, name);
      const { headers } = await serve({}, { inline: true });
      return [headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]];
    }),
  );
  expect(dispositions).toEqual(types.map((type) => [type, 'attachment']));
});

test('a name that says another type than the content ends with the right one', async () => {
  const { serve } = await received(evidenceFiles.png(), 'scan\u202Egpj.png.jpeg');
  expect((await serve({}, { method: 'HEAD' })).headers.get('content-disposition')).toContain('filename="scangpj.png.jpeg.png"');
});

test('a reader who leaves does not keep the file open', async () => {
  const { serve } = await received(evidenceFiles.mp4(30_000_000));
  const response = await serve();
  const stream = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  await new Promise((resolve) => stream.once('readable', resolve));
  stream.destroy();
  await new Promise((resolve) => stream.once('close', resolve));
  expect(stream.destroyed).toBe(true);
});
