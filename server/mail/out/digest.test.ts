// Protects: many emails at once to the team become one digest that names each claim.
import { expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { createEmailQuotas, teamAllowances } from '#server/claims/accept/email-quotas.ts';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { noteClaimantUpdate } from '#server/people/claimant/mark-update.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { until } from '#testing/until.ts';
import { openMail, withMail } from '#testing/with-mail.ts';

const databases = testDatabases();

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
