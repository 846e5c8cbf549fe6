// Protects: files of claims leave the room on the disk that claims themselves need.
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import type { Database } from '#server/core/database/database.ts';
import { gaugesOf } from '#server/core/observability/reading.ts';
import { createAlarmWatch } from '#server/operations/alarms/alarm-watch.ts';
import { testDatabases } from '#testing/databases.ts';
import { openEvidence } from '#testing/evidence-operations.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { machineTime } from '#testing/machine-time.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { cleanupJob } from './evidence-cleanup.ts';
import { evidenceRefusals } from './evidence-refusals.ts';
import { createEvidenceSpace } from './evidence-space.ts';
import { openFolderStore } from './folder-store.ts';

const databases = testDatabases();
const gigabyte = 1024 ** 3;
const refused = { kind: 'refused', status: 507, message: evidenceRefusals.full };

/** Evidence on a disk of a given size, with a claim that was contacted and one that was not. */
async function setup(disk: { bytes: number; free: number }) {
  const database = await databases.open('sqlite');
  const clock = { time: machineTime() };
  const now = () => clock.time;
  const store = {
    ...openFolderStore(temporaryFolder()),
    freeBytes: async () => disk.free,
    diskBytes: async () => disk.bytes,
  };
  const { app, evidence, rows } = await openEvidence(database, { now, files: store });
  const { metrics } = app;
  const watch = createAlarmWatch(app);
  watch.add(evidence.alarms);
  metrics.add(gaugesOf(app, watch.metrics));
  const claims = { fresh: await storedClaim(database, null), contacted: await storedClaim(database, now()) };
  const add = (claim: string) => {
    const bytes = evidenceFiles.jpeg(7_000);
    return evidence.receive(claim, 'claimant', { name: 'photo.jpg', stream: Readable.from([bytes]), size: bytes.length });
  };
  return { app, evidence, watch, metrics, store, claims, add, clock, rows };
}

async function storedClaim(database: Database, contactedAt: number | null): Promise<string> {
  const claim = claimFrom();
  await createSubmissionStore(database).insertAll([claim]);
  await database.db.updateTable('form_submissions').set({ contacted_at: contactedAt }).where('id', '=', claim.id).execute();
  return claim.id;
}

test('claims that nobody has contacted leave a tenth of the disk free, others the last gigabyte', async () => {
  const disk = { bytes: 40 * gigabyte, free: 4 * gigabyte + 8_000 };
  const { claims, add } = await setup(disk);
  expect(await add(claims.fresh)).toMatchObject({ kind: 'received' });
  disk.free = 4 * gigabyte - 1;
  expect(await add(claims.fresh)).toEqual(refused);
  expect(await add(claims.contacted)).toMatchObject({ kind: 'received' });
  disk.free = gigabyte - 1;
  expect(await add(claims.contacted)).toEqual(refused);
});

test('of a large disk they leave five gigabytes, of a small one the last one', async () => {
  const disk = { bytes: 400 * gigabyte, free: 5 * gigabyte + 8_000 };
  const { claims, add } = await setup(disk);
  expect(await add(claims.fresh)).toMatchObject({ kind: 'received' });
  disk.free = 5 * gigabyte - 1;
  expect(await add(claims.fresh)).toEqual(refused);
  Object.assign(disk, { bytes: 8 * gigabyte, free: gigabyte + 8_000 });
  expect(await add(claims.fresh)).toMatchObject({ kind: 'received' });
});

test('while they can add no more an alarm and a metric say so', async () => {
  const disk = { bytes: 40 * gigabyte, free: 4 * gigabyte };
  const { watch, metrics } = await setup(disk);
  await watch.check();
  expect([watch.raised(), await metrics.text()]).toEqual([
    [],
    expect.stringContaining('kerbside_evidence_alarm{name="evidence_disk_short"} 0'),
  ]);
  disk.free -= 1;
  await watch.check();
  expect([watch.raised(), await metrics.text()]).toEqual([
    [expect.objectContaining({ name: 'evidence_disk_short', message: expect.stringContaining('nearly full') })],
    expect.stringContaining('kerbside_evidence_alarm{name="evidence_disk_short"} 1'),
  ]);
});

