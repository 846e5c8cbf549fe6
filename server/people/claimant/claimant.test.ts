// Protects: a claimant can add to, withdraw, copy and ask to erase their own claim, and nothing else.
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { verifyChain } from '#server/core/audit/verify-chain.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { addEvidence } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

describe('what a claimant can do', () => {
  const setup = async (data = aoife, options: { emailsSenders?: boolean } = {}) => {
    const testDesk = await createTestDesk(await databases.open(), options);
    return { ...testDesk, ...(await testDesk.openClaim(data)) };
  };

  test('answers that were left blank can be filled in, and what was given cannot be changed', async () => {
    const { run, page, events, desk, row, id } = await setup({ ...aoife, policyNumber: '', timeOfAccident: '' });
    expect(await run({ act: 'answers', policyNumber: 'PN 77/2', firstName: 'Eve' })).toMatchObject({
      kind: 'refused',
      status: 422,
      errors: { firstName: expect.stringContaining('send us a message') },
    });
    expect((await page()).data).toMatchObject({ policyNumber: '', firstName: aoife.firstName });
    expect(await run({ act: 'answers', policyNumber: 'PN 77/2' })).toEqual({ kind: 'done' });
    expect(await run({ act: 'answers', policyNumber: 'PN 77/2' })).toEqual({ kind: 'done' });
    expect(await run({ act: 'answers', policyNumber: 'other' })).toMatchObject({ kind: 'refused' });
    expect(await run({ act: 'answers' })).toMatchObject({ kind: 'refused' });
    const { data } = await page();
    const { additionalInfo: _, ...given } = aoife;
    expect(data).toMatchObject({ ...given, policyNumber: 'PN 77/2', timeOfAccident: '' });
    expect((await row()).form_name).toBe('Make a Claim');
    const recorded = (await events()).filter(({ action }) => action === 'answers added');
    expect(recorded.map(({ details }) => JSON.parse(details))).toEqual([{ fields: 'policyNumber' }]);
    // The claim is still found by its earlier answers.
    expect((await desk.inbox(olu, { search: aoife.vehicleReg ?? '' })).rows.map((row) => row.id)).toEqual([id]);
  });

  test('a claim that was withdrawn is shown as such, gets no reminders, and can go on again', async () => {
    const { run, page, desk, sendDueReminders, id, clock, advance } = await setup();
    expect(await run({ act: 'withdraw' })).toMatchObject({ kind: 'refused', message: expect.stringContaining('Tick the box') });
    expect(await run({ act: 'withdraw', confirm: 'yes' })).toEqual({ kind: 'done' });
    expect((await page()).withdrawnAt).toBe(clock.time);
    expect((await desk.inbox(olu, {})).rows).toMatchObject([{ isWithdrawn: true }]);
    expect((await desk.submission(olu, id))?.claimant.withdrawnAt).toBe(tenOClock);
    await advance(30 * hour);
    expect(await sendDueReminders()).toBe(0);
    expect(await run({ act: 'continue' })).toEqual({ kind: 'done' });
    await run({ act: 'withdraw', confirm: 'yes' });
    // The claimant may also call, and staff undo the withdrawal.
    expect(await desk.runAction(olu, id, { type: 'withdrawal undone' })).toMatchObject({ kind: 'done' });
    expect(await desk.runAction(olu, id, { type: 'withdrawal undone' })).toMatchObject({ kind: 'refused' });
    expect((await page()).withdrawnAt).toBeNull();
    // To the team, and to the owner.
    expect(await sendDueReminders()).toBe(2);
  });

  test('a claim that was closed once it was withdrawn does not go on by a page that was open before', async () => {
    const { run, page, desk, id } = await setup();
    await run({ act: 'withdraw', confirm: 'yes' });
    expect(await desk.runAction(olu, id, { type: 'closed' })).toMatchObject({ kind: 'done' });
    expect(await run({ act: 'continue' })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('closed meanwhile'),
    });
    expect((await page()).withdrawnAt).not.toBeNull();
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
    const { run, desk, id, page, events, senderEmails, clock } = await setup(aoife, { emailsSenders: true });
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
    expect((await senderEmails()).map(({ template }) => template)).toContain('progress');
    const { body } = await desk.exportPerson(grace, aoife.email ?? '', 'text');
    expect(body).toMatch(/Erasure requested .*\nAnswered .* by Olu Adeyemi: The claim is before a court\./);

    await desk.runAction(olu, id, { type: 'erasure answer undone' });
    expect((await page()).erasureAnswer).toBeNull();
    await answer('erasure declined');
    // The claimant may also ask again, and change their mind.
    await run({ act: 'erasure', confirm: 'yes' });
    expect(await page()).toMatchObject({ erasureAnswer: null, erasureRequestedAt: clock.time });
    await run({ act: 'keep' });
    expect((await page()).erasureRequestedAt).toBeNull();
    await run({ act: 'erasure', confirm: 'yes' });
    expect(await answer('erasure request withdrawn', 'Said so on the phone.')).toMatchObject({ kind: 'done' });
    expect((await page()).erasureRequestedAt).toBeNull();
    expect((await desk.exportPerson(grace, aoife.email ?? '', 'json')).body).toContain('Said so on the phone.');
  });

  test('the reasons that staff gave are erased with the claim, and the audit trail stays whole', async () => {
    const { run, desk, id, events, database } = await setup();
    await run({ act: 'erasure', confirm: 'yes' });
    await desk.runAction(olu, id, { type: 'erasure declined', reason: 'The claim of Neil is before a court.' });
    await desk.runAction(olu, id, { type: 'erasure answer undone' });
    await desk.runAction(olu, id, { type: 'erasure request withdrawn', reason: 'Neil said so on the phone.' });
    expect(JSON.stringify(await events())).toContain('Neil');
    expect(await desk.erase(grace, [id], 'asked for')).toMatchObject({ erased: [id] });
    expect(JSON.stringify(await events())).not.toContain('Neil');
    expect((await events()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['erasure declined', 'erasure request withdrawn', 'erased']),
    );
    expect(await verifyChain(database)).toMatchObject({ kind: 'whole' });
  });

  test('a form of one claim does nothing to another that was opened since, nor with a link that was revoked', async () => {
    const { run, openClaim, database, id, page } = await setup();
    const other = await openClaim(lukasz);
    expect(await run({ act: 'message', text: 'For the first.' }, other.cookie)).toMatchObject({ kind: 'refused', status: 409 });
    await database.db.updateTable('form_submissions').set({ link_revoked_at: 1 }).where('id', '=', id).execute();
    expect(await run({ act: 'message', text: 'Too late.' })).toMatchObject({ kind: 'refused', status: 403 });
    await database.db.updateTable('form_submissions').set({ link_revoked_at: null }).where('id', '=', id).execute();
    expect((await page()).messages).toEqual([]);
    for (const act of ['', 'constructor', 'erased']) expect(await run({ act })).toMatchObject({ kind: 'refused', status: 422 });
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
