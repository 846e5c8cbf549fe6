// Protects: uploads that run at once are few.
import { describe, expect, test } from 'vitest';
import { evidenceRefusals } from '#forms/evidence-rules.ts';
import { createTestStorage } from '#testing/create-test-storage.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { beginUpload } from '#testing/held-upload.ts';
import { until } from '#testing/until.ts';
import { createUploadSlots, uploadSlots } from './upload-slots.ts';

test('of one claim few uploads are sent at once, by whichever way, until one of them ends', async () => {
  const { mine, openClaim, url, evidenceRows } = await createTestStorage();
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

describe('places for uploads', () => {
  const upload = Promise.withResolvers<string>();
  const hold = (slots: ReturnType<typeof createUploadSlots>, claim: string, address: string | null) =>
    Promise.race([slots.hold(claim, address, () => upload.promise), Promise.resolve('sending')]);

  test.each([
    ['one address has', { perClaim: 9, perAddress: 2, inAll: 9 }, 'here'],
    ['the process has', { perClaim: 9, perAddress: 9, inAll: 2 }, 'elsewhere'],
  ])('%s are few, and are free again after an upload, also one that failed', async (_, limits, address) => {
    const slots = createUploadSlots(limits);
    const failing = Promise.withResolvers<string>();
    const failed = slots.hold('a', 'here', () => failing.promise);
    expect(await hold(slots, 'b', 'here')).toBe('sending');
    expect(await slots.hold('c', address, async () => 'sent')).toBeNull();
    failing.reject(new Error('The connection broke.'));
    await expect(failed).rejects.toThrow('broke');
    expect(await slots.hold('c', address, async () => 'sent')).toBe('sent');
  });
});