test('while the disk is short their unfinished uploads are removed an hour after they were last written to', async () => {
  const disk = { bytes: 40 * gigabyte, free: 9 * gigabyte };
  const { app, store, claims, clock, rows } = await setup(disk);
  for (const [name, submissionId] of Object.entries(claims)) {
    await rows.reserve({ id: `${name}-film`, submissionId, name: 'film.mp4', size: 9_000, addedBy: 'claimant' });
    await store.put(`${submissionId}/${name}-film`, Buffer.alloc(10));
  }
  const run = () => cleanupJob.handle(null as never, { renewLease: async () => {}, signal: new AbortController().signal }, app);
  const left = async () => (await rows.unfinished(clock.time + 1, 9)).map(({ id }) => id).toSorted();
  disk.free = 4 * gigabyte - 1;
  await run();
  expect(await left()).toEqual(['contacted-film', 'fresh-film']);
  // Its files are older than this then.
  await pause(20);
  clock.time = machineTime() + hour;
  disk.free = 9 * gigabyte;
  await run();
  expect(await left()).toEqual(['contacted-film', 'fresh-film']);
  disk.free = 4 * gigabyte - 1;
  expect(await run()).toMatchObject({ attempt: { detail: '1 unfinished and 0 stray removed.' } });
  expect([await left(), await store.sizeOf(`${claims.fresh}/fresh-film`)]).toEqual([['contacted-film'], null]);
});

test('where the room shrinks while many write, only as many end as have to', async () => {
  const disk = { free: gigabyte + 10_000 };
  const store = { freeBytes: async () => disk.free, diskBytes: async () => 8 * gigabyte };
  const space = createEvidenceSpace(store, async () => false);
  const writers = await Promise.all(Array.from({ length: 11 }, () => space.open('claim', 1_000)));
  expect(writers.filter(Boolean)).toHaveLength(10);
  disk.free -= 1_500;
  const goOn = await Promise.all(writers.map((writer) => writer?.mayGoOn()));
  expect(goOn.filter(Boolean)).toHaveLength(8);
  // What the two were promised can be promised again.
  disk.free += 1_500;
  expect(await space.open('claim', 2_000)).not.toBeNull();
});

test('what others write while a claim is looked up is no longer free', async () => {
  const disk = { free: gigabyte + 3_000 };
  const lookUp = { writesMeanwhile: () => {} };
  const store = { freeBytes: async () => disk.free, diskBytes: async () => 80 * gigabyte };
  const isContacted = async () => {
    lookUp.writesMeanwhile();
    return true;
  };
  const space = createEvidenceSpace(store, isContacted);
  const [one, other] = [await space.open('claim', 1_000), await space.open('claim', 2_000)];
  disk.free -= 500;
  lookUp.writesMeanwhile = () => {
    disk.free -= 2_000;
    other?.written(2_000);
  };
  expect(await one?.mayGoOn()).toBe(false);
});

test('what files that are being written may still take is not given to others, and is free again once they end', async () => {
  const disk = { bytes: 8 * gigabyte, free: gigabyte + 20_000 };
  const { evidence, claims, add } = await setup(disk);
  const bytes = evidenceFiles.jpeg(15_000);
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* heldStream() {
    yield bytes.subarray(0, 8_000);
    begun.resolve();
    await goOn.promise;
    yield bytes.subarray(8_000);
  }
  const held = evidence.receive(claims.contacted, 'claimant', { name: 'held.jpg', stream: heldStream(), size: bytes.length });
  await begun.promise;
  disk.free -= 8_000;
  expect(await add(claims.fresh)).toEqual(refused);
  goOn.resolve();
  expect(await held).toMatchObject({ kind: 'received' });
  expect(await add(claims.fresh)).toMatchObject({ kind: 'received' });
});
