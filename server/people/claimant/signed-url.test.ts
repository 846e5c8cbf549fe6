// Protects: a signed URL gives one file for its time, and nothing else.

import { describe, expect, test } from 'vitest';
import type { Action } from '#server/claims/actions/actions.ts';
import { createTestEvidence, refused } from '#testing/create-test-evidence.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { signFile } from './signed-url.ts';
import { storageErrors } from './storage-errors.ts';

describe('a signed URL', () => {
  const one = async () => {
    const storage = await createTestEvidence();
    const { mine } = storage;
    await mine.contact();
    await mine.files.upload(mine.path('film.mp4'), evidenceFiles.mp4(9_000));
    const sign = async (seconds: number, options = {}) =>
      String((await mine.files.createSignedUrl(mine.path('film.mp4'), seconds, options)).data?.signedUrl);
    return { ...storage, sign, signed: await sign(60) };
  };

  test('lets anybody who has it save the file, in ranges too, under a name of their choice', async () => {
    const { signed, sign } = await one();
    const headers = { Range: 'bytes=0-9', 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' };
    const part = await fetch(signed, { headers });
    expect([part.status, part.headers.get('content-range'), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      'bytes 0-9/9000',
      10,
    ]);
    expect(part.headers.get('content-disposition')).toMatch(/^attachment; filename="film.mp4"/);
    expect(part.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(part.headers.has('access-control-allow-origin')).toBe(false);
    const saved = await fetch(await sign(60, { download: 'rear window.mp4' }), { method: 'HEAD' });
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="rear window.mp4"/);
    expect((await fetch(signed, { headers: { Range: 'bytes=9000-' } })).status).toBe(416);
  });

  test('is not made, and does not work, before the team has been in touch', async () => {
    const { sign, signed, mine, change } = await one();
    await change('update form_submissions set contacted_at = null');
    const path = mine.path('film.mp4');
    expect(await mine.files.createSignedUrl(path, 60)).toEqual(refused(storageErrors.notContacted));
    expect(await mine.files.createSignedUrls([path], 60)).toEqual(refused(storageErrors.notContacted));
    expect((await fetch(signed)).status).toBe(400);
    await change('update form_submissions set contacted_at = 1');
    expect([(await fetch(signed)).status, (await fetch(await sign(3_600))).status]).toEqual([200, 200]);
  });

  test('that an earlier version signed for longer works in its last hour alone', async () => {
    const { mine, services, evidenceRows, url, clock } = await one();
    const daySeconds = 24 * 3_600;
    const token = signFile(services.app, { evidenceId: String(evidenceRows()[0]?.id), generation: 0, linkOf: null }, daySeconds);
    const signed = `${url}/storage/v1/object/sign/evidence/${mine.path('film.mp4')}?token=${token}`;
    expect((await fetch(signed)).status).toBe(400);
    clock.now += (daySeconds - 60) * 1_000;
    expect((await fetch(signed)).status).toBe(200);
  });

  test('ends with its time', async () => {
    const { signed, clock } = await one();
    clock.now += 59_000;
    expect((await fetch(signed)).status).toBe(200);
    clock.now += 1_000;
    const response = await fetch(signed);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ statusCode: '400', error: 'InvalidJWT', message: storageErrors.expired.message });
  });

  test('ends with the private link it was made with', async () => {
    const { signed, change } = await one();
    await change('update form_submissions set link_generation = 1');
    expect((await fetch(signed)).status).toBe(400);
    await change('update form_submissions set link_generation = 0, link_revoked_at = 1');
    expect((await fetch(signed)).status).toBe(400);
    await change('update form_submissions set link_revoked_at = null, closed_at = 1');
    expect((await fetch(signed)).status).toBe(400);
    await change('update form_submissions set closed_at = null');
    expect((await fetch(signed)).status).toBe(200);
  });

  /** Merges the claim of the file into another one, which the team has been in touch with. */
  async function merge({ openClaim, services, mine }: Awaited<ReturnType<typeof one>>) {
    const mergedInto = await openClaim();
    await mergedInto.contact();
    const [into, merged] = [await mergedInto.view(), await mine.view()];
    const run = (action: Action) => services.desk.runAction(olu, into?.id ?? '', action);
    const outcome = await run({ type: 'merged', other: merged?.id ?? '' });
    if (outcome.kind !== 'done' || !outcome.undo) throw new Error('They are not merged.');
    return { mergedInto, run, undo: outcome.undo };
  }

  test('works on while its claim is merged into another, until the link of that one is replaced', async () => {
    const storage = await one();
    const { signed, mine, change } = storage;
    await change('update form_submissions set link_generation = 3');
    const { mergedInto, run, undo } = await merge(storage);
    expect((await fetch(signed)).status).toBe(400);
    await change(`update form_submissions set link_generation = 0 where reference = '${mine.reference}'`);
    expect((await fetch(signed)).status).toBe(200);
    const { data } = await mergedInto.files.createSignedUrl(mine.path('film.mp4'), 60);
    const byMergedInto = String(data?.signedUrl);
    expect((await fetch(byMergedInto)).status).toBe(200);
    await run(undo);
    expect([(await fetch(signed)).status, (await fetch(byMergedInto)).status]).toEqual([200, 400]);
    await merge(storage);
    expect((await fetch(signed)).status).toBe(200);
    await change('update form_submissions set link_generation = 4 where merged_into is null');
    expect([(await fetch(signed)).status, (await fetch(byMergedInto)).status]).toEqual([400, 400]);
  });

  test('that had ended does not come back with a merge', async () => {
    const storage = await one();
    const { signed, mine, change } = storage;
    await change(`update form_submissions set link_generation = 1 where reference = '${mine.reference}'`);
    const { mergedInto } = await merge(storage);
    for (const url of [signed, signed.replace(mine.reference, mergedInto.reference)]) expect((await fetch(url)).status).toBe(400);
  });

  test('is good for its own path and time alone', async () => {
    const { signed, mine } = await one();
    await mine.files.upload(mine.path('other.mp4'), evidenceFiles.mp4(300));
    const later = signed.replace(/\.(\d+)\.([\w-]+)$/, (_, at, mac) => `.${Number(at) + 60}.${mac}`);
    for (const wrong of [later, signed.replace('film', 'other'), `${signed}A`, signed.slice(0, -1), signed.split('?')[0] ?? '']) {
      const response = await fetch(wrong);
      expect([response.status, (await response.json()).error]).toEqual([400, 'InvalidSignature']);
    }
  });

  test('is made for several files at once, with an error for each that is not there', async () => {
    const { mine } = await one();
    const { data } = await mine.files.createSignedUrls([mine.path('film.mp4'), mine.path('none.mp4')], 60);
    expect(data).toMatchObject([
      { path: mine.path('film.mp4'), error: null },
      { error: storageErrors.noSuchObject.message, signedUrl: null },
    ]);
    expect((await fetch(String(data?.[0]?.signedUrl))).status).toBe(200);
  });

  test.each([0, -1, 1.5, 3_601, 1e12])('for %d seconds is refused', async (seconds) => {
    const { mine } = await one();
    expect((await mine.files.createSignedUrl(mine.path('film.mp4'), seconds)).error).toMatchObject({ status: 400 });
  });
});
