// Protects: staff open, download and remove the files of a claim as their role allows, on record.
import { createHash } from 'node:crypto';
import { readdir, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { addEvidence } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { photograph } from '#testing/fixtures/pictures.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';
import { entriesOf } from '#testing/zip-entries.ts';

const databases = testDatabases();

async function openDeskWithFiles(files: Record<string, Buffer>) {
  const database = await databases.open('sqlite');
  const testDesk = await createTestDesk(database);
  const { desk, evidence, storeClaim, startWorker } = testDesk;
  const id = await storeClaim();
  for (const [name, bytes] of Object.entries(files)) {
    await addEvidence(evidence, id, name, bytes);
    await testDesk.advance(1);
  }
  const worker = startWorker();
  return {
    ...testDesk,
    database,
    id,
    worker,
    list: () => desk.evidence.list(olu, id),
    serve: (evidenceId: string, version: string, by = olu) =>
      desk.evidence.serve(by, new Request('http://a/'), { id: evidenceId, version }),
    recorded: async () =>
      (await testDesk.events())
        .filter(({ action }) => /^evidence (viewed|downloaded)/.test(action))
        .map(({ action, actor, subject_id, details }) => [action, actor, subject_id, JSON.parse(details)]),
  };
}

const bytesOf = async (response: Response | null) => Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0));

test('Staff see the files of a claim, and opening one is recorded once in ten minutes', async () => {
  const original = await photograph();
  const { list, serve, id, recorded, advance, worker } = await openDeskWithFiles({ 'photo.jpg': original });
  await until('previews', async () => {
    // What a machine that stood still read too slowly is read again after ten seconds.
    await advance(10);
    return (await list()).every(({ preview }) => preview === 'ready');
  });
  const [item] = await list();
  await worker.stop();
  expect(item).toMatchObject({ name: 'photo.jpg', addedByName: 'the claimant', facts: { camera: 'Apple iPhone 15' } });
  const file = item?.id ?? '';
  expect((await serve(file, 'thumbnail'))?.headers.get('content-type')).toBe('image/webp');
  expect(await recorded()).toEqual([]);
  for (const version of ['large', 'original', 'original', 'download', 'download']) await serve(file, version);
  await serve(file, 'original', grace);
  const details = { evidence: file };
  const expected = [
    ['evidence viewed', olu.name, id, details],
    ['evidence downloaded', olu.name, id, details],
    ['evidence viewed', grace.name, id, details],
  ];
  expect(await recorded()).toEqual(expected);
  await advance(hour);
  const saved = await serve(file, 'download');
  expect(saved?.headers.get('content-disposition')).toMatch(/^attachment; filename="photo.jpg"/);
  expect((await bytesOf(saved)).equals(original)).toBe(true);
  expect(await recorded()).toHaveLength(4);
  expect((await serve(file, 'original'))?.headers.get('content-disposition')).toMatch(/^inline/);
  expect([await serve(file, 'secret'), await serve('nothing', 'large')]).toEqual([null, null]);
});

test('All files of a claim come as one ZIP with their checksums; what may not be opened is left out', async () => {
  const [one, other, pdf] = [await photograph(), evidenceFiles.jpeg(), evidenceFiles.pdf()];
  const files = { 'Front.JPG': one, 'front.jpg': other, 'con.pdf': pdf, 'a "b".pdf': pdf, 'later.pdf': pdf };
  const { desk, database, id, recorded } = await openDeskWithFiles(files);
  await database.db.updateTable('evidence').set({ scan_state: 'waiting' }).where('name', '=', 'later.pdf').execute();
  const zip = await desk.evidence.zip(olu, id);
  const bytes = await bytesOf(new Response(zip?.stream));
  expect(bytes.length).toBe(zip?.length);
  const entries = entriesOf(bytes);
  expect([...entries.keys()]).toEqual(['Front.JPG', 'front (2).jpg', '_con.pdf', 'a _b_.pdf', 'SHA256SUMS.txt']);
  expect([entries.get('Front.JPG')?.equals(one), entries.get('front (2).jpg')?.equals(other)]).toEqual([true, true]);
  const sums = entries.get('SHA256SUMS.txt')?.toString().split('\n') ?? [];
  expect(sums[0]).toBe('# 1 left out: infected, or not scanned for viruses yet.');
  expect(sums[2]).toBe(`${createHash('sha256').update(other).digest('hex')}  front (2).jpg`);
  expect(await recorded()).toEqual([['evidence downloaded', olu.name, id, { files: 4 }]]);
  expect(await desk.evidence.zip(olu, 'nothing')).toBeNull();
});

