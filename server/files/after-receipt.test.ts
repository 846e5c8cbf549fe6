// Protects: an uploaded file is scanned and previewed after it was received, and stays as it was.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { App } from '#server/core/app.ts';
import { clamdMaxBytes, eicar, findClamd, startClamd } from '#testing/clamd-server.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { addEvidence, createTestEvidence } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceOperations } from '#testing/evidence-operations.ts';
import { dngOf } from '#testing/fixtures/dng.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { appleMetadata, filmOf, movieHeader, since1904 } from '#testing/fixtures/film.ts';
import { blackPng, heicPhotograph, photograph } from '#testing/fixtures/pictures.ts';
import { freePort } from '#testing/free-port.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { evidenceModule } from './evidence-module.ts';
import { openFolderStore } from './folder-store.ts';

const databases = testDatabases();

async function openUploads(settings: Record<string, string> = {}) {
  const uploads = await createTestEvidence(settings, { hasPreviews: true });
  const claim = uploads.mine;
  const items = async () => uploads.evidence.list(uploads.rows()[0]?.id ?? '');
  return {
    ...uploads,
    claim,
    items,
    add: async (name: string, bytes: Buffer) =>
      expect(await claim.upload(bytes, { metadata: { filename: name } }).done).toBeNull(),
    /** The clock goes on meanwhile, because what a machine that stood still read too slowly is read again after ten seconds. */
    itemWhen: (what: string, isSo: (item: Awaited<ReturnType<typeof items>>[number]) => boolean) =>
      until(what, async () => {
        uploads.clock.now += 10;
        return (await items()).find(isSo);
      }),
    kept: (id: string) =>
      (readdirSync(join(uploads.dataDir, 'evidence'), { recursive: true }) as string[])
        .map((path) => basename(path))
        .filter((name) => name.startsWith(id)),
  };
}

test('A photograph gets previews and facts, and they go with it', async () => {
  const { add, itemWhen, evidence, kept, services } = await openUploads();
  await add('photo.heic', heicPhotograph());
  const item = await itemWhen('previews', ({ preview }) => preview === 'ready');
  const facts = { takenAt: '2026-11-20T14:03:22+00:00', latitude: 51.539, longitude: 0.081, camera: 'Apple iPhone 15' };
  expect(item).toMatchObject({ scan: 'none', virus: null, previewReason: null, facts: { ...facts, width: 240, height: 320 } });
  for (const size of ['thumbnail', 'large'] as const) {
    const response = await evidence.servePreview(new Request('http://a/'), item, size);
    expect(response?.headers.get('content-type')).toBe('image/webp');
    const metadata = await sharp((await response?.arrayBuffer()) ?? Buffer.alloc(0)).metadata();
    expect(metadata).toMatchObject({ width: 240, height: 320 });
    expect([metadata.exif, metadata.xmp, metadata.icc]).toEqual([undefined, undefined, undefined]);
  }
  expect(await services.metrics.text()).toContain('kerbside_evidence_previews_total 1');
  expect(kept(item.id).toSorted()).toEqual([item.id, `${item.id}.large.webp`, `${item.id}.thumbnail.webp`]);
  await evidence.remove(item.id, { id: null, name: 'A test' });
  expect(kept(item.id)).toEqual([]);
});

test('Of a raw picture the small one is shown, which is said', async () => {
  const { add, itemWhen } = await openUploads();
  await add('IMG_1.dng', await dngOf('thumbnail', 'raw', 'preview'));
  const item = await itemWhen('previews', ({ preview }) => preview === 'ready');
  expect(item).toMatchObject({ mediaType: 'image/x-adobe-dng', facts: { width: 600, height: 800 } });
  expect(item.previewReason).toContain('the small picture that the camera put into the file');
});

