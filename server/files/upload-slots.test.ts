// Protects: uploads that run at once are few.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { beginUpload } from '#testing/held-upload.ts';
import { until } from '#testing/until.ts';
import { evidenceRefusals } from './evidence-refusals.ts';
import { createUploadSlots, leastPace, type Place, type Sender, uploadSlots } from './upload-slots.ts';

test('of one claim few uploads are sent at once, by whichever way, until one of them ends', async () => {
  const { mine, openClaim, url, evidenceRows } = await createTestEvidence();
  const bytes = evidenceFiles.mp4(300_000);
  const held = await Promise.all(
    Array.from({ length: uploadSlots.perClaim + 4 }, (_, index) =>
      beginUpload(url, mine.headers, Buffer.concat([bytes, Buffer.alloc(index)])),
    ),
  );
  const answers = held.map(({ answer }) => answer);
  for (const { send } of held) send(0, 100_000);
  const refused = await Promise.race(answers);
  expect(refused).toEqual({ status: 503, text: evidenceRefusals.unavailable });
  const form = new FormData();
  form.append('files', new File([new Uint8Array(bytes)], 'film.mp4'));
  await until('all others to be refused', async () => {
    const settled = await Promise.all(answers.map((answer) => Promise.race([answer, null])));
    return settled.filter((answer) => answer?.status === 503).length === 4;
  });
  expect((await mine.request('/your-claim/files', { method: 'POST', body: form })).status).toBe(503);
  expect((await mine.files.upload(mine.path('film.mp4'), bytes)).error).toMatchObject({ status: 503 });
  const other = await openClaim();
  expect((await other.files.upload(other.path('film.mp4'), bytes)).error).toBeNull();
  for (const { send } of held) send(100_000);
  const ended = await Promise.all(answers);
  expect(ended.filter((answer) => answer?.status === 204)).toHaveLength(uploadSlots.perClaim);
  expect((await mine.files.upload(mine.path('film.mp4'), bytes)).error).toBeNull();
  expect(evidenceRows().filter(({ received_at }) => received_at !== null)).toHaveLength(uploadSlots.perClaim + 2);
});

test('an upload that hardly sends is ended, one over a bad connection is not, and what had come is kept', async () => {
  const { mine, url, evidence, dataDir } = await createTestEvidence();
  const bytes = evidenceFiles.mp4(300_000);
  const [dripping, bad] = [await beginUpload(url, mine.headers, bytes), await beginUpload(url, mine.headers, bytes)];
  const bytesOf = ({ url: path }: typeof bad) => {
    const files = readdirSync(join(dataDir, 'evidence'), { recursive: true, withFileTypes: true });
    const file = files.find(({ name }) => path?.endsWith(`/${name}`));
    return file ? statSync(join(file.parentPath, file.name)).size : 0;
  };
  for (const { send } of [dripping, bad]) send(0, 20_000);
  // What comes before it has its place is not counted.
  await until('both to have a place', () => [dripping, bad].every((upload) => bytesOf(upload) === 20_000));
  for (const { send } of [dripping, bad]) send(20_000, 100_000);
  await until('the beginnings', () => [dripping, bad].every((upload) => bytesOf(upload) === 100_000));
  // Whole milliseconds, because the sum of a fraction and the length may round to less than the length later.
  const later = Math.ceil(performance.now()) + leastPace.withinMs;
  evidence.slots.endStalled(later);
  dripping.send(100_000, 100_003);
  bad.send(100_000, 100_000 + leastPace.bytes);
  await until('more', () => bytesOf(dripping) === 100_003 && bytesOf(bad) === 100_000 + leastPace.bytes);
  evidence.slots.endStalled(later + leastPace.withinMs);
  expect((await dripping.answer)?.status).toBe(409);
  bad.send(100_000 + leastPace.bytes);
  expect((await bad.answer)?.status).toBe(204);
  const asked = await fetch(dripping.url ?? '', { method: 'HEAD', headers: { ...mine.headers, 'Tus-Resumable': '1.0.0' } });
  expect(asked.headers.get('upload-offset')).toBe('100003');
});

describe('places for uploads', () => {
  const upload = Promise.withResolvers<string>();
  type Slots = ReturnType<typeof createUploadSlots>;
  const from = (address: string | null): Sender => ({ address, sending: null });
  const hold = (slots: Slots, claim: string, sender: Sender, onPlace = (_: Place) => {}) => {
    const begun = slots.hold(claim, sender, (place) => {
      onPlace(place);
      return upload.promise;
    });
    return Promise.race([begun, Promise.resolve('sending')]);
  };

  test.each([
    ['one address has', { perClaim: 9, perAddress: 2, perNetwork: 9, inAll: 9 }, '203.0.113.7', '203.0.113.7'],
    ['one network has', { perClaim: 9, perAddress: 9, perNetwork: 2, inAll: 9 }, '2001:db8:1:1::/64', '2001:db8:1:2::/64'],
    ['the process has', { perClaim: 9, perAddress: 9, perNetwork: 9, inAll: 2 }, '203.0.113.7', '203.0.113.8'],
  ])('%s are few, and are free again after an upload, also one that failed', async (_, limits, address, other) => {
    const slots = createUploadSlots(limits);
    const failing = Promise.withResolvers<string>();
    const failed = slots.hold('a', from(address), () => failing.promise);
    expect(await hold(slots, 'b', from(address))).toBe('sending');
    expect(await slots.hold('c', from(other), async () => 'sent')).toBeNull();
    failing.reject(new Error('The connection broke.'));
    await expect(failed).rejects.toThrow('broke');
    expect(await slots.hold('c', from(other), async () => 'sent')).toBe('sent');
  });

  test('the network with the most gives up its slowest for each of the others, until all have as many', async () => {
    // All begin at one moment, so that what each has sent says how fast it is.
    const slots = createUploadSlots({ perClaim: 99, perAddress: 99, perNetwork: 99, inAll: 6 }, () => 0);
    const ended: string[] = [];
    const send = (address: string, bytes: number) => {
      const sending = { bytes: () => 0, waitsForSender: () => true, close: () => {} };
      const kept = hold(slots, address, { address, sending }, ({ ending }) =>
        ending.addEventListener('abort', () => ended.push(`${address} ${bytes}`)),
      );
      sending.bytes = () => bytes;
      return kept;
    };
    for (const bytes of [50, 10, 30, 20, 60, 40]) await send('203.0.113.66', bytes);
    for (let index = 0; index < 3; index += 1) expect(await send('198.51.100.1', 1)).toBe('sending');
    expect(ended).toEqual(['203.0.113.66 10', '203.0.113.66 20', '203.0.113.66 30']);
    expect(await send('198.51.100.1', 1)).toBeNull();
    expect(await send('198.51.100.2', 1)).toBe('sending');
  });
});
