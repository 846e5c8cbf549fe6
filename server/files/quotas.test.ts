// Protects: a claim, a link and the disk have limits for files, also across instances, and a limit is a sentence.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { evidenceLimits } from '#forms/evidence-rules.ts';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { createAudit } from '#server/core/audit/audit.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import type { Database } from '#server/core/database/database.ts';
import { testDatabases } from '#testing/databases.ts';
import { openEvidence } from '#testing/evidence-operations.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { machineTime } from '#testing/machine-time.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { cleanupJob } from './evidence-cleanup.ts';
import { evidenceRefusals } from './evidence-refusals.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { openFolderStore } from './folder-store.ts';

const databases = testDatabases();
const gigabyte = 1024 ** 3;

/** Evidence on a database, as one of several instances has it. */
async function instance(database: Database, more: Partial<EvidenceStore> = {}) {
  const folder = temporaryFolder();
  const clock = { time: Date.UTC(2026, 10, 21, 10) };
  const lines: string[] = [];
  const { app, evidence, rows } = await openEvidence(database, {
    now: () => clock.time,
    files: { ...openFolderStore(folder), diskBytes: async () => 8 * gigabyte, ...more },
    writeLog: (line) => lines.push(line),
  });
  const receive = (claim: string, bytes: Buffer, name = 'photo.jpg') =>
    evidence.receive(claim, 'claimant', { name, stream: Readable.from([bytes]), size: bytes.length });
  const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return { app, evidence, receive, folder, files, clock, rows, log: () => lines.join('') };
}

async function storedClaim(database: Database): Promise<string> {
  const claim = claimFrom();
  await createSubmissionStore(database).insertAll([claim]);
  return claim.id;
}

describe('quotas', () => {
  test('of seventy files at once, through two instances, sixty are kept and ten refused', async () => {
    const database = await databases.open();
    const claim = await storedClaim(database);
    const instances = [await instance(database), await instance(database)];
    const outcomes = await Promise.all(
      Array.from({ length: evidenceLimits.claimFiles + 10 }, (_, index) =>
        instances[index % 2]?.receive(claim, evidenceFiles.jpeg(9_000), `photo ${index}.jpg`),
      ),
    );
    const refused = outcomes.flatMap((outcome) => (outcome?.kind === 'refused' ? [outcome.message] : []));
    expect(new Set(refused)).toEqual(new Set([evidenceRefusals.tooMany]));
    expect([refused.length, (await instances[0]?.evidence.list(claim))?.length]).toEqual([10, evidenceLimits.claimFiles]);
    expect(instances.flatMap(({ files }) => files())).toHaveLength(evidenceLimits.claimFiles);
  });

  test('what is on its way counts with its whole size, also where two instances reserve at once', async () => {
    const database = await databases.open();
    const claim = await storedClaim(database);
    const { rows } = await instance(database);
    const size = 2_400 * 1024 ** 2;
    const reservations = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        rows.reserve({ id: `upload-${index}`, submissionId: claim, name: `${index}.mp4`, size, addedBy: 'claimant' }),
      ),
    );
    expect(reservations.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'refused', 'reserved', 'reserved']);
    expect(reservations.find(({ kind }) => kind === 'refused')).toMatchObject({ message: evidenceRefusals.tooMuch });
  });

  test('an upload that is begun again a minute later takes the place of the one that nobody goes on with', async () => {
    const database = await databases.open();
    const claim = await storedClaim(database);
    const { rows, clock } = await instance(database);
    const file = { submissionId: claim, name: 'film.mp4', size: 400 * 1024 ** 2, addedBy: 'claimant' };
    for (const id of ['first', 'second', 'third']) {
      expect((await rows.reserve({ ...file, id })).kind).toBe('reserved');
      clock.time += 61_000;
    }
    expect((await rows.unfinished(clock.time + 1, 10)).map(({ id }) => id)).toEqual(['third']);
  });

  test('a film that is being written is not replaced by another of the same name and size', async () => {
    const database = await databases.open();
    const claim = await storedClaim(database);
    const { rows, clock } = await instance(database);
    const film = { submissionId: claim, name: 'film.mp4', size: 400 * 1024 ** 2, addedBy: 'claimant' };
    await rows.reserve({ ...film, id: 'first' });
    clock.time += 61_000;
    expect(await rows.reserve({ ...film, id: 'second', inProgress: ['first'] })).toEqual({ kind: 'reserved', replaced: [] });
  });

  test('a claim in quarantine has room for some photographs and no more', async () => {
    const database = await databases.open();
    const claim = { ...claimFrom(), quarantineReason: 'links' };
    await createSubmissionStore(database).insertAll([claim]);
    const { rows } = await instance(database);
    const file = { submissionId: claim.id, name: 'film.mp4', addedBy: 'claimant' };
    expect(await rows.reserve({ ...file, id: 'large', size: evidenceLimits.quarantinedBytes + 1 })).toEqual({
      kind: 'refused',
      status: 413,
      message: evidenceRefusals.noMore,
    });
    expect((await rows.reserve({ ...file, id: 'small', size: 25 * 1024 ** 2 })).kind).toBe('reserved');
  });

  test('a claim that was erased takes nothing, and one that is erased meanwhile keeps nothing', async () => {
    const database = await databases.open();
    const { evidence, receive, files } = await instance(database);
    expect(await receive('no such claim', evidenceFiles.jpeg())).toEqual({
      kind: 'refused',
      status: 410,
      message: evidenceRefusals.noClaim,
    });
    const claim = await storedClaim(database);
    async function* slowly() {
      yield evidenceFiles.jpeg();
      await database.db.deleteFrom('form_submissions').where('id', '=', claim).execute();
      yield Buffer.alloc(9_000);
    }
    const outcome = await evidence.receive(claim, 'claimant', { name: 'photo.jpg', stream: slowly(), size: null });
    expect(outcome.kind).toBe('refused');
    expect(files()).toEqual([]);
  });
});

