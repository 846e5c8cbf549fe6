// Protects: many e-mails at once to the team become one digest that names each claim.
import { expect, test } from 'vitest';
import { createEmailQuotas, teamAllowance } from '#server/submissions/accept/email-quotas.ts';
import { createSubmissionStore } from '#server/submissions/submission-store.ts';
import { createTestMailer, minute } from '#testing/create-test-mailer.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { until } from '#testing/until.ts';
import { addSubmissionEmails } from './email-store.ts';

const hour = 60 * minute;

test('seventy reminders to one person leave as one e-mail, which lists each by its own target and leaves out who was contacted', async () => {
  const { server, startWorker, storeClaims, database, emails, clock } = await createTestMailer();
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
    addSubmissionEmails(
      tx,
      ids.flatMap((subjectId) => [
        { template: 'reminder' as const, subjectId, recipient: 'grace@kerbside.example', createdAt },
        ...(subjectId === ids[3] ? [{ template: 'reminder' as const, subjectId, recipient: null, createdAt }] : []),
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
  const { server, startWorker, database, emails, clock } = await createTestMailer();
  const store = createSubmissionStore(database, { quotas: createEmailQuotas({ hasDigests: true }) });
  const extra = 60;
  const claims = Array.from({ length: teamAllowance.burst + extra }, () => claimFrom(aoife, { createdAt: clock.now() }));
  for (const claim of claims) await store.insertAll([claim]);
  await store.insertAll([claimFrom(idris, { createdAt: clock.now(), formName: 'Roadside Start' })]);
  expect((await emails()).filter(({ subject_id }) => subject_id)).toHaveLength(claims.length + 1);
  const outbox = startWorker();
  await until('what is told at once', () => server.emails.length === teamAllowance.burst + 1);
  expect(server.emails.some(({ subject }) => subject?.startsWith('URGENT'))).toBe(true);
  await outbox.checkAlarms();
  expect(outbox.alarms()).toEqual([]);
  clock.ahead += 5 * minute;
  outbox.wake();
  await until('every job', async () => (await emails()).every(({ finished_at }) => finished_at !== null));
  const digest = server.emails.slice(teamAllowance.burst + 1);
  expect(digest.map(({ subject }) => subject)).toEqual([`[Website] ${extra} new submissions`]);
  for (const { reference } of claims.slice(-extra)) expect(digest[0]?.text).toContain(reference);
});

test('a digest that is deferred is sent later, with everything that waits by then, under an id of its own', async () => {
  const { server, startWorker, database, emails, clock } = await createTestMailer();
  const quotas = { mayAcknowledge: () => true, isFlood: () => true };
  const store = createSubmissionStore(database, { quotas });
  const add = (count: number) =>
    store.insertAll(Array.from({ length: count }, () => claimFrom(aoife, { createdAt: clock.now() })));
  server.refuse.message = { code: 451, text: '4.3.0 Later' };
  await add(3);
  const outbox = startWorker();
  clock.ahead += 5 * minute;
  outbox.wake();
  await until('an attempt', async () => (await emails()).every((one) => one.last_outcome === 'deferred' && !one.lease_until));
  server.refuse.message = undefined;
  await add(2);
  clock.ahead += 5 * minute;
  outbox.wake();
  await until('every job', async () => (await emails()).every(({ finished_at }) => finished_at !== null));
  expect(server.emails.map(({ subject }) => subject)).toEqual(['[Website] 5 new submissions']);
});
