// Protects: an erasure holds up no request.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { openMigrated } from '#server/core/database/open.ts';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { addManySubmissions } from '#testing/fixtures/many-submissions.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { startSecondProcess } from '#testing/second-process.ts';
import { memoryFolder } from '#testing/temporary-folder.ts';
import { undisturbed } from '#testing/undisturbed.ts';
import { until } from '#testing/until.ts';

async function openDeskOnFile(submissions: number) {
  const dataDir = memoryFolder();
  const database = await openMigrated({ dataDir, databaseUrl: null });
  onTestFinished(database.close);
  const testDesk = await createTestDesk(database);
  await addManySubmissions(database, { count: submissions, now: testDesk.clock.time });
  const holds = (word: RegExp) =>
    readdirSync(dataDir).filter((name) => word.test(readFileSync(join(dataDir, name)).toString('latin1')));
  return { ...testDesk, database, path: join(dataDir, databaseFileName), holds };
}

/** The longest that a read, a sending and the event loop itself waited while this was done, in milliseconds. */
async function longestWait(testDesk: Awaited<ReturnType<typeof openDeskOnFile>>, work: () => Promise<unknown>) {
  let isOver = false;
  const again = async (act: () => Promise<unknown>) => {
    let longestMs = 0;
    while (!isOver) {
      const asked = performance.now();
      await act();
      longestMs = Math.max(longestMs, performance.now() - asked);
      await pause(5);
    }
    return longestMs;
  };
  const waits = Promise.all([
    again(() => testDesk.desk.inbox(olu, {})),
    again(() => testDesk.storeClaim()),
    again(() => pause(0)),
  ]);
  await work();
  isOver = true;
  const [reading, sending, loop] = await waits;
  return { reading, sending, loop };
}

const areShort = (waits: Record<string, number>) => Object.values(waits).every((ms) => ms < 1_000);

const quorra = { ...aoife, firstName: 'Quorra', descriptionOfAccident: 'Zyzzyva ran into me.' };

test('no request waits a second while a person is erased beside a reader, and the log is emptied when the reader is gone', async () => {
  const testDesk = await openDeskOnFile(1_000);
  const { desk, storeClaim, holds, path } = testDesk;
  const reader = await startSecondProcess(path, 'reads');
  onTestFinished(reader.stop);
  const eraseOne = async () => {
    const id = await storeClaim(quorra);
    const waits = await longestWait(testDesk, async () => {
      expect(await desk.erase(grace, [id], 'asked for')).toMatchObject({ erased: [id] });
      await desk.purge();
    });
    expect(await desk.submission(olu, id)).toBeNull();
    return waits;
  };
  expect(await undisturbed(eraseOne, areShort)).toSatisfy(areShort);
  expect(holds(/Zyzzyva/)).not.toEqual([]);
  await reader.stop();
  await desk.purge();
  expect(holds(/Zyzzyva/)).toEqual([]);
});

test('no request waits a second while a person is erased from a large file, which is rewritten at night without refusing any', async () => {
  const testDesk = await openDeskOnFile(8_000);
  const { desk, storeClaim, holds, clock, log } = testDesk;
  const eraseOne = async () => {
    const id = await storeClaim(quorra);
    return longestWait(testDesk, () => desk.erase(grace, [id], 'asked for'));
  };
  expect(await undisturbed(eraseOne, areShort)).toSatisfy(areShort);
  expect(holds(/Zyzzyva/)).toEqual([]);
  const rewriteFile = async () => {
    clock.time += 24 * hour;
    const { reading, loop } = await longestWait(testDesk, () => desk.runRetention());
    return { reading, loop };
  };
  expect(await undisturbed(rewriteFile, areShort)).toSatisfy(areShort);
  expect(log()).not.toContain('purge failed');
  await until('the file to be written anew', async () => {
    const [row] = await testDesk.database.db.selectFrom('jobs').selectAll().where('id', '=', 'purge').execute();
    return JSON.parse(row?.payload ?? '{}').file;
  });
});
