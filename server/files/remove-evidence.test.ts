// Protects: what a claimant removes is erased, or hidden and kept where staff have seen it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createTestEvidence, namesIn } from '#testing/create-test-evidence.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { olu } from '#testing/fixtures/test-staff.ts';

/** A claim with one file, and the ways in which the holder of its link can remove it. Each returns whether it was removed. */
async function withFile() {
  const storage = await createTestEvidence();
  const { mine, evidenceRows, dataDir, services, sqlite } = storage;
  await mine.files.upload(mine.path('photo.jpg'), evidenceFiles.jpeg());
  const [row] = evidenceRows();
  const id = String(row?.id);
  const submissionId = String(row?.submission_id);
  const tus = async () => {
    const response = await mine.request(`/your-claim/files/${id}`, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } });
    return response.status;
  };
  return {
    ...storage,
    id,
    submissionId,
    tus,
    wire: async () => ((await mine.files.remove([mine.path('photo.jpg')])).data?.length === 1 ? 204 : 404),
    isOnDisk: () => existsSync(join(dataDir, 'evidence', submissionId, id)),
    onDesk: async () => (await services.desk.evidence.list(olu, submissionId)).map(({ name, removedAt }) => [name, removedAt]),
    isUpdated: () => {
      const claim = sqlite
        .prepare('select claimant_update_at as at, claimant_update_seen_at as seen from form_submissions')
        .get();
      const { at, seen } = claim as { at: number; seen: number | null };
      return at > (seen ?? 0);
    },
  };
}

describe.each(['tus', 'wire'] as const)('A file that the claimant removes by %s', (way) => {
  test('is erased within the hour, while staff have not seen it', async () => {
    const { [way]: remove, evidenceRows, isOnDisk, events, clock } = await withFile();
    clock.now += hour;
    expect(await remove()).toBe(204);
    expect([evidenceRows(), isOnDisk()]).toEqual([[], false]);
    expect(events().at(-1)?.action).toBe('evidence removed');
  });

  test.each([
    [
      'an hour later',
      async ({ clock }) => {
        clock.now += hour + 1;
      },
    ],
    ['once staff have looked at the claim', ({ mine }) => mine.view()],
    [
      'once staff have opened it',
      async ({ services, id }) => {
        const request = new Request('http://a/', { method: 'GET' });
        const served = await services.desk.evidence.serve(olu, request, { id, version: 'download' });
        await served?.body?.cancel();
      },
    ],
  ] satisfies [string, (claim: Awaited<ReturnType<typeof withFile>>) => Promise<unknown>][])(
    'is hidden from them and kept for the team, %s',
    async (_, happen) => {
      const claim = await withFile();
      const { [way]: remove, isOnDisk, onDesk, events, clock, mine, services, submissionId, isUpdated } = claim;
      await happen(claim);
      await mine.view();
      clock.now += 1_000;
      expect(isUpdated()).toBe(false);
      expect(await remove()).toBe(204);
      expect([isOnDisk(), await onDesk()]).toEqual([true, [['photo.jpg', clock.now]]]);
      expect([events().at(-1)?.action, isUpdated()]).toEqual(['evidence withdrawn', true]);
      expect(namesIn((await mine.files.list(mine.reference)).data)).toEqual([]);
      expect((await mine.files.download(mine.path('photo.jpg'))).data).toBeNull();
      expect(await remove()).toBe(404);
      const copy = await services.desk.copyForClaimant(submissionId, 'json');
      expect(JSON.parse(copy?.body ?? '').submissions[0].files).toMatchObject([
        { name: 'photo.jpg', removedAt: new Date(clock.now).toISOString() },
      ]);
    },
  );
});

test('A hidden file keeps its place in the claim and gives its name back', async () => {
  const { mine, evidenceRows, isOnDisk, clock } = await withFile();
  clock.now += 2 * hour;
  await mine.files.remove([mine.path('photo.jpg')]);
  expect((await mine.files.upload(mine.path('photo.jpg'), evidenceFiles.jpeg())).error).toBeNull();
  expect([evidenceRows().length, isOnDisk()]).toEqual([2, true]);
  expect(namesIn((await mine.files.list(mine.reference)).data)).toEqual(['photo.jpg']);
});

test('A hidden file is not served to anyone who has the link of the claim, nor by a URL that was signed before', async () => {
  const { mine, id, clock } = await withFile();
  clock.now += 2 * hour;
  await mine.contact();
  const { data } = await mine.files.createSignedUrl(mine.path('photo.jpg'), 600);
  const original = () => mine.request(`/your-claim/evidence/${id}/original`);
  expect([(await original()).status, (await fetch(String(data?.signedUrl))).status]).toEqual([200, 200]);
  await mine.files.remove([mine.path('photo.jpg')]);
  expect([(await original()).status, (await fetch(String(data?.signedUrl))).status]).toEqual([404, 400]);
});

test('The team is told by email that a file was removed and is kept', async () => {
  const { mine, clock, sqlite, change, events } = await withFile();
  await mine.view();
  await change("update jobs set finished_at = 1 where kind = 'email'");
  clock.now += 2 * hour;
  await mine.files.remove([mine.path('photo.jpg')]);
  // The clock is hours ahead, so a reminder may wait too.
  const emails = sqlite
    .prepare("select template from jobs where kind = 'email' and template <> 'due-digest' and finished_at is null")
    .all();
  expect(emails).toEqual([{ template: 'claimant-update' }]);
  const details = JSON.parse(events().at(-1)?.details ?? '');
  expect(details).toMatchObject({ mediaType: 'image/jpeg', sha256: expect.stringMatching(/^[\da-f]{64}$/) });
});

test('A closed claim keeps its files as they are', async () => {
  const { mine, tus, submissionId, onDesk, services } = await withFile();
  await services.desk.runAction(olu, submissionId, { type: 'closed', why: 'It is settled.' });
  expect(await tus()).toBe(403);
  expect((await mine.files.remove([mine.path('photo.jpg')])).error?.message).toMatch(/closed/);
  expect(await onDesk()).toEqual([['photo.jpg', null]]);
});