test('Of pictures that cannot be read the originals stay, with the reason, and the next picture gets its previews', async () => {
  const { add, itemWhen, items, dataDir, services } = await openUploads();
  const bad: Record<string, Buffer> = {
    'header.jpg': (await photograph()).subarray(0, 500),
    'bomb.png': await blackPng(60_000),
    'noise.heic': evidenceFiles.heic(),
    'noise.webp': evidenceFiles.webp(),
  };
  for (const [name, bytes] of Object.entries(bad)) await add(name, bytes);
  await add('good.jpg', await photograph());
  await itemWhen('previews of the good one', ({ preview, name }) => preview === 'ready' && name === 'good.jpg');
  for (const one of Object.keys(bad))
    await itemWhen(`the end of ${one}`, ({ preview, name }) => preview === 'failed' && name === one);
  const failed = (await items()).filter(({ preview }) => preview === 'failed');
  expect(failed.map(({ name }) => name).toSorted()).toEqual(Object.keys(bad).toSorted());
  for (const { id, submissionId, name, previewReason } of failed) {
    expect(previewReason).toMatch(name === 'bomb.png' ? /million pixels/ : /damaged/);
    expect(readFileSync(join(dataDir, 'evidence', submissionId, id)).equals(bad[name] as Buffer)).toBe(true);
  }
  expect(await services.metrics.text()).toContain(`kerbside_evidence_previews_failed_total ${failed.length}`);
});

test('Documents have no previews, and nothing waits for one', async () => {
  const { add, items } = await openUploads();
  await add('a.pdf', evidenceFiles.pdf());
  expect((await items()).map(({ preview }) => preview)).toEqual(['none']);
});

test('A film has its facts without a preview, also where it is described at its end', async () => {
  const { add, itemWhen } = await openUploads();
  const description = [
    movieHeader(since1904('2026-11-20T14:03:22Z'), 61_500),
    appleMetadata({ make: 'Apple', model: 'iPhone 15' }),
  ];
  await add('film.mov', filmOf(description, { mediaBytes: 300_000 }));
  const { facts } = await itemWhen('facts', ({ preview }) => preview === 'none');
  expect(facts).toMatchObject({ takenAt: '2026-11-20T14:03:22Z', durationMs: 61_500, camera: 'Apple iPhone 15' });
});

const clamdProgram = findClamd();

describe.runIf(clamdProgram)('With a virus scan', () => {
  test('an infected file is set apart, and a clean one gets its previews', async () => {
    const { add, itemWhen, items, evidence, events, kept, services } = await openUploads({ CLAMD_URL: await clamd() });
    await add('bad.jpg', Buffer.concat([await photograph(), Buffer.from(eicar)]));
    await add('good.jpg', await photograph());
    const infected = await itemWhen('the virus', ({ scan }) => scan === 'infected');
    const clean = await itemWhen('previews', ({ preview }) => preview === 'ready');
    expect(infected).toMatchObject({ name: 'bad.jpg', virus: 'Eicar.UNOFFICIAL', preview: 'none' });
    expect(clean).toMatchObject({ name: 'good.jpg', scan: 'clean', virus: null });
    expect(await evidence.open(infected.id)).toBeNull();
    expect(await evidence.servePreview(new Request('http://a/'), infected, 'thumbnail')).toBeNull();
    const served = await evidence.serveOriginal(new Request('http://a/'), infected, { inline: false });
    expect(served.status).toBe(403);
    expect(kept(infected.id)).toEqual([infected.id]);
    const [event] = events().filter(({ action }) => action === 'evidence infected');
    expect(JSON.parse(event?.details ?? '')).toEqual({
      evidence: infected.id,
      virus: 'Eicar.UNOFFICIAL',
      sha256: infected.sha256,
    });
    await services.alarmWatch.check();
    expect(services.alarms()).toMatchObject([
      { name: 'evidence_infected', message: expect.stringMatching(/in one file of \w{4}-\w{4}\./) },
    ]);
    expect(await services.metrics.text()).toContain('kerbside_evidence_infected 1');
    await evidence.remove(infected.id, { id: null, name: 'A test' });
    await services.alarmWatch.check();
    expect([services.alarms(), (await items()).length]).toEqual([[], 1]);
  });
});

