// Protects: the list of a claim's files is that of the storage client.
import { describe, expect, test } from 'vitest';
import { createTestEvidence, namesIn } from '#testing/create-test-evidence.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';

describe('a list', () => {
  async function withFiles(...names: string[]) {
    const storage = await createTestEvidence();
    for (const name of names) {
      storage.clock.now += 1_000;
      expect((await storage.mine.files.upload(storage.mine.path(name), evidenceFiles.jpeg(200))).error).toBeNull();
    }
    return storage.mine;
  }

  test('is sorted by name, or as it is asked for, and comes in pages', async () => {
    const { files, reference } = await withFiles('c.jpg', 'a.jpg', 'B.jpg', 'd.jpg');
    expect(namesIn((await files.list(reference)).data)).toEqual(['B.jpg', 'a.jpg', 'c.jpg', 'd.jpg']);
    const byTime = await files.list(reference, { sortBy: { column: 'created_at', order: 'desc' } });
    expect(namesIn(byTime.data)).toEqual(['d.jpg', 'B.jpg', 'a.jpg', 'c.jpg']);
    expect(namesIn((await files.list(`${reference}/`, { limit: 2, offset: 1 })).data)).toEqual(['a.jpg', 'c.jpg']);
    expect(namesIn((await files.list(reference, { search: 'b' })).data)).toEqual(['B.jpg']);
    expect((await files.list(reference, { offset: 9 })).data).toEqual([]);
  });

  test('shows folders by their name alone', async () => {
    const { files, reference, path } = await withFiles('a.jpg', 'rear/b.jpg', 'rear/left/c.jpg');
    expect(namesIn((await files.list(reference)).data)).toEqual(['a.jpg', 'rear']);
    const { data } = await files.list(path('rear'));
    expect(data).toMatchObject([
      { name: 'b.jpg', id: expect.any(String) },
      { name: 'left', id: null, metadata: null },
    ]);
    expect((await files.list(path('rea'))).data).toEqual([]);
  });

  test('gives files with one name on the page names of their own, which stay', async () => {
    const { mine } = await createTestEvidence();
    for (let count = 0; count < 3; count += 1)
      await mine.upload(evidenceFiles.jpeg(), { metadata: { filename: 'IMG_1.jpg' } }).done;
    await mine.upload(evidenceFiles.png(), { metadata: { filename: 'what? 50% #1.png' } }).done;
    const names = ['IMG_1 (2).jpg', 'IMG_1 (3).jpg', 'IMG_1.jpg', 'what_ 50_ _1.png'];
    expect(namesIn((await mine.files.list(mine.reference)).data)).toEqual(names);
    await mine.files.remove([mine.path('IMG_1.jpg')]);
    expect(namesIn((await mine.files.list(mine.reference)).data)).toEqual(names.filter((name) => name !== 'IMG_1.jpg'));
    for (const name of names.slice(0, 2)) expect((await mine.files.download(mine.path(name))).error).toBeNull();
  });

  test.each([
    { limit: 0 },
    { limit: 1.5 },
    { limit: 'x' },
    { offset: -1 },
    { sortBy: { column: 'sha256' } },
    { sortBy: { order: 'up' } },
    { search: 7 },
  ])('asked for by %j is refused with what is wrong', async (query) => {
    const { mine } = await createTestEvidence();
    const { error } = await mine.files.list(mine.reference, query as Parameters<typeof mine.files.list>[1]);
    expect(error).toMatchObject({ status: 400, message: expect.stringMatching(new RegExp(`^${Object.keys(query)[0]}`)) });
  });
});
