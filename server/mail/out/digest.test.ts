// Protects: many e-mails at once to the team become one digest that names each claim.
import { expect, test } from 'vitest';
import { hour, minute } from '#forms/durations.ts';
import { createEmailQuotas, teamAllowances } from '#server/claims/accept/email-quotas.ts';
import { reminder } from '#server/claims/sla/reminder-email.ts';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { noteClaimantUpdate } from '#server/people/claimant/mark-update.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { until } from '#testing/until.ts';
import { openMail, withMail } from '#testing/with-mail.ts';
import { addTeamEmails } from './email-store.ts';

const databases = testDatabases();

test('seventy reminders to one person leave as one email, which lists each by its own target and leaves out who was contacted', async () => {
  const { server, startWorker, storeClaims, database, emails, clock } = await openMail();
  await storeClaims(...Array.from({ length: 70 }, () => aoife));
  const ids = (await emails()).map(({ subject_id }) => subject_id ?? '');
  await database.db.deleteFrom('jobs').execute();
  const createdAt = clock.now();
  const set = (id: string | undefined, values: object) =>
    database.db
      .updateTable('form_submissions')
      .set(values)
      .where('id', '=', id ?? '')
      .execute();
  await database.db
    .updateTable('form_submissions')
    .set({ created_at: createdAt - 2 * hour, due_at: createdAt + hour })
    .execute();
  await set(ids[0], { due_at: createdAt });
  await set(ids[1], { created_at: createdAt - 15 * minute, target_at: createdAt });
  await set(ids[2], { contacted_at: createdAt });
  await database.write((tx) =>
    addTeamEmails(
      tx,
      reminder,
      ids.flatMap((subjectId) => [
        { subjectId, recipient: 'grace@kerbside.example', createdAt },
        ...(subjectId === ids[3] ? [{ subjectId, recipient: null, createdAt }] : []),
      ]),
    ),
  );
  startWorker();
  await until('every job', async () => (await emails()).every(({ finished_at }) => finished_at !== null));
  const [digest, ...others] = server.emails.filter(({ envelope }) => envelope.to[0] === 'grace@kerbside.example');
  expect(others).toEqual([]);
  expect(digest?.subject).toBe('[Desk] 69 wait for contact, 1 overdue');
  expect(digest?.text).toContain('Overdue: 2 hours without contact');
  expect(digest?.text).toContain('15 minutes without contact, our own target was 15 minutes');
  const listed = ids.filter((id) => digest?.text?.includes(id) && digest.html?.includes(id));
  expect(listed.toSorted()).toEqual(ids.filter((id) => id !== ids[2]).toSorted());
  // A reminder that is alone is sent as it is.
  expect(server.emails.find(({ envelope }) => envelope.to[0] !== 'grace@kerbside.example')?.subject).toMatch(
    /^\[Desk\] 2 hours without contact: /,
  );
});

test('in a flood the team gets one digest of what came on top, with every reference; a roadside start is told at once', async () => {
  const { server, startWorker, database, emails, clock } = await openMail();
  const store = createSubmissionStore(database, { quotas: createEmailQuotas({ hasDigests: true }) });
  const extra = 60;
  const claims = Array.from({ length: teamAllowances.other.burst + extra }, () => claimFrom(aoife, { createdAt: clock.now() }));
  for (const claim of claims) await store.insertAll([claim]);
  await store.insertAll([claimFrom(idris, { createdAt: clock.now(), formName: 'Roadside Start' })]);
  expect((await emails()).filter(({ subject_id }) => subject_id)).toHaveLength(claims.length + 1);
  const outbox = startWorker();
  await until('what is told at once', () => server.emails.length === teamAllowances.other.burst + 1);
  expect(server.emails.some(({ subject }) => subject?.startsWith('URGENT'))).toBe(true);
  await outbox.checkAlarms();
  expect(outbox.alarms()).toEqual([]);
  clock.time += 5 * minute;
  outbox.wake();
  await until('every job', async () => (await emails()).every(({ finished_at }) => finished_at !== null));
  const digest = server.emails.slice(teamAllowances.other.burst + 1);
  expect(digest.map(({ subject }) => subject)).toEqual([`[Website] ${extra} new or updated submissions`]);
  for (const { reference } of claims.slice(-extra)) expect(digest[0]?.text).toContain(reference);
});