test('While the scanner does not answer nobody can open a file, and staff are told', async () => {
  const { add, items, evidence, clock, services } = await openUploads({ CLAMD_URL: `tcp://127.0.0.1:${await freePort()}` });
  await add('photo.jpg', await photograph());
  await until('an attempt', async () => (await failedScans(services)) > 0);
  const [item] = await items();
  if (!item) throw new Error('It is gone.');
  expect(item).toMatchObject({ scan: 'waiting', preview: 'waiting' });
  expect(await evidence.open(item.id)).toBeNull();
  expect((await evidence.serveOriginal(new Request('http://a/'), item, { inline: true })).status).toBe(409);
  clock.now += 16 * 60_000;
  await services.alarmWatch.check();
  expect(services.alarms().map(({ name }) => name)).toContain('evidence_not_scanned');
});

test.runIf(clamdProgram)('scan and previews follow each other once clamd answers', async () => {
  const database = await databases.open();
  const { app, startWorker, advance, attempts, storeClaim } = await createTestDesk(database);
  const submissionId = await storeClaim();
  const open = instancesOf(app);
  const waiting = open(`tcp://127.0.0.1:${await freePort()}`);
  const evidence = evidenceOperations(waiting);
  const stream = (async function* () {
    yield await photograph();
  })();
  const received = await evidence.receive(submissionId, 'claimant', { name: 'photo.jpg', stream, size: null });
  expect(received).toMatchObject({ kind: 'received', item: { scan: 'waiting', preview: 'waiting' } });
  const first = startWorker(evidence.jobs, waiting);
  await until('an attempt', async () => (await attempts()).some(({ kind }) => kind === 'evidence-scan'));
  await first.stop();
  await advance(60_000);
  const worker = startWorker(evidenceModule.jobs, open(await clamd()));
  await until('the scan', async () => (await evidence.list(submissionId))[0]?.scan === 'clean');
  worker.wake();
  await until('previews', async () => {
    // What a machine that stood still read too slowly is read again after ten seconds.
    await advance(10);
    return (await evidence.list(submissionId))[0]?.preview === 'ready';
  });
});

test.runIf(clamdProgram)('what came before there was a scanner is scanned at the next start, as far as it can be', async () => {
  const database = await databases.open();
  const { app, startWorker, storeClaim } = await createTestDesk(database);
  const submissionId = await storeClaim();
  const open = instancesOf(app);
  const before = evidenceOperations(open(null));
  const [large, clean] = [evidenceFiles.webm(clamdMaxBytes + 1), evidenceFiles.pdf()];
  const infected = Buffer.concat([evidenceFiles.pdf(), Buffer.from(eicar)]);
  for (const [name, bytes] of Object.entries({ 'large.webm': large, 'bad.pdf': infected, 'good.pdf': clean }))
    await addEvidence(before, submissionId, name, bytes);
  const scans = async () => Object.fromEntries((await before.list(submissionId)).map(({ name, scan }) => [name, scan]));
  expect(await scans()).toEqual({ 'large.webm': 'none', 'bad.pdf': 'none', 'good.pdf': 'none' });
  startWorker(evidenceModule.jobs, open(await clamd()));
  const all = { 'large.webm': 'too-long', 'bad.pdf': 'infected', 'good.pdf': 'clean' };
  await expect.poll(scans).toEqual(all);
  const events = await database.db.selectFrom('audit_events').select('action').execute();
  expect(events.filter(({ action }) => action === 'evidence infected')).toHaveLength(1);
});

/** Instances with one store of files, with a scanner or without. */
function instancesOf(app: App) {
  const files = openFolderStore(temporaryFolder());
  return (clamdUrl: string | null): App => ({
    ...app,
    files,
    env: { ...app.env, clamdUrl },
    noteChange: () => {},
    noteClaimantUpdate: async () => {},
  });
}

async function clamd(): Promise<string> {
  const server = await startClamd(clamdProgram as string);
  onTestFinished(() => server.stop());
  return server.tcp;
}

async function failedScans(services: Awaited<ReturnType<typeof createTestEvidence>>['services']): Promise<number> {
  const kinds = await services.desk.backgroundWork({ id: 'o', name: 'Olu', email: 'o@a.example', role: 'owner' });
  return kinds.filter(({ kind, lastRunAt }) => kind === 'evidence-scan' && lastRunAt !== null).length;
}
