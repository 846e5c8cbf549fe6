// Protects: files of a form without JavaScript are received, and each refused one is named.
import { request as openRequest } from 'node:http';
import { expect, test } from 'vitest';
import { evidenceLimits } from '#forms/evidence-rules.ts';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { until } from '#testing/until.ts';
import { evidenceRefusals, tooLarge } from './evidence-refusals.ts';

const path = '/your-claim/files';

function formOf(files: [name: string, bytes: Buffer][]): FormData {
  const form = new FormData();
  for (const [name, bytes] of files) form.append('files', new File([new Uint8Array(bytes)], name));
  return form;
}

test('a form with files, posted without JavaScript, leads back to the claim with all of them received', async () => {
  const { mine, evidenceRows } = await createTestEvidence();
  const body = formOf([
    ['Straße bei Nacht.jpg', evidenceFiles.jpeg()],
    ['..\\..\\report.pdf', evidenceFiles.pdf()],
    ['', Buffer.alloc(0)],
    ['film.mp4', evidenceFiles.mp4(300_000)],
  ]);
  const response = await mine.request(path, { method: 'POST', body });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/your-claim']);
  expect(evidenceRows().map(({ name, size, received_at }) => [name, size, received_at !== null])).toEqual([
    ['Straße bei Nacht.jpg', 60_000, true],
    ['report.pdf', 60_000, true],
    ['film.mp4', 300_000, true],
  ]);
});

test('one refused file does not stop the others, and a sentence names it', async () => {
  const { mine, evidenceRows } = await createTestEvidence();
  const body = formOf([
    ['page <b>.html', Buffer.concat([refusedFiles['a page'], Buffer.alloc(2 ** 20)])],
    ['huge.jpg', evidenceFiles.jpeg(evidenceLimits.file.picture + 9)],
    ['photo.png', evidenceFiles.png()],
    ['empty.pdf', Buffer.alloc(0)],
  ]);
  const response = await mine.request(path, { method: 'POST', body });
  const page = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([422, 'text/html; charset=UTF-8']);
  expect(page).toContain(`page &lt;b&gt;.html: ${evidenceRefusals.active}`);
  for (const text of [`huge.jpg: ${tooLarge('picture', evidenceLimits.file.picture)}`, `empty.pdf: ${evidenceRefusals.empty}`])
    expect(page).toContain(text);
  expect(evidenceRows().map(({ name }) => name)).toEqual(['photo.png']);
});

test('a form that breaks off keeps the files that were whole', async () => {
  const { mine, evidenceRows, port } = await createTestEvidence();
  const part = (name: string) =>
    `--bound\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const sent = openRequest({
    port,
    path,
    method: 'POST',
    agent: false,
    headers: { ...mine.headers, 'Content-Type': 'multipart/form-data; boundary=bound', 'Content-Length': 9_000_000 },
  });
  sent.on('error', () => {});
  sent.write(`${part('whole.jpg')}`);
  sent.write(evidenceFiles.jpeg());
  sent.write(`\r\n${part('half.jpg')}`);
  sent.write(evidenceFiles.jpeg(200_000));
  await until('both to have begun', () => evidenceRows().length === 2);
  sent.destroy();
  await until('the half one to be gone', () => evidenceRows().length === 1);
  expect(evidenceRows()).toMatchObject([{ name: 'whole.jpg', received_at: expect.any(Number) }]);
});

test('a form without a link, from another site, or that is none is refused', async () => {
  const { mine, url } = await createTestEvidence();
  const body = () => formOf([['photo.jpg', evidenceFiles.jpeg()]]);
  const nobody = await fetch(`${url}${path}`, { method: 'POST', body: body(), headers: { Origin: 'https://kerbside.example' } });
  const answer = await nobody.text();
  expect([nobody.status, answer]).toEqual([403, expect.stringContaining('private link')]);
  expect(answer).not.toContain(evidenceRefusals.othersArrived);
  expect((await mine.request(path, { method: 'POST', body: body(), headers: { Origin: 'https://evil.example' } })).status).toBe(
    403,
  );
  expect((await mine.request(path, { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
  const broken = { 'Content-Type': 'multipart/form-data; boundary=bound' };
  expect((await mine.request(path, { method: 'POST', body: '--bound\r\nnonsense', headers: broken })).status).toBe(422);
  for (const type of [`multipart/form-data; boundary=${'x'.repeat(300)}`, 'multipart/form-data; x-boundary=x'])
    expect((await mine.request(path, { method: 'POST', body: '--x', headers: { 'Content-Type': type } })).status).toBe(415);
});

test('of a form with more than a hundred files it is not said that all others arrived', async () => {
  const { mine } = await createTestEvidence();
  const body = formOf(Array.from({ length: 101 }, (_, count) => [`note ${count}.txt`, Buffer.from('Hello')]));
  const text = await (await mine.request(path, { method: 'POST', body })).text();
  expect(text).toContain(evidenceRefusals.incomplete);
  expect(text).not.toContain(evidenceRefusals.othersArrived);
});
