// Protects: no claim is refused while an operator's commands and a replicating reader use the SQLite file.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { startSecondProcess } from '#testing/second-process.ts';
import { memoryFolder } from '#testing/temporary-folder.ts';
import { openMigrated } from './open.ts';
import { databaseFileName } from './sqlite.ts';

test('no claim is refused while the staff and emails commands run and Litestream reads', async () => {
  const dataDir = memoryFolder();
  const database = await openMigrated({ dataDir, databaseUrl: null });
  onTestFinished(database.close);
  const submissions = createSubmissionStore(database);
  const reader = await startSecondProcess(join(dataDir, databaseFileName), 'reads');
  onTestFinished(reader.stop);
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const command = (...args: string[]) => promisify(execFile)(process.execPath, args, { env });
  let isOver = false;
  const commands = (async () => {
    for (let count = 0; count < 3; count += 1) {
      await command('bin/staff.ts', 'add', `somebody${count}@kerbside.example`);
      await command('bin/emails.ts', '--send-again');
    }
    isOver = true;
  })();
  let sent = 0;
  while (!isOver) {
    await submissions.insertAll([claimFrom()]);
    sent += 1;
    await pause(1);
  }
  await commands;
  const { stored } = await database.read((db) =>
    db
      .selectFrom('form_submissions')
      .select(({ fn }) => fn.countAll<number>().as('stored'))
      .executeTakeFirstOrThrow(),
  );
  expect(stored).toBe(sent);
});
