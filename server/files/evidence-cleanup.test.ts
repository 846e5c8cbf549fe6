// Protects: the clean-up of stray files goes on over a long time, and stops with the process.
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Run } from '#server/core/jobs/define-job.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { cleanupJob } from './evidence-cleanup.ts';
import { filmFolderOf } from './film-job.ts';
import { inFilmFolder } from './film-work.ts';
import { openFolderStore } from './folder-store.ts';

const databases = testDatabases();

/** A claim with 20 files of which no row is left, and a store that takes a minute to remove one. */
async function openCleanup() {
  const database = await databases.open('sqlite');
  const { app: opened, storeClaim, clock } = await createTestDesk(database);
  const claim = await storeClaim();
  const folder = temporaryFolder();
  const of = join(folder, claim);
  mkdirSync(of);
  for (let count = 0; count < 20; count += 1) {
    writeFileSync(join(of, `file-${count}`), 'x');
    utimesSync(join(of, `file-${count}`), 1, 1);
  }
  const ending = new AbortController();
  const removed: string[] = [];
  const whole = openFolderStore(folder);
  const store = {
    ...whole,
    remove: async (key: string) => {
      clock.time += 60_000;
      await whole.remove(key);
      removed.push(key);
      if (removed.length === 5) ending.abort();
    },
  };
  const app = { ...opened, files: store };
  const workFolder = filmFolderOf(app);
  mkdirSync(workFolder);
  const handle = (run: Run) => cleanupJob.handle({} as never, run, app);
  return { handle, workFolder, removed, ending, left: () => (existsSync(of) ? readdirSync(of).length : 0) };
}

test('The cleanup renews its lease while it removes what is stray', async () => {
  const { handle, left } = await openCleanup();
  let renewals = 0;
  const renewLease = async () => {
    renewals += 1;
  };
  await handle({ renewLease, signal: new AbortController().signal });
  expect([renewals, left()]).toEqual([19, 0]);
});

test('The cleanup stops when the process is about to end', async () => {
  const { handle, ending, left } = await openCleanup();
  await expect(handle({ renewLease: async () => {}, signal: ending.signal })).rejects.toThrow('aborted');
  expect(left()).toBe(15);
});

test('The cleanup removes what work on a film left behind when its process was killed, and nothing of one that goes on', async () => {
  const { handle, workFolder } = await openCleanup();
  for (const name of ['left', 'of another process']) {
    mkdirSync(join(workFolder, name));
    writeFileSync(join(workFolder, name, 'original'), 'x');
  }
  utimesSync(join(workFolder, 'left'), 1, 1);
  const run = { renewLease: async () => {}, signal: new AbortController().signal };
  await inFilmFolder(workFolder, async (mine) => {
    utimesSync(mine, 1, 1);
    await handle(run);
    expect(readdirSync(workFolder).toSorted()).toEqual([basename(mine), 'of another process']);
  });
  expect(readdirSync(workFolder)).toEqual(['of another process']);
});
