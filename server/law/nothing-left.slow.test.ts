// Protects: the search index keeps nothing of many who were erased.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { migrate, openDatabase } from '#server/core/database/open.ts';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { addManySubmissions } from '#testing/fixtures/many-submissions.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

test('after many erasures the search index holds no prefix of an erased word', async () => {
  const dataDir = temporaryFolder();
  const database = openDatabase({ dataDir, databaseUrl: null });
  onTestFinished(database.close);
  await migrate(database);
  const { desk, clock } = await createTestDesk(database);
  // The names begin with many pairs of letters, so that they are everywhere in the index.
  const emails = 'abcdefghijklmnopqrstuvwxyz';
  const marked = Array.from({ length: 600 }, (_, i) => {
    const name = `${emails[i % 26]}${emails[Math.floor(i / 15) % 26]}zqjx${i}`;
    return claimFrom({ ...aoife, firstName: name, lastName: `${name}vexhall`, email: `${name}@example.org` });
  });
  const store = createSubmissionStore(database);
  for (let from = 0; from < marked.length; from += 20) await store.insertAll(marked.slice(from, from + 20));
  await addManySubmissions(database, { count: 4_000, now: clock.time });
  const ids = marked.map(({ id }) => id);
  expect(await desk.erase(grace, ids.slice(0, 300), 'asked for')).toMatchObject({ erased: { length: 300 } });
  expect(await desk.erase(grace, ids.slice(300), 'asked for')).toMatchObject({ erased: { length: 300 } });
  const file = readFileSync(join(dataDir, databaseFileName)).toString('latin1').toLowerCase();
  expect(file.match(/.{0,10}zqjx.{0,10}/gs) ?? []).toEqual([]);
  expect((await desk.inbox(olu, { search: 'smith' })).rows.length).toBeGreaterThan(0);
});