test('A file that cannot be found is left out of the ZIP, which names it', async () => {
  const [one, other] = [evidenceFiles.jpeg(), evidenceFiles.pdf()];
  const { desk, evidence, id, list } = await openDeskWithFiles({ 'a.jpg': one, 'missing.txt': other, 'b.pdf': other });
  const [, gone] = await list();
  await rm(join(evidence.folder, id, gone?.id ?? ''));
  const zip = await desk.evidence.zip(olu, id);
  const bytes = await bytesOf(new Response(zip?.stream));
  expect([bytes.length, zip?.files]).toEqual([zip?.length, 2]);
  const entries = entriesOf(bytes);
  expect([...entries.keys()]).toEqual(['a.jpg', 'b.pdf', 'MISSING.txt', 'SHA256SUMS.txt']);
  expect(entries.get('MISSING.txt')?.toString()).toContain(`${gone?.sha256}  missing.txt.pdf, received 2026`);
  expect(entries.get('SHA256SUMS.txt')?.toString()).not.toContain('missing.txt');
});

test('A download of all that is broken off closes the file that it was reading', async () => {
  const { desk, id } = await openDeskWithFiles({ 'a.mp4': evidenceFiles.mp4(5_000_000), 'b.mp4': evidenceFiles.mp4(5_000_000) });
  const zip = await desk.evidence.zip(olu, id);
  const reader = zip?.stream.getReader();
  await reader?.read();
  await reader?.read();
  await reader?.cancel();
  await until('no open file', async () => !(await openFiles()).some((path) => path.includes(id)));
});

test('A ZIP that nobody reads opens no file, as after a HEAD request', async () => {
  const { desk, id, worker } = await openDeskWithFiles({ 'a.mp4': evidenceFiles.mp4(5_000_000) });
  // A job reads the film, on a busy machine for long.
  await worker.stop();
  const zip = await desk.evidence.zip(olu, id);
  await setTimeout(200);
  expect((await openFiles()).filter((path) => path.includes(id))).toEqual([]);
  await zip?.stream.cancel();
});

test('An infected file can be taken away, and no other', async () => {
  const { desk, database, events, list, id } = await openDeskWithFiles({
    'a.pdf': evidenceFiles.pdf(),
    'b.pdf': evidenceFiles.pdf(),
  });
  await database.db.updateTable('evidence').set({ scan_state: 'infected' }).where('name', '=', 'a.pdf').execute();
  const [infected, other] = await list();
  expect(await desk.evidence.removeInfected(olu, other?.id ?? '')).toBeNull();
  expect(await desk.evidence.removeInfected(olu, infected?.id ?? '')).toMatchObject({ submissionId: id });
  expect((await list()).map(({ name }) => name)).toEqual(['b.pdf']);
  const removed = (await events()).filter(({ action }) => action === 'evidence removed');
  expect(removed.map(({ actor, details }) => [actor, JSON.parse(details).sha256])).toEqual([[olu.name, infected?.sha256]]);
});

test('Without a role nothing of it can be had, and the refusal is recorded', async () => {
  const { desk, events, list, id } = await openDeskWithFiles({ 'a.pdf': evidenceFiles.pdf() });
  const nobody = { ...olu, role: 'visitor' as never };
  const [item] = await list();
  const which = { id: item?.id ?? '', version: 'original' };
  for (const attempt of [
    desk.evidence.list(nobody, id),
    desk.evidence.serve(nobody, new Request('http://a/'), which),
    desk.evidence.zip(nobody, id),
    desk.evidence.removeInfected(nobody, which.id),
    desk.evidence.askForPreview(nobody, which.id),
  ])
    await expect(attempt).rejects.toThrow('does not allow');
  expect((await events()).filter(({ action }) => action === 'access refused')).toHaveLength(5);
});

async function openFiles(): Promise<string[]> {
  const handles = await readdir('/proc/self/fd').catch(() => []);
  return Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')));
}
