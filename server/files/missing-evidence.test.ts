// Protects: a file that is not where it is kept raises an alarm with its claim.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createAlarmWatch } from '#server/operations/alarms/alarm-watch.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { addEvidence } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceOperations } from '#testing/evidence-operations.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { startS3 } from '#testing/s3.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { openFolderStore } from './folder-store.ts';
import { lookForFiles } from './missing-evidence.ts';
import { openS3Store } from './s3-store.ts';

const databases = testDatabases();

async function setup(store: EvidenceStore, limit?: number) {
  const database = await databases.open();
  const { app: opened, storeClaim, advance } = await createTestDesk(database);
  const app = { ...opened, files: store };
  const evidence = evidenceOperations(app);
  const watch = createAlarmWatch(app);
  watch.add(evidence.alarms);
  const claim = await storeClaim(undefined, { reference: '7F4M-9TQX' });
  return {
    evidence,
    claim,
    alarms: watch.raised,
    add: (name: string) => addEvidence(evidence, claim, name, evidenceFiles.pdf()),
    run: async () => {
      await advance(hour);
      const result = await lookForFiles(app, { renewLease: async () => {}, signal: new AbortController().signal }, limit);
      await watch.check();
      return result;
    },
  };
}

const looked = (files: number, missing: number) => ({ attempt: { detail: `${files} looked for, ${missing} missing.` } });

describe('files that are not where they are kept', () => {
  test('an alarm names their claims until they are back', async () => {
    const folder = temporaryFolder();
    const { evidence, alarms, claim, add, run } = await setup(openFolderStore(folder));
    const [whole, gone, cut] = [await add('a.pdf'), await add('b.pdf'), await add('c.pdf')];
    expect(await run()).toMatchObject(looked(3, 0));
    expect(alarms()).toEqual([]);
    const pathOf = ({ id }: { id: string }) => join(folder, claim, id);
    renameSync(pathOf(gone), `${folder}/elsewhere`);
    writeFileSync(pathOf(cut), 'half');
    expect(await run()).toMatchObject(looked(3, 2));
    expect(alarms()).toMatchObject([
      { name: 'evidence_missing', message: expect.stringMatching(/^2 files of 7F4M-9TQX cannot be found/) },
    ]);
    expect(await evidence.open(whole.id)).not.toBeNull();
    renameSync(`${folder}/elsewhere`, pathOf(gone));
    await evidence.remove(cut.id, { id: null, name: 'A test' });
    expect(await run()).toMatchObject(looked(2, 0));
    expect(alarms()).toEqual([]);
  });

  test('a run looks for a limited number, those first that were looked for longest ago', async () => {
    const folder = temporaryFolder();
    const { alarms, claim, add, run } = await setup(openFolderStore(folder), 2);
    const files = [];
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf']) files.push(await add(name));
    for (const { id } of files) renameSync(join(folder, claim, id), join(folder, id));
    const counts = [];
    for (let runs = 0; runs < 3; runs += 1) {
      await run();
      counts.push(alarms()[0]?.message.split(' ')[0]);
    }
    expect(counts).toEqual(['2', '4', '5']);
  });
});

test('an object that is gone from a bucket is missing, and a bucket that does not answer is no missing file', async () => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const store = openS3Store(s3.url);
  onTestFinished(() => store.close());
  const { alarms, claim, add, run } = await setup(store);
  const [file] = [await add('a.pdf'), await add('b.pdf')];
  expect(await run()).toMatchObject(looked(2, 0));
  await store.remove(`${claim}/${file.id}`);
  expect(await run()).toMatchObject(looked(2, 1));
  expect(alarms()).toHaveLength(1);
  await s3.shutDown();
  await expect(run()).rejects.toThrow();
  expect(alarms()).toHaveLength(1);
});
