// Protects: after an erasure nothing of the person is in any file.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { migrate, openDatabase } from '#server/core/database/open.ts';
import { createWorker } from '#server/core/jobs/worker.ts';
import { createLog } from '#server/core/observability/log.ts';
import { emailModule } from '#server/mail/out/email-module.ts';
import { createFolderMailer } from '#server/mail/out/folder-mailer.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { addManySubmissions } from '#testing/fixtures/many-submissions.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';

test('after an erasure neither the database files nor the mail folder hold anything of it', async () => {
  const dataDir = temporaryFolder();
  const database = openDatabase({ dataDir, databaseUrl: null });
  await migrate(database);
  const mailFolder = join(dataDir, 'mail');
  const { app, desk, storeClaim, clock, emails, senderEmails } = await createTestDesk(database, {
    dataDir,
    emailsSenders: true,
  });
  const log = createLog({ level: 'error', write: () => {} });
  const folder = createFolderMailer(mailFolder);
  const mailing: App = { ...app, log, mail: { ...app.mail, team: folder, senders: folder } };
  const worker = createWorker(mailing);
  worker.start(emailModule.jobs);
  onTestFinished(async () => {
    await worker.stop(0);
    emailModule.close(mailing);
    await database.close();
  });
  // The submissions are among many others, so that pages are split and merged around them.
  await addManySubmissions(database, { count: 300, now: clock.time });
  const marked = (i: number) => ({
    ...aoife,
    firstName: `Quorra${i}`,
    lastName: 'Vexhall',
    email: `quorra${i}@example.org`,
    vehicleReg: `QV${i}XHL`,
    descriptionOfAccident: `Zyzzyva${i} ${'ran into me. '.repeat(i * 20)} Zyzzyva${i}`,
  });
  const ids: string[] = [];
  for (let i = 0; i < 12; i += 1) ids.push(await storeClaim(marked(i), { createdAt: clock.time - i * hour }));
  for (const id of ids)
    await desk.runAction(olu, id, { type: 'note added', text: `Quorra is called back. ${'So it is. '.repeat(50)}` });
  for (const id of ids) {
    await desk.runAction(olu, id, { type: 'answers corrected', answers: '{"lastName":["Vexhall","Zyzzyva Corrected"]}' });
    await desk.runAction(olu, id, {
      type: 'contact attempted',
      outcome: 'no-answer',
      line: `Quorra said zyzzyva. ${'So. '.repeat(50)} +2h`,
    });
  }
  await database.db.updateTable('form_submissions').set({ erasure_requested_at: clock.time }).where('id', 'in', ids).execute();
  for (const id of ids) await desk.runAction(olu, id, { type: 'erasure request withdrawn', reason: 'Quorra called.' });
  for (const id of ids)
    await database.write(async (tx) => {
      const text = `Quorra wrote: ${Array.from({ length: 200 }, (_, word) => `zyzzyva${word}`).join(' ')}`;
      await tx.insertInto('messages').values({ id, submission_id: id, at: clock.time, text }).execute();
    });
  await desk.indexNow();
  worker.wake();
  const settled = async () => [...(await emails()), ...(await senderEmails())].every((email) => email.finished_at !== null);
  await until('emails to the team and to senders', settled);
  const files = readdirSync(mailFolder).filter((name) => name.endsWith('.eml'));
  // One to the team and one to the sender.
  expect(files).toHaveLength(2 * ids.length);
  const everywhere = () =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1').toLowerCase())
      .join('\n');
  expect(everywhere()).toContain('quorra');
  // The submissions are erased one by one with others in between, as it happens over the years.
  for (const id of ids.toSorted()) {
    expect(await desk.erase(grace, [id], 'asked for')).toMatchObject({ erased: [id] });
    await storeClaim(lukasz);
  }
  await desk.indexNow();
  expect(/quorra|vexhall|zyzzyva|qv\d+xhl/.test(everywhere())).toBe(false);
});