test('one link adds two hundred files a day, however many of them it removes again', async () => {
  const database = await databases.open('sqlite');
  const claim = await storedClaim(database);
  const { evidence, receive, clock } = await instance(database);
  const addAndRemove = async () => {
    const outcome = await receive(claim, evidenceFiles.pdf(5_000), 'letter.pdf');
    return outcome.kind === 'refused' ? outcome : evidence.remove(outcome.item.id, claimantActor);
  };
  expect(await addAndRemove()).toBe('erased');
  const audit = createAudit({ database, now: () => clock.time });
  const received = { actor: claimantActor, action: 'evidence received', subjectId: claim } as const;
  await database.write(async (tx) => {
    for (let count = 1; count < 200; count += 1) audit.recordIn(tx, received);
  });
  expect(await addAndRemove()).toMatchObject({ status: 429, message: evidenceRefusals.tooOften });
  const bytes = evidenceFiles.pdf(5_000);
  const byStaff = { name: 'report.pdf', stream: Readable.from([bytes]), size: bytes.length };
  expect(await evidence.receive(claim, 'grace', byStaff)).toMatchObject({ kind: 'received' });
  clock.time += 25 * 3_600_000;
  expect(await addAndRemove()).toBe('erased');
});

test('what a member of staff adds is theirs on the record', async () => {
  const database = await databases.open('sqlite');
  const claim = await storedClaim(database);
  const { evidence } = await instance(database);
  const stream = Readable.from([evidenceFiles.pdf()]);
  const outcome = await evidence.receive(claim, 'olu', { name: 'report.pdf', stream, size: null, atMost: 70_000 });
  expect(outcome).toMatchObject({ kind: 'received', item: { addedBy: 'olu', size: 60_000 } });
  const events = await database.db.selectFrom('audit_events').select(['actor_id', 'action', 'subject_id']).execute();
  expect(events).toEqual([{ actor_id: 'olu', action: 'evidence received', subject_id: claim }]);
});

