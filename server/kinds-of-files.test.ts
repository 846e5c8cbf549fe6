// Protects: every kind of file that is taken comes in by every way, nothing else comes in by any, and how much is a setting.
import { expect, test } from 'vitest';
import { evidenceKinds, type Kind } from '#forms/evidence-kinds.ts';
import { evidenceLimits, limitsBy } from '#forms/evidence-rules.ts';
import { evidenceRefusals, tooLarge } from '#server/files/evidence-refusals.ts';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { kindFiles, media, notTaken } from '#testing/fixtures/file-kinds.ts';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { joinAsStaff } from '#testing/test-accounts.ts';
import { keepFiles } from './mail/in/keep-files.ts';
import { parseEmail } from './mail/in/parse-email.ts';

type Files = [name: string, bytes: Buffer][];
type TestApp = Awaited<ReturnType<typeof createTestEvidence>>;

/** Sends files to the claim `mine`. */
const ways: Record<string, (app: TestApp, files: Files) => Promise<unknown>> = {
  'an upload that resumes': async ({ mine }, files) => {
    for (const [filename, bytes] of files) await mine.upload(bytes, { metadata: { filename } }).done;
  },
  'a form without scripts': ({ mine }, files) =>
    mine.request('/your-claim/files', { method: 'POST', body: formOf('file', files) }),
  'the desk': async ({ services, sqlite, url }, files) => {
    const { browser } = await joinAsStaff(services.auth, 'hana@kerbside.example', 'handler', 'Hana Novak', services.now);
    const id = sqlite.prepare('select id from form_submissions').pluck().get();
    const headers = { Cookie: browser.context().cookie ?? '', Origin: 'https://kerbside.example' };
    await fetch(`${url}/desk/files/${id}`, { method: 'POST', body: formOf('files', files), headers, redirect: 'manual' });
  },
  'an email': async ({ opened, sqlite }, files) => {
    const attached = files.map(([name, bytes]) => ({
      name,
      type: name.endsWith('.ics') ? 'text/calendar' : 'application/octet-stream',
      bytes,
    }));
    const row = { id: 'm', submission_id: sqlite.prepare('select id from form_submissions').pluck().get() };
    const email = await parseEmail(mimeEmail({ files: attached }), null);
    await keepFiles(opened, row as Parameters<typeof keepFiles>[1], email);
  },
};

const formOf = (field: string, files: Files) => {
  const form = new FormData();
  for (const [name, bytes] of files) form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
};

test.each(Object.entries(ways))('by %s every kind is kept as what it is, and nothing else is', async (way, send) => {
  const app = await createTestEvidence();
  const sent = Object.values(kindFiles);
  await send(app, [...sent, ...notTaken.map(([, name, bytes]): Files[number] => [name, bytes])]);
  const expected = Object.entries(kindFiles).filter(
    ([type]) => way === 'an email' || !(evidenceKinds as Record<string, Kind>)[type]?.isOfEmail,
  );
  const kept = app.evidenceRows().map(({ name, media_type, size }) => [media_type, name, size]);
  expect(kept.toSorted()).toEqual(expected.map(([type, [name, bytes]]) => [type, name, bytes.length]).toSorted());
});

test('the sizes of a film and of all files of a claim are settings', async () => {
  const { mine, evidenceRows } = await createTestEvidence({ FILM_MB: '1', CLAIM_FILES_MB: '2' });
  const film = (megabytes: number) => Buffer.concat([media('isom', []), Buffer.alloc(megabytes * 1024 ** 2, 1)]);
  expect(await mine.upload(film(1)).done).toEqual({ status: 413, message: tooLarge('film', 1024 ** 2) });
  for (let count = 0; count < 2; count += 1) expect(await mine.upload(film(0.9)).done).toBeNull();
  expect(await mine.upload(film(0.9)).done).toEqual({ status: 413, message: evidenceRefusals.tooMuch });
  expect(evidenceRows()).toHaveLength(2);
  expect(limitsBy({ filmMb: 2_048, claimFilesMb: 6_144 })).toEqual(evidenceLimits);
});
