// Protects: files are kept from everybody without the claim's private link.
import { describe, expect, test } from 'vitest';
import { createTestEvidence, filesOf, namesIn, refused } from '#testing/create-test-evidence.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { storageErrors } from './storage-errors.ts';

const photo = evidenceFiles.jpeg();

describe('another claim', () => {
  test('is answered about as one that there is not', async () => {
    const { mine, openClaim } = await createTestEvidence();
    const theirs = await openClaim();
    await theirs.files.upload(theirs.path('photo.jpg'), photo);
    const answers = async (reference: string) => {
      const path = `${reference}/photo.jpg`;
      return JSON.stringify([
        await mine.files.list(reference),
        await mine.files.download(path),
        await mine.files.info(path),
        await mine.files.createSignedUrl(path, 60),
        (await mine.files.createSignedUrls([path], 60)).data?.map(({ error }) => error),
        await mine.files.remove([path]),
        await mine.files.upload(path, photo),
        await mine.files.update(path, photo),
      ]);
    };
    expect(await answers(theirs.reference)).toBe(await answers('ZZZZ-ZZZZ'));
    expect(await mine.files.exists(theirs.path('photo.jpg'))).toMatchObject({ data: false });
    expect(await mine.files.download(theirs.path('photo.jpg'))).toEqual(refused(storageErrors.noSuchObject));
    expect(await mine.files.upload(theirs.path('b.jpg'), photo)).toEqual(refused(storageErrors.notYourFolder));
    expect(namesIn((await theirs.files.list(theirs.reference)).data)).toEqual(['photo.jpg']);
    expect(namesIn((await mine.files.list()).data)).toEqual([]);
  });
});

describe('a client without a private link', () => {
  test.each([
    ['with the anonymous key', () => 'anonymous-key'],
    ['with a token that is wrong in one letter', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['with the token of another reference', (token: string) => `ZZZZZZZZ${token.slice(8)}`],
  ])('is refused everything in the same words, %s', async (_, change) => {
    const { mine, url } = await createTestEvidence();
    const path = mine.path('photo.jpg');
    await mine.files.upload(path, photo);
    const files = filesOf(url, change(mine.token));
    for (const outcome of [
      await files.list(mine.reference),
      await files.upload(mine.path('b.jpg'), photo),
      await files.upload(mine.path('b.jpg'), new Blob([new Uint8Array(evidenceFiles.jpeg(9_000_000))])),
      await files.download(path),
      await files.createSignedUrl(path, 60),
      await files.remove([path]),
      await files.info(path),
      await files.update(path, photo),
    ])
      expect(outcome).toEqual(refused(storageErrors.noToken));
    expect((await mine.files.list(mine.reference)).data).toHaveLength(1);
  });

  test('is refused without a bearer, and once the link has ended', async () => {
    const { mine, url, change } = await createTestEvidence();
    const list = (headers: Record<string, string>) =>
      fetch(`${url}/storage/v1/object/list/evidence`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: '{}',
      });
    const body = { statusCode: '401', error: 'Unauthorized', message: storageErrors.noToken.message };
    for (const headers of [{}, { Authorization: mine.token }, { Authorization: 'Bearer ' }, { Cookie: mine.headers.Cookie }]) {
      const response = await list(headers as Record<string, string>);
      expect([response.status, await response.json()]).toEqual([401, body]);
    }
    await change('update form_submissions set link_revoked_at = 1');
    const ended = await list({ Authorization: `Bearer ${mine.token}` });
    expect([ended.status, await ended.json()]).toEqual([401, body]);
  });
});
