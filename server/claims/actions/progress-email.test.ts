// Protects: claimants are told what staff did, once and not what was undone.
import { describe, expect, test } from 'vitest';
import { afterClosing } from '#content/after-closing.ts';
import { site } from '#content/site.ts';
import { hour, minute } from '#forms/durations.ts';
import { emailSubject } from '#server/mail/out/email-store.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { engine, testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';
import { withMail } from '#testing/with-mail.ts';
import type { Action } from './actions.ts';

const databases = testDatabases();

const actionOf = (type: string): Action =>
  type === 'spoke' ? { type: 'contact attempted', outcome: 'spoke', line: '' } : ({ type, why: 'It is settled.' } as Action);

describe('emails to claimants on what staff did', () => {
  async function setup(settings = { emailsSenders: true }) {
    const testDesk = await createTestDesk(await databases.open(), settings);
    const { desk, database, senderEmails } = testDesk;
    return {
      ...testDesk,
      does: (id: string, type: 'spoke' | 'contact undone' | 'closed' | 'reopened' | 'link revoked' | 'quarantined') =>
        desk.runAction(olu, id, actionOf(type)),
      waiting: async () => (await senderEmails()).filter((one) => one.template === 'progress' && one.finished_at === null),
      finish: () => database.db.updateTable('jobs').set({ finished_at: 1 }).where('template', '=', 'progress').execute(),
      withdraw: (id: string) =>
        database.db.updateTable('form_submissions').set({ withdrawn_at: 1 }).where('id', '=', id).execute(),
    };
  }

  test('contact, closing and opening again are told ten minutes later, one email at a time', async () => {
    const { does, waiting, finish, storeClaim, clock, desk } = await setup();
    const id = await storeClaim();
    await does(id, 'spoke');
    await does(id, 'closed');
    expect(await waiting()).toMatchObject([{ recipient: aoife.email, subject_id: id }]);
    const [email] = (await desk.submission(olu, id))?.emails.filter(({ template }) => template === 'progress') ?? [];
    expect(email).toMatchObject({ title: 'To the sender: what happened with the claim', state: 'waiting' });
    if (engine === 'sqlite') expect(email?.nextAttemptAt).toBe(clock.time + 10 * minute);
    await finish();
    await does(id, 'reopened');
    expect(await waiting()).toHaveLength(1);
  });

  test('what is told with an email that waits can be undone for as long', async () => {
    const { does, waiting, storeClaim, clock, advance } = await setup();
    const id = await storeClaim();
    await does(id, 'spoke');
    const [before] = await waiting();
    await advance(9 * minute);
    await does(id, 'closed');
    const [after, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(after?.created_at).toBe(clock.time);
    if (engine === 'sqlite') expect((after?.run_at ?? 0) - (before?.run_at ?? 0)).toBe(9 * minute);
  });

  test('nobody is told who has no private link, withdrew, or is in quarantine, nor while ACKNOWLEDGE is off', async () => {
    const { does, waiting, finish, storeClaim, withdraw, advance } = await setup();
    await does(await storeClaim(aoife, { formName: 'Contact Us' }), 'spoke');
    const revoked = await storeClaim();
    await does(revoked, 'link revoked');
    await does(revoked, 'spoke');
    const withdrawn = await storeClaim();
    await withdraw(withdrawn);
    await does(withdrawn, 'closed');
    const suspect = await storeClaim();
    await does(suspect, 'spoke');
    await does(suspect, 'contact undone');
    await does(suspect, 'quarantined');
    expect(await waiting()).toEqual([]);
    // The link that had ended opens the claim again.
    const old = await storeClaim();
    await does(old, 'closed');
    await finish();
    await advance(91 * 24 * hour);
    await does(old, 'reopened');
    expect(await waiting()).toMatchObject([{ subject_id: old }]);
    const off = await setup({ emailsSenders: false });
    await off.does(await off.storeClaim(), 'spoke');
    expect(await off.waiting()).toEqual([]);
  });

  test('the desk says beforehand whether an email tells the claimant', async () => {
    const { does, storeClaim, desk, withdraw } = await setup();
    const isTold = async (id: string) => (await desk.submission(olu, id))?.isToldByEmail;
    const id = await storeClaim();
    expect(await isTold(id)).toBe(true);
    await desk.runAction(olu, id, { type: 'consent taken back' });
    const [revoked, withdrawn] = [await storeClaim(), await storeClaim()];
    await does(revoked, 'link revoked');
    await withdraw(withdrawn);
    const others = [await storeClaim({ ...aoife, email: '' }), await storeClaim(aoife, { formName: 'Contact Us' })];
    for (const one of [id, revoked, withdrawn, ...others]) expect(await isTold(one)).toBe(false);
    const off = await setup({ emailsSenders: false });
    expect((await off.desk.submission(olu, await off.storeClaim()))?.isToldByEmail).toBe(false);
  });

  test('an email reports the difference to what the claimant was told before, however often that was done and undone', async () => {
    const { app, does, waiting, finish, storeClaim, desk, database } = await setup();
    const told = async () => {
      const [job] = await waiting();
      if (!job) throw new Error('No email waits.');
      const subject = await emailSubject(app, {
        ...job,
        subjectId: job.subject_id,
        createdAt: job.created_at,
      });
      return subject?.reading ?? null;
    };
    const id = await storeClaim();
    await does(id, 'closed');
    await finish();
    // All in one millisecond: the times of events cannot tell what the last e-mail said.
    await does(id, 'reopened');
    expect(await told()).toEqual({
      title: 'Your claim is open again',
      sentences: ['We are working on your claim again, and will be in touch.'],
    });
    await does(id, 'closed');
    expect(await told()).toBeNull();
    await does(id, 'reopened');
    await finish();
    const askAndDecline = async (reason: string) => {
      const request = { erasure_requested_at: 1, erasure_answered_at: null, erasure_answered_by: null, erasure_answer: null };
      await database.db.updateTable('form_submissions').set(request).where('id', '=', id).execute();
      await desk.runAction(olu, id, { type: 'erasure declined', reason });
    };
    await askAndDecline('The law asks us to keep it.');
    await askAndDecline('It is needed in court.');
    expect(await told()).toEqual({
      title: 'We have answered your request',
      sentences: ['We have answered your request to erase your data. Our answer is on the page of your claim.'],
    });
  });
});

/** A claim with a real mail server: `after` runs actions and returns what the claimant is sent. */
async function setupMail() {
  const testDesk = await createTestDesk(await databases.open('sqlite'), { emailsSenders: true });
  const mailer = await withMail(testDesk, { emailsSenders: true });
  const { clock, desk, server } = mailer;
  await mailer.storeClaims(aoife);
  const id = (await mailer.senderEmails())[0]?.subject_id ?? '';
  const outbox = mailer.startWorker();
  const progress = async () => (await mailer.senderEmails()).filter(({ template }) => template === 'progress');
  const after = async (...types: ('spoke' | 'contact undone' | 'closed' | 'reopened')[]) => {
    const before = server.emails.length;
    for (const type of types) await desk.runAction(olu, id, actionOf(type));
    clock.time += 11 * minute;
    outbox.wake();
    await until('it to be settled', async () => (await progress()).every(({ finished_at }) => finished_at !== null));
    return server.emails.slice(before).filter(({ envelope }) => envelope.to[0] === aoife.email);
  };
  await until('the first emails', () => server.emails.length === 2);
  return { after, progress };
}

test('the email says what happened and what comes next, with helpline and link, and nothing that was typed', async () => {
  const { after } = await setupMail();
  const [contacted] = await after('spoke');
  expect(contacted?.subject).toMatch(/^We have been in touch about your claim: reference /);
  expect(contacted?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  for (const body of [contacted?.text, contacted?.html]) {
    expect(body).toContain('Next we agree what you need: a vehicle, repairs, or neither.');
    expect(body).toContain(site.helpline.display);
    expect(body).toMatch(/https:\/\/kerbside\.example\/your-claim\/[\w-]{32}/);
    for (const typed of Object.values(aoife).filter((value) => value.length > 3 && value !== 'claim'))
      expect(body).not.toContain(typed);
  }
  const [closed] = await after('closed');
  expect(closed?.subject).toMatch(/^We have closed your claim with us: reference /);
  const written = closed?.text?.replaceAll(/\s+/g, ' ');
  for (const sentence of ['Why: It is settled.', ...afterClosing, 'procedure: https://kerbside.example/complaints.'])
    expect(written).toContain(sentence);
});

test('what is undone within ten minutes is not told, and what staff do counts towards no limit', async () => {
  const { after, progress } = await setupMail();
  expect(await after('spoke', 'contact undone')).toEqual([]);
  expect(await progress()).toMatchObject([{ last_outcome: 'not sent', last_detail: 'It was undone.' }]);
  expect(await after('spoke', 'closed', 'reopened')).toMatchObject([
    { subject: expect.stringMatching(/^We have been in touch/) },
  ]);
  for (let count = 0; count < 4; count += 1) {
    expect(await after('closed')).toHaveLength(1);
    expect(await after('reopened')).toHaveLength(1);
  }
});