test('in a flood of roadside starts the first are told at once, and the others in a digest within a minute', async () => {
  const { server, startWorker, database, emails, clock } = await openMail();
  const store = createSubmissionStore(database, { quotas: createEmailQuotas({ hasDigests: true }) });
  const start = () => claimFrom(idris, { createdAt: clock.now(), formName: 'Roadside Start' });
  const extra = 70;
  const starts = Array.from({ length: teamAllowances.urgent.burst + extra }, start);
  for (const one of starts) await store.insertAll([one]);
  const outbox = startWorker();
  await until('what is told at once', () => server.emails.length === teamAllowances.urgent.burst);
  clock.time += minute;
  outbox.wake();
  await until('every job', async () => (await emails()).every(({ finished_at }) => finished_at !== null));
  const digest = server.emails.slice(teamAllowances.urgent.burst);
  expect(digest.map(({ subject }) => subject)).toEqual([`URGENT [Website] ${extra} wait at the roadside`]);
  for (const { reference } of starts.slice(-extra)) expect(digest[0]?.text).toContain(reference);
});

test('of a flood of what claimants add the team is told in a digest, by one email at a time about each claim', async () => {
  const { database, emails, clock, storeClaims } = await openMail();
  const extra = 10;
  await storeClaims(...Array.from({ length: teamAllowances.update.burst + extra }, () => aoife));
  const ids = (await emails()).map(({ subject_id }) => subject_id ?? '');
  await database.db.deleteFrom('jobs').execute();
  const quotas = createEmailQuotas({ hasDigests: true });
  const note = (id: string, isCompleted: boolean) =>
    database.write((tx) => noteClaimantUpdate(tx, id, clock.now(), { quotas, isCompleted }));
  for (const [index, id] of ids.entries()) for (const isFirst of [true, false]) await note(id, isFirst && index % 2 > 0);
  const templates = (await emails()).map(({ template }) => template);
  const count = (name: string) => templates.filter((template) => template === name).length;
  expect(count('claimant-update') + count('claim-complete')).toBe(teamAllowances.update.burst);
  expect(count('digest')).toBeGreaterThanOrEqual(extra);
  expect(templates.length).toBeLessThanOrEqual(2 * ids.length);
});

test('a digest that went out is not sent again where the store fails just then, for a moment', async () => {
  const opened = await databases.open('sqlite');
  const store = { isFailing: () => false, failures: 0 };
  const write: typeof opened.write = (work) => {
    if (!store.isFailing()) return opened.write(work);
    store.failures += 1;
    return Promise.reject(new Error('The disk is busy.'));
  };
  const { server, startWorker, emails, clock } = await withMail(await createTestDesk({ ...opened, write }));
  const submissions = createSubmissionStore(opened, { quotas: { mayAcknowledge: () => true, isFlood: () => true } });
  await submissions.insertAll(Array.from({ length: 12 }, () => claimFrom(aoife, { createdAt: clock.now() })));
  store.isFailing = () => server.emails.length > 0 && store.failures < 3;
  const outbox = startWorker();
  clock.time += 5 * minute;
  outbox.wake();
  await until('every job', async () => (await emails()).every(({ finished_at }) => finished_at !== null));
  expect(store.failures).toBe(3);
  expect((await emails()).map(({ attempts }) => attempts)).toEqual(Array.from({ length: 12 }, () => 1));
  expect(server.emails).toHaveLength(1);
});

test('a digest that is deferred is sent later, with everything that waits by then, under an id of its own', async () => {
  const { server, startWorker, database, emails, clock } = await openMail();
  const quotas = { mayAcknowledge: () => true, isFlood: () => true };
  const store = createSubmissionStore(database, { quotas });
  const add = (count: number) =>
    store.insertAll(Array.from({ length: count }, () => claimFrom(aoife, { createdAt: clock.now() })));
  server.refuse.message = { code: 451, text: '4.3.0 Later' };
  await add(3);
  const outbox = startWorker();
  clock.time += 5 * minute;
  outbox.wake();
  await until('an attempt', async () => (await emails()).every((one) => one.last_outcome === 'deferred' && !one.lease_until));
  server.refuse.message = undefined;
  await add(2);
  clock.time += 5 * minute;
  outbox.wake();
  await until('every job', async () => (await emails()).every(({ finished_at }) => finished_at !== null));
  expect(server.emails.map(({ subject }) => subject)).toEqual(['[Website] 5 new or updated submissions']);
});
