// Protects: a call is JSON in UTF-8, uncompressed and bounded, and nothing else is opened.
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';

const path = '/functions/v1/send-form-email';
const good = { formName: 'Contact Us', formData: sampleMessages[0].data };
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

async function expectRefused(testApp: TestApp, response: Response, status: number) {
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ message: expect.stringMatching(/\S/) });
  expect(testApp.rows()).toEqual([]);
}

test.each([
  ['nothing', ''],
  ['half of it', JSON.stringify(good).slice(0, -1)],
  ['a form post', 'formName=Contact+Us'],
  ['a comment', `${JSON.stringify(good)}//`],
  ['bytes that are not UTF-8', bytes('{"formName":"Contact Us","formData":{"name":"', [0xc3, 0x28], '"}}')],
  ['half a surrogate in UTF-8', bytes('{"formName":"', [0xed, 0xa0, 0x80], '"}')],
  ['UTF-16', Buffer.from(JSON.stringify(good), 'utf16le')],
])('not JSON: %s', async (_, body) => {
  const testApp = await createTestApp();
  const response = await testApp.app.request(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  await expectRefused(testApp, response, 400);
});

test.each([
  ['nine thousand members', JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`k${index}`, 1])))],
  ['100,000 brackets', '['.repeat(100_000)],
  ['17,000 objects in each other', '{"a":'.repeat(17_000)],
  ['members after a text with a quotation mark', `{"a":"\\"",${'"b":1,'.repeat(5_000)}}`],
])('more parts than any call has are refused before they are parsed: %s', async (_, body) => {
  const testApp = await createTestApp();
  const parse = vi.spyOn(JSON, 'parse');
  const response = await testApp.app.request(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
  await expectRefused(testApp, response, 413);
});

test('separators that somebody typed are words', async () => {
  const { send } = await createTestApp();
  const message = `${'a, b: [c] {d} "'.repeat(2_000)}\\`;
  expect((await send(good.formName, { ...good.formData, message })).status).toBe(200);
});

test.each([
  undefined,
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json; charset=iso-8859-1',
  'application/json; charset=utf-16',
])('not called JSON in UTF-8: %s', async (type) => {
  const testApp = await createTestApp();
  const body = new TextEncoder().encode(JSON.stringify(good));
  const response = await testApp.app.request(path, { method: 'POST', headers: type ? { 'Content-Type': type } : {}, body });
  await expectRefused(testApp, response, 415);
});

test.each(['application/json', 'Application/JSON; charset=utf-8', 'application/json;charset="UTF-8"'])(
  'taken: %s',
  async (type) => {
    const { send } = await createTestApp();
    expect((await send(good.formName, good.formData, { 'Content-Type': type })).status).toBe(200);
  },
);

test('a byte order mark is no part of the words', async () => {
  const { app } = await createTestApp();
  const body = bytes([0xef, 0xbb, 0xbf], JSON.stringify(good));
  const response = await app.request(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  expect(response.status).toBe(200);
});

test.each(['gzip', 'br', 'deflate', 'zstd'])('a body compressed with %s is not opened, however small', async (encoding) => {
  const testApp = await createTestApp();
  const bomb = gzipSync(Buffer.alloc(10_000_000, 32));
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
  await expectRefused(testApp, await testApp.app.request(path, { method: 'POST', headers, body: bomb }), 415);
});

test('100 KB is taken, more is not, also when the length is not announced', async () => {
  const testApp = await createTestApp();
  const room = 100 * 1024 - JSON.stringify({ ...good, formData: { ...good.formData, message: '' } }).length;
  const fitting = { ...good.formData, message: 'x'.repeat(room) };
  expect((await testApp.send(good.formName, fitting)).status).toBe(200);

  const other = await createTestApp();
  await expectRefused(other, await other.send(good.formName, { ...fitting, message: `${fitting.message}x` }), 413);
  const megabyte = new Blob(['x'.repeat(1_000_000)]).stream();
  const chunked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: megabyte, duplex: 'half' };
  await expectRefused(other, await other.app.request(path, chunked as RequestInit), 413);
  const announced = { 'Content-Type': 'application/json', 'Content-Length': '1000000' };
  await expectRefused(other, await other.app.request(path, { method: 'POST', headers: announced, body: '{}' }), 413);
});
