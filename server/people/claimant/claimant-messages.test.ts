// Protects: a claimant's message reaches the team once, within its limits.
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { verifyChain } from '#server/core/audit/verify-chain.ts';
import { emailSubject } from '#server/mail/out/email-store.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { indexedTerms, testDatabases } from '#testing/databases.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

describe('a message of a claimant, and what tells the team of it', () => {
  const setup = async () => {
    const testDesk = await createTestDesk(await databases.open());
    return { ...testDesk, ...(await testDesk.openClaim()) };
  };

  test('a message is on the page, at the desk and in the audit trail, where it is not quoted', async () => {
    const { run, page, desk, id, events, changed, database } = await setup();
    const text = 'My car is at Byrne Body Works.\r\n<b>Call after six.</b> 🙁';
    expect(await run({ act: 'message', text: ` ${text} ` })).toEqual({ kind: 'done' });
    const stored = text.replace('\r', '');
    expect((await page()).messages).toMatchObject([{ at: tenOClock, text: stored }]);
    expect((await desk.submission(olu, id))?.messages).toMatchObject([{ text: stored, isNew: true }]);
    const recorded = (await events()).filter(({ actor_id }) => actor_id === 'claimant');
    expect(recorded).toMatchObject([{ action: 'message sent', actor: 'The claimant', subject_id: id }]);
    expect(JSON.stringify(await events())).not.toContain('Byrne');
    expect(changed).toEqual([true]);
    expect(await verifyChain(database)).toMatchObject({ kind: 'whole' });
  });

  test('a message is found at the desk as soon as it is sent, with what was found before, until the claim is erased', async () => {
    const { run, desk, id, database } = await setup();
    await run({
      act: 'message',
      text: 'My car is at Byrne-Körner Body Works.\r\nTheir number: 020 7946 0991, or ask@byrne.example.',
    });
    await run({ act: 'message', text: 'Crime number KX/4711-26.', key: 'k2' });
    const found = async (search: string) => (await desk.inbox(olu, { search })).rows.map((row) => row.id);
    const typed = [
      'byrne',
      'korner',
      'byrne korner',
      'body works',
      '02079460991',
      '020 7946',
      'ask@byrne.example',
      'kx/4711-26',
      'neil',
    ];
    for (const text of typed) expect([text, await found(text)]).toEqual([text, [id]]);
    expect(await found('vexhall')).toEqual([]);
    // People who are named in a message are not found as persons.
    expect(await desk.findPerson(grace, 'ask@byrne.example')).toEqual([]);
    await desk.erase(grace, [id], 'asked for');
    expect(await found('byrne')).toEqual([]);
    expect(await indexedTerms(database)).toEqual([]);
  });

  test('a form that is sent twice is one message, and another text with the same key is another', async () => {
    const { run, page } = await setup();
    await Promise.all([run({ act: 'message', text: 'Once.' }), run({ act: 'message', text: 'Once.' })]);
    await run({ act: 'message', text: 'Twice.' });
    await run({ act: 'message', text: 'Twice.', key: 'k2' });
    expect((await page()).messages.map(({ text }) => text).toSorted()).toEqual(['Once.', 'Twice.', 'Twice.']);
  });

  test('messages have limits: empty, too long, and too many in a day', async () => {
    const { run, page, clock } = await setup();
    for (const text of [' \n ', 'x'.repeat(5_001)]) expect(await run({ act: 'message', text })).toMatchObject({ status: 422 });
    for (let count = 0; count < 50; count += 1) await run({ act: 'message', text: `${count}` });
    expect(await run({ act: 'message', text: 'One more.' })).toMatchObject({ kind: 'refused', status: 422 });
    clock.time += 25 * hour;
    expect(await run({ act: 'message', text: 'One more.' })).toEqual({ kind: 'done' });
    expect((await page()).messages).toHaveLength(51);
  });

  test('of the emails that tell the team one waits at a time, and it tells of everything since it was stored', async () => {
    const { app, run, emails, id, database, clock } = await setup();
    await run({ act: 'message', text: 'First.' });
    clock.time += 1;
    await run({ act: 'message', text: 'Second.' });
    await run({ act: 'call', time: 'Any time' });
    const waiting = (await emails()).filter(({ template }) => template === 'claimant-update');
    expect(waiting).toHaveLength(1);
    const updateSince = async (createdAt: number) =>
      (await emailSubject(app, { subjectId: id, template: 'claimant-update', createdAt, payload: null }))?.reading;
    expect(await updateSince(tenOClock)).toEqual({
      actions: ['message sent', 'call time chosen'],
      messages: ['First.', 'Second.'],
      callPreference: 'Any time',
    });
    await database.db
      .updateTable('jobs')
      .set({ finished_at: clock.time })
      .where('id', '=', waiting[0]?.id ?? '')
      .execute();
    clock.time += 1;
    await run({ act: 'message', text: 'Third.' });
    const later = (await emails()).filter(({ finished_at, template }) => finished_at === null && template === 'claimant-update');
    expect(later).toHaveLength(1);
    expect((await updateSince(later[0]?.created_at ?? 0))?.messages).toEqual(['Third.']);
  });

  test('the team is told at once, and of what follows within five minutes in one email after that', async () => {
    const { run, emails, database, clock } = await setup();
    const updates = async () => (await emails()).filter(({ template }) => template === 'claimant-update');
    await run({ act: 'message', text: 'First.' });
    const [first] = await updates();
    const dueAt = Number(first?.run_at);
    const sent = database.db.updateTable('jobs').where('id', '=', first?.id ?? '');
    await sent.set({ first_attempt_at: dueAt, finished_at: dueAt }).execute();
    clock.time += 1_000;
    for (const text of ['Second.', 'Third.']) await run({ act: 'message', text });
    const later = (await updates()).filter(({ id }) => id !== first?.id);
    expect(later).toHaveLength(1);
    expect(Number(later[0]?.run_at) - dueAt).toBeGreaterThanOrEqual(5 * 60_000);
  });

  test('what is in quarantine sends no email, and the page does not tell of it', async () => {
    const { run, page, desk, id, emails } = await setup();
    await desk.runAction(olu, id, { type: 'quarantined' });
    await run({ act: 'message', text: 'Hello?' });
    expect((await emails()).filter(({ template }) => template === 'claimant-update')).toEqual([]);
    expect(JSON.stringify(await page())).not.toContain('uarantine');
  });

  test('the inbox lists what is new from claimants until somebody looks', async () => {
    const { run, desk, id, clock } = await setup();
    const updated = async () => (await desk.inbox(olu, { updated: true })).rows.map((row) => row.id);
    expect(await updated()).toEqual([]);
    await run({ act: 'message', text: 'Hello.' });
    expect(await updated()).toEqual([id]);
    expect((await desk.inbox(olu, {})).counts.updated).toBe(1);
    expect((await desk.submission(olu, id))?.isUpdated).toBe(true);
    expect(await updated()).toEqual([]);
    // The second message is sent in the same millisecond.
    await run({ act: 'message', text: 'And again.' });
    expect(await updated()).toEqual([id]);
    clock.time += 1;
    await desk.submission(olu, id);
    expect(await updated()).toEqual([]);
  });
});
