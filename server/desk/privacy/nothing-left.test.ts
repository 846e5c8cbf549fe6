import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { createFolderMailer } from '#server/mail/folder.ts';
import { createLog } from '#server/ops/log.ts';
import { createMeters } from '#server/ops/meters.ts';
import { createDetailsCipher } from '#server/outbox/email-details.ts';
import { openOutbox } from '#server/outbox/outbox.ts';
import { grace, hour, olu, openTestDesk } from '#testing/desk.ts';
import { addManySubmissions } from '#testing/many-submissions.ts';
import { aoife, lukasz } from '#testing/people.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';

test('after an erasure neither the database, nor what lies beside it, nor the mail folder has a word of it', async () => {
  const dataDir = temporaryFolder();
  const database = openDatabase({ dataDir, databaseUrl: null });
  await migrate(database);
  const mailFolder = join(dataDir, 'mail');
  const { desk, receive, clock } = await openTestDesk(database, { mailFolder });
  const log = createLog({ level: 'error', write: () => {} });
  const outbox = openOutbox({
    ...{
      database,
      log,
      meters: createMeters(),
      mailer: createFolderMailer(mailFolder),
      cipher: createDetailsCipher('s'.repeat(32)),
      now: clock.now,
    },
    addresses: { from: 'website@kerbside.example', to: 'claims@kerbside.example', siteUrl: 'https://kerbside.example' },
  });
  onTestFinished(async () => {
    await outbox.stop(0);
    await database.close();
  });
  // Among many, so that pages are split and merged around it.
  await addManySubmissions(database, { count: 2_000, now: clock.time });
  const marked = (i: number) => ({
    ...aoife,
    ...{ firstName: `Quorra${i}`, lastName: 'Vexhall', email: `quorra${i}@example.org`, vehicleReg: `QV${i}XHL` },
    descriptionOfAccident: `Zyzzyva${i} ${'ran into me. '.repeat(i * 20)} Zyzzyva${i}`,
  });
  const ids: string[] = [];
  for (let i = 0; i < 12; i += 1) ids.push(await receive(marked(i), { createdAt: clock.time - i * hour }));
  for (const id of ids)
    await desk.change(olu, id, { act: 'note added', text: `Quorra is called back. ${'So it is. '.repeat(50)}` });
  await desk.indexNow();
  outbox.wake();
  await until('letters', () => readdirSync(mailFolder).filter((name) => name.endsWith('.eml')).length === ids.length);
  await until('their settlement', async () => (await desk.inbox(olu, { mail: 'waiting' })).rows.length === 0);
  const everywhere = () =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1').toLowerCase())
      .join('\n');
  expect(everywhere()).toContain('quorra');
  // One by one with others in between, as it happens over the years.
  for (const id of ids.toSorted()) {
    expect(await desk.erase(grace, [id], 'asked for')).toMatchObject({ erased: [id] });
    await receive(lukasz);
  }
  await desk.indexNow();
  expect(/quorra|vexhall|zyzzyva|qv\d+xhl/.test(everywhere())).toBe(false);
}, 120_000);
