import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { verifyChain } from '#server/audit/verify-chain.ts';
import { createEmailStore } from '#server/email/email-store.ts';
import { createTestDesk, hour, tenOClock } from '#testing/create-test-desk.ts';
import { addEvidence } from '#testing/create-test-evidence.ts';
import { engines, indexedTerms, testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { createClaimLinks } from './claim-link.ts';
import { createReadClaim } from './claim-session.ts';
import { createClaimant } from './claimant.ts';

const databases = testDatabases();
/** As visitors get them; those of the fixtures have another shape. */
const nextReference = () => `AAAA-${randomBytes(2).toString('hex').toUpperCase()}`;

const siteUrl = 'https://kerbside.example';
const secret = 'a secret of thirty-two characters';

describe.each(engines)('what a claimant can do, on %s', (engine) => {
  async function setup(data: Record<string, string> = aoife, settings = {}) {
    const database = await databases.open(engine);
    const testDesk = await createTestDesk(database, settings);
    const { audit, clock, desk } = testDesk;
    const links = createClaimLinks({ database, secret, previousSecret: null, siteUrl, now: clock.now });
    const changed: boolean[] = [];
    const claimant = createClaimant({
      ...{ database, audit, now: clock.now, readClaim: createReadClaim(links, siteUrl), makeCopy: desk.copyForClaimant },
      listFiles: async () => [],
      onChanged: (hasEmail) => changed.push(hasEmail),
      acknowledges: true,
    });
    const rowOf = (id: string) =>
      database.db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const cookieOf = async (id: string) => {
      const { reference, form_name: formName, link_generation: generation } = await rowOf(id);
      return `__Host-kerbside-claim=${links.linkOf({ id, reference, formName }, generation)?.split('/').at(-1)}`;
    };
    const id = await testDesk.storeClaim(data, { reference: nextReference() });
    const { reference } = await rowOf(id);
    const cookie = await cookieOf(id);
    const run = (fields: Record<string, string>, withCookie = cookie) =>
      claimant.run(withCookie, (name) => ({ reference, key: 'k1', ...fields })[name] ?? '');
    const page = async () => {
      const state = await claimant.page(cookie);
      if (state.kind !== 'open') throw new Error(state.kind);
      return state.claim;
    };
    return { ...testDesk, database, claimant, id, reference, cookie, cookieOf, rowOf, run, page, changed };
  }

  test('a message is on the page, at the desk and in the audit trail, where it is not quoted', async () => {
    const { run, page, desk, id, events, changed, database } = await setup();
    const text = 'My car is at Byrne Body Works.\r\n<b>Call after six.</b> 🙁';
    expect(await run({ act: 'message', text: ` ${text} ` })).toEqual({ kind: 'done' });
    const stored = text.replace('\r', '');
    expect((await page()).messages).toMatchObject([{ at: tenOClock, text: stored }]);
    expect((await desk.submission(olu, id))?.claimant.messages).toMatchObject([{ text: stored, isNew: true }]);
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
    // Whom somebody names in a message is not found as a person.
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

  test('of the e-mails that tell the team one waits at a time, and it tells of everything since it was stored', async () => {
    const { run, emails, id, database, clock } = await setup();
    await run({ act: 'message', text: 'First.' });
    clock.time += 1;
    await run({ act: 'message', text: 'Second.' });
    await run({ act: 'call', time: 'Any time' });
    const waiting = (await emails()).filter(({ template }) => template === 'claimant-update');
    expect(waiting).toHaveLength(1);
    const store = createEmailStore(database);
    expect((await store.subject(id, 'claimant-update', tenOClock))?.update).toEqual({
      ...{ actions: ['message sent', 'call time chosen'], messages: ['First.', 'Second.'], callPreference: 'Any time' },
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
    expect((await store.subject(id, 'claimant-update', later[0]?.created_at ?? 0))?.update?.messages).toEqual(['Third.']);
  });

  test('what is in quarantine sends no e-mail, and the page does not tell of it', async () => {
    const { run, page, desk, id, emails } = await setup();
    await desk.runAction(olu, id, { type: 'quarantined' });
    await run({ act: 'message', text: 'Hello?' });
    expect((await emails()).filter(({ template }) => template === 'claimant-update')).toEqual([]);
    expect(JSON.stringify(await page())).not.toContain('uarantine');
  });

  test('the team is told at once, and of what follows within five minutes in one e-mail after that', async () => {
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

  test('answers that were left blank can be filled in, and what was given cannot be changed', async () => {
    const { run, page, events, desk, rowOf, id } = await setup({ ...aoife, policyNumber: '', timeOfAccident: '' });
    expect(await run({ act: 'answers', policyNumber: 'PN 77/2', firstName: 'Eve' })).toMatchObject({
      ...{ kind: 'refused', status: 422, errors: { firstName: expect.stringContaining('send us a message') } },
    });
    expect((await page()).data).toMatchObject({ policyNumber: '', firstName: aoife.firstName });
    expect(await run({ act: 'answers', policyNumber: 'PN 77/2' })).toEqual({ kind: 'done' });
    expect(await run({ act: 'answers', policyNumber: 'PN 77/2' })).toEqual({ kind: 'done' });
    expect(await run({ act: 'answers', policyNumber: 'other' })).toMatchObject({ kind: 'refused' });
    expect(await run({ act: 'answers' })).toMatchObject({ kind: 'refused' });
    const { data } = await page();
    const { additionalInfo: _, ...given } = aoife;
    expect(data).toMatchObject({ ...given, policyNumber: 'PN 77/2', timeOfAccident: '' });
    const form = await rowOf(id);
    expect(form.form_name).toBe('Make a Claim');
    const recorded = (await events()).filter(({ action }) => action === 'answers added');
    expect(recorded.map(({ details }) => JSON.parse(details))).toEqual([{ fields: 'policyNumber' }]);
    // Still found by what it was found by.
    expect((await desk.inbox(olu, { search: aoife.vehicleReg ?? '' })).rows.map((row) => row.id)).toEqual([id]);
  });

  test('a claim that was withdrawn is shown as such, gets no reminders, and can go on again', async () => {
    const { run, page, desk, id, clock, advance } = await setup();
    expect(await run({ act: 'withdraw' })).toMatchObject({ kind: 'refused', message: expect.stringContaining('Tick the box') });
    expect(await run({ act: 'withdraw', confirm: 'yes' })).toEqual({ kind: 'done' });
    expect((await page()).withdrawnAt).toBe(clock.time);
    expect((await desk.inbox(olu, {})).rows).toMatchObject([{ isWithdrawn: true }]);
    expect((await desk.submission(olu, id))?.claimant.withdrawnAt).toBe(tenOClock);
    await advance(30 * hour);
    expect(await desk.sendDueReminders()).toBe(0);
    expect(await run({ act: 'continue' })).toEqual({ kind: 'done' });
    await run({ act: 'withdraw', confirm: 'yes' });
    // Or by a call.
    expect(await desk.runAction(olu, id, { type: 'withdrawal undone' })).toMatchObject({ kind: 'done' });
    expect(await desk.runAction(olu, id, { type: 'withdrawal undone' })).toMatchObject({ kind: 'refused' });
    expect((await page()).withdrawnAt).toBeNull();
    expect(await desk.sendDueReminders()).toBe(1);
  });

  test('a request for erasure is shown to the team, and erasing ends the link', async () => {
    const { run, desk, id, claimant, cookie } = await setup();
    await run({ act: 'message', text: 'Please.' });
    expect(await run({ act: 'erasure', confirm: 'yes' })).toEqual({ kind: 'done' });
    expect((await desk.submission(olu, id))?.claimant.erasureRequestedAt).toBe(tenOClock);
    expect(await desk.erase(grace, [id], 'asked for')).toMatchObject({ erased: [id] });
    expect(await claimant.page(cookie)).toEqual({ kind: 'unknown' });
    expect(await run({ act: 'message', text: 'Still there?' })).toMatchObject({ kind: 'refused', status: 403 });
    expect(await claimant.copy(cookie, 'text')).toBeNull();
  });

  test('a request for erasure is settled without erasing: with a reason that the claimant, the trail and the export have', async () => {
    const { run, desk, id, page, events, acknowledgements, clock } = await setup(aoife, { acknowledges: true });
    const answer = (type: 'erasure declined' | 'erasure request withdrawn', reason = 'The claim is before a court.') =>
      desk.runAction(olu, id, { type, reason });
    expect(await answer('erasure declined')).toMatchObject({ kind: 'refused' });
    await run({ act: 'erasure', confirm: 'yes' });
    clock.time += 1;
    expect(await answer('erasure declined', '')).toMatchObject({ kind: 'refused', message: 'Give the reason.' });
    expect(await answer('erasure declined')).toMatchObject({ kind: 'done', undo: { type: 'erasure answer undone' } });
    expect(await answer('erasure declined')).toMatchObject({
      message: expect.stringMatching(/^Olu Adeyemi answered the request/),
    });
    expect((await page()).erasureAnswer).toEqual({ at: clock.time, text: 'The claim is before a court.' });
    expect((await desk.submission(olu, id))?.claimant.erasureAnswer).toMatchObject({ by: olu.name });
    expect((await events()).find(({ action }) => action === 'erasure declined')?.details).toContain('before a court');
    expect((await acknowledgements()).map(({ template }) => template)).toContain('progress');
    const { body } = await desk.exportPerson(grace, aoife.email ?? '', 'text');
    expect(body).toMatch(/Erasure requested .*\nAnswered .* by Olu Adeyemi: The claim is before a court\./);

    await desk.runAction(olu, id, { type: 'erasure answer undone' });
    expect((await page()).erasureAnswer).toBeNull();
    await answer('erasure declined');
    // Or the claimant asks once more, and changes their mind.
    await run({ act: 'erasure', confirm: 'yes' });
    expect(await page()).toMatchObject({ erasureAnswer: null, erasureRequestedAt: clock.time });
    await run({ act: 'keep' });
    expect((await page()).erasureRequestedAt).toBeNull();
    await run({ act: 'erasure', confirm: 'yes' });
    expect(await answer('erasure request withdrawn', 'Said so on the phone.')).toMatchObject({ kind: 'done' });
    expect((await page()).erasureRequestedAt).toBeNull();
    expect((await desk.exportPerson(grace, aoife.email ?? '', 'json')).body).toContain('Said so on the phone.');
  });

  test('a form of one claim does nothing to another that was opened since, nor with a link that was revoked', async () => {
    const { run, storeClaim, cookieOf, database, id, page } = await setup();
    const other = await cookieOf(await storeClaim(lukasz, { reference: nextReference() }));
    expect(await run({ act: 'message', text: 'For the first.' }, other)).toMatchObject({ kind: 'refused', status: 409 });
    await database.db.updateTable('form_submissions').set({ link_revoked_at: 1 }).where('id', '=', id).execute();
    expect(await run({ act: 'message', text: 'Too late.' })).toMatchObject({ kind: 'refused', status: 403 });
    await database.db.updateTable('form_submissions').set({ link_revoked_at: null }).where('id', '=', id).execute();
    expect((await page()).messages).toEqual([]);
    for (const act of ['', 'constructor', 'erased']) expect(await run({ act })).toMatchObject({ kind: 'refused', status: 422 });
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
    // In the same millisecond.
    await run({ act: 'message', text: 'And again.' });
    expect(await updated()).toEqual([id]);
    clock.time += 1;
    await desk.submission(olu, id);
    expect(await updated()).toEqual([]);
  });

  test('the copy has what the claimant gave and what was done, without the notes and the names of the team', async () => {
    const { run, desk, id, claimant, cookie } = await setup();
    await run({ act: 'message', text: 'My message.' });
    await desk.runAction(olu, id, { type: 'note added', text: 'Sounds evasive.' });
    await desk.runAction(olu, id, { type: 'contacted' });
    for (const format of ['text', 'json'] as const) {
      const copy = await claimant.copy(cookie, format);
      for (const part of ['My message.', 'Stationary at the give-way line', 'our team']) expect(copy?.body).toContain(part);
      for (const part of ['evasive', olu.name]) expect(copy?.body).not.toContain(part);
    }
  });

  test('the copy lists the files that the claimant added, and no others', async () => {
    const { evidence, id, claimant, cookie } = await setup();
    const { sha256 } = await addEvidence(evidence, id, 'front.pdf', evidenceFiles.pdf());
    const stream = Readable.from([evidenceFiles.pdf()]);
    await evidence.receive(id, olu.id, { name: 'engineer.pdf', stream, size: null });
    const text = await claimant.copy(cookie, 'text');
    expect(text?.body).toContain(`front.pdf: application/pdf, ${evidenceFiles.pdf().length} bytes, received`);
    expect(text?.body).not.toContain('engineer.pdf');
    const json = JSON.parse((await claimant.copy(cookie, 'json'))?.body ?? '');
    expect(json.submissions[0].files).toMatchObject([{ name: 'front.pdf', sha256, addedBy: 'the claimant', notGivenOut: null }]);
  });
});
