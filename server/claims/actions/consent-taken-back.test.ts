// Protects: whose consent was taken back gets no email and no call, is marked, and comes back with the undo.
import { expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { whyNotSent } from '#server/mail/out/define-email.ts';
import { emailSubject, kindOf } from '#server/mail/out/email-store.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

test('emails to the sender and calls end with the consent, and begin again with it', async () => {
  const database = await databases.open();
  const { app, desk, storeClaim, advance } = await createTestDesk(database, { emailsSenders: true });
  const id = await storeClaim(aoife);
  const reasons = async () => {
    const jobs = await database.db.selectFrom('jobs').select(['template', 'created_at']).where('subject_id', '=', id).execute();
    const read = jobs.map(async ({ template, created_at: createdAt }) => {
      const subject = await emailSubject(app, { subjectId: id, template, createdAt, payload: null });
      return [template, subject && whyNotSent(kindOf(app, template), subject)];
    });
    return Object.fromEntries(await Promise.all(read));
  };
  const queued = async () =>
    (await desk.queue(olu, { own: false })).map(({ band, isConsentTakenBack }) => [band, isConsentTakenBack]);
  await desk.runAction(olu, id, { type: 'contact attempted', outcome: 'spoke', line: '' });
  await advance(hour);
  const done = await desk.runAction(olu, id, { type: 'consent taken back' });
  await desk.runAction(olu, id, { type: 'link renewed' });
  const taken = 'The consent was taken back.';
  expect(await reasons()).toMatchObject({ acknowledgement: taken, progress: taken, 'new-link': null, notification: null });
  expect(await queued()).toEqual([['decide', true]]);
  expect(await desk.submission(olu, id)).toMatchObject({ isConsentTakenBack: true, next: { kind: 'decide' } });
  expect(await desk.runAction(olu, id, { type: 'consent taken back' })).toMatchObject({ kind: 'refused' });
  if (done.kind === 'done' && done.undo) await desk.runAction(olu, id, done.undo);
  expect(await reasons()).toMatchObject({ acknowledgement: null, progress: null });
  expect(await desk.submission(olu, id)).toMatchObject({ isConsentTakenBack: false, next: { kind: 'chase' } });
  await desk.runAction(olu, id, { type: 'consent taken back' });
  await desk.runAction(olu, id, { type: 'consent spoken' });
  expect(await desk.submission(olu, id)).toMatchObject({
    recorded: expect.arrayContaining([expect.objectContaining({ name: 'consent spoken', by: olu.name })]),
  });
});