test('a disk with less than a gigabyte left takes no files, and the sentence says that the claim is safe', async () => {
  const database = await databases.open('sqlite');
  const claim = await storedClaim(database);
  const { receive, files, rows } = await instance(database, { freeBytes: async () => gigabyte + 8_000 });
  expect(await receive(claim, evidenceFiles.jpeg(7_000))).toMatchObject({ kind: 'received' });
  const full = await instance(database, { freeBytes: async () => gigabyte - 1 });
  expect(await full.receive(claim, evidenceFiles.jpeg(9_000))).toEqual({
    kind: 'refused',
    status: 507,
    message: evidenceRefusals.full,
  });
  expect([files().length, full.files(), (await rows.received(claim)).length]).toEqual([1, [], 1]);
});

test('a disk that fills while a file comes in refuses it, and gives back what it took', async () => {
  const database = await databases.open('sqlite');
  const claim = await storedClaim(database);
  let free = 2 * gigabyte;
  const { evidence, files, rows, clock } = await instance(database, { freeBytes: async () => free });
  async function* film() {
    yield evidenceFiles.mp4(1024 ** 2);
    for (let index = 0; index < 40; index += 1) {
      yield Buffer.alloc(1024 ** 2);
      if (index === 10) free = gigabyte / 2;
    }
  }
  const outcome = await evidence.receive(claim, 'claimant', { name: 'film.mp4', stream: film(), size: null });
  expect(outcome).toEqual({ kind: 'refused', status: 507, message: evidenceRefusals.full });
  expect([files(), await rows.unfinished(clock.time + 1, 9)]).toEqual([[], []]);
});

test('a disk that fails to write says so in one line of the log and one sentence, and nothing stays', async () => {
  const database = await databases.open('sqlite');
  const claim = await storedClaim(database);
  const { receive, files, rows, clock, log } = await instance(database, {
    seal: async () => {
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    },
  });
  expect(await receive(claim, evidenceFiles.jpeg())).toEqual({
    kind: 'refused',
    status: 503,
    message: evidenceRefusals.unavailable,
  });
  expect([files(), await rows.unfinished(clock.time + 1, 9), await rows.received(claim)]).toEqual([[], [], []]);
  expect(log()).toContain('EIO');
});

test('after a week an unfinished upload is removed, and after a day what has no row; files of no claim of ours stay', async () => {
  const database = await databases.open('sqlite');
  const claim = await storedClaim(database);
  const { app, receive, folder, files, rows, clock } = await instance(database);
  // Files have the time of the machine.
  clock.time = machineTime();
  await receive(claim, evidenceFiles.jpeg());
  await rows.reserve({ id: 'unfinished', submissionId: claim, name: 'film.mp4', size: 9_000, addedBy: 'claimant' });
  const store = openFolderStore(folder);
  await store.put(`${claim}/unfinished`, Buffer.alloc(10));
  await store.put(`${claim}/stray`, Buffer.alloc(10));
  await store.put('unknown/other', Buffer.alloc(10));
  const run = () => cleanupJob.handle(null as never, { renewLease: async () => {}, signal: new AbortController().signal }, app);
  clock.time = machineTime() + 3_600_000;
  await run();
  expect(files()).toHaveLength(4);
  clock.time = machineTime() + 8 * 24 * 3_600_000;
  expect(await run()).toMatchObject({ kind: 'done', attempt: { detail: '1 unfinished and 1 stray removed.' } });
  expect(
    files()
      .map(({ parentPath }) => parentPath)
      .toSorted(),
  ).toEqual([join(folder, claim), join(folder, 'unknown')]);
  expect(await rows.unfinished(clock.time, 9)).toEqual([]);
});
