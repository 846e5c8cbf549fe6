// Protects: two submissions about one accident become one claim with everything of both, and undoing that restores exactly what there was.

import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { day, hour } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu, priya } from '#testing/fixtures/test-staff.ts';
import { readUnanswered } from '../sla/waiting-for-contact.ts';
import type { Action } from './actions.ts';

const databases = testDatabases();

describe('merging', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open(), { emailsSenders: true });
    const { desk, openClaim, advance } = testDesk;
    const stays = await openClaim({ ...aoife, policyNumber: '', email: '' });
    await advance(hour);
    const goes = await openClaim({ ...aoife, phone: '07700 900999', firstName: 'Eefa', policyNumber: 'AB 77' });
    const run = (id: string, action: Action, staff = olu) => desk.runAction(staff, id, action);
    const merge = (staff = olu) => run(stays.id, { type: 'merged', other: goes.id }, staff);
    const undo = async (staff = grace) => {
      const found = (await view())?.history.find(({ action }) => action === 'merged')?.undo;
      return found ? run(stays.id, found, staff) : null;
    };
    const view = (id = stays.id) => desk.submission(olu, id);
    const rows = async () => [await stays.row(), await goes.row()];
    return { ...testDesk, stays, goes, run, merge, undo, view, rows };
  }

  test('what belongs to either is on the claim that stays, under either address, reference and private link', async () => {
    const { desk, stays, goes, run, merge, view, evidence, advance } = await setup();
    await run(goes.id, { type: 'note added', text: 'A note' });
    await run(goes.id, { type: 'contact attempted', outcome: 'spoke', line: 'All well fri 9' });
    await goes.run({ act: 'message', text: 'A message' });
    const stream = Readable.from([Buffer.from('%PDF-1.7')]);
    expect(await evidence.receive(goes.id, 'claimant', { name: 'letter.pdf', stream, size: null })).toMatchObject({
      kind: 'received',
    });
    expect(await merge()).toMatchObject({ kind: 'done' });
    const merged = await view(goes.id);
    expect(merged).toMatchObject({
      id: stays.id,
      reference: stays.reference,
      attemptCount: 1,
      next: { kind: 'call back' },
      needsReply: true,
      merged: [{ reference: goes.reference }],
      notes: [{ text: 'A note', mine: false }],
      attempts: [{ outcome: 'spoke', isMerged: true }],
      messages: [{ text: 'A message' }],
      data: { policyNumber: 'AB 77', firstName: aoife.firstName },
    });
    expect(merged?.recorded.map(({ name }) => name)).toContain('contacted');
    expect(merged?.history.map(({ action }) => action)).toEqual(expect.arrayContaining(['merged', 'note added', 'message sent']));
    for (const search of [goes.reference, stays.reference, '900999'])
      expect((await desk.inbox(olu, { search })).rows.map(({ id }) => id)).toEqual([stays.id]);
    expect(await goes.page()).toMatchObject({ reference: stays.reference, messages: [{ text: 'A message' }] });
    await advance(hour);
    expect(await goes.run({ act: 'message', text: 'By the old link' })).toEqual({ kind: 'done' });
    expect((await view())?.messages.map(({ text }) => text)).toEqual(['A message', 'By the old link']);
    expect((await goes.page()).files).toMatchObject([{ name: 'letter.pdf' }]);
    expect(await desk.evidence.list(olu, stays.id)).toMatchObject([{ name: 'letter.pdf' }]);
  });

  test('the merged one is in no list, count, queue, report, reminder or target', async () => {
    const { desk, stays, goes, merge, database, clock, advance } = await setup();
    await goes.run({ act: 'message', text: 'A message' });
    await merge();
    const lists = [
      {},
      { status: 'new' },
      { status: 'closed' },
      { form: 'Claim' },
      { updated: true },
      { due: 'overdue' },
    ] as const;
    for (const filter of lists) {
      const { rows } = await desk.inbox(olu, filter);
      expect(rows.map(({ id }) => id)).not.toContain(goes.id);
    }
    expect((await desk.inbox(olu, {})).rows.map(({ id }) => id)).toEqual([stays.id]);
    expect((await desk.queue(olu, { own: false })).map(({ id }) => id)).toEqual([stays.id]);
    const csv = await text(await desk.listFile(grace, {}, 'csv'));
    expect(csv).toContain(stays.reference);
    expect(csv).not.toContain(goes.reference);
    await advance(3 * day);
    for (const audience of ['team', 'owners'] as const) {
      const told = await database.read((db) => readUnanswered(db, audience, clock.time));
      expect(told.map(({ id }) => id)).toEqual([stays.id]);
    }
    const { targets } = await desk.slaReport(grace);
    expect(targets.find(({ id }) => id === 'promise')?.all.total).toBe(1);
  });

  test('undoing restores both claims as they were, and leaves what was added since', async () => {
    const { stays, goes, run, merge, undo, rows, advance, desk, view } = await setup();
    await run(goes.id, { type: 'assigned', to: olu.id });
    await run(goes.id, { type: 'contact attempted', outcome: 'no-answer', line: '' });
    await run(goes.id, { type: 'kept longer' });
    const before = await rows();
    await merge();
    await advance(5 * day);
    expect(await undo()).toMatchObject({ kind: 'done' });
    const marks = (row: { recorded: string | null }) => ({ ...row, recorded: JSON.parse(row.recorded ?? '{}') });
    expect((await rows()).map(marks)).toEqual(before.map(marks));
    expect((await desk.inbox(olu, { search: '900999' })).rows.map(({ id }) => id)).toEqual([goes.id]);
    await merge();
    await run(stays.id, { type: 'contact attempted', outcome: 'spoke', line: 'tue 9' });
    await run(stays.id, { type: 'note added', text: 'Since then' });
    await goes.run({ act: 'message', text: 'Since then' });
    await undo();
    expect(await view()).toMatchObject({ attemptCount: 1, notes: [{ text: 'Since then' }], status: 'contacted' });
    expect((await view())?.messages).toHaveLength(1);
    expect(await view(goes.id)).toMatchObject({
      id: goes.id,
      notes: [],
      attemptCount: 1,
      status: 'new',
      messages: [],
    });
    expect(await goes.page()).toMatchObject({ reference: goes.reference });
  });

  test('undoing is possible for thirty days, and never once the claim was erased', async () => {
    const { stays, goes, merge, run, view, advance, desk, database } = await setup();
    const done = await merge();
    const undo = done.kind === 'done' ? done.undo : null;
    if (!undo) throw new Error('It cannot be undone.');
    await advance(31 * day);
    expect((await view())?.history.every((event) => event.undo === null || event.action !== 'merged')).toBe(true);
    expect(await run(stays.id, undo)).toMatchObject({ kind: 'refused' });
    expect(await run(stays.id, { type: 'merge undone', other: goes.id })).toMatchObject({ kind: 'refused' });
    await advance(day);
    expect(await desk.erase(grace, [goes.id], 'Asked for')).toMatchObject({ erased: [], notFound: [goes.id] });
    expect(await desk.erase(grace, [stays.id], 'Asked for')).toMatchObject({ notFound: [] });
    expect(await database.db.selectFrom('form_submissions').select('id').execute()).toEqual([]);
    expect(await database.db.selectFrom('tombstones').select('id').execute()).toHaveLength(2);
    expect(await run(stays.id, undo)).toEqual({ kind: 'not found' });
  });

  test('of two who merge two claims into each other at one instant, one does it', async () => {
    const { stays, goes, run, rows } = await setup();
    const results = await Promise.all([
      run(stays.id, { type: 'merged', other: goes.id }),
      run(goes.id, { type: 'merged', other: stays.id }, grace),
      run(stays.id, { type: 'merged', other: goes.id }, priya),
    ]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused', 'refused']);
    expect((await rows()).filter(({ merged_into }) => merged_into !== null)).toHaveLength(1);
  });

  test('a claim that has taken in another can be merged in turn, and both come back in order', async () => {
    const { stays, goes, openClaim, run, merge, undo, view } = await setup();
    const third = await openClaim({ ...aoife, phone: '07700 900777' });
    await merge();
    expect(await run(third.id, { type: 'merged', other: goes.id })).toMatchObject({ kind: 'refused' });
    const done = await run(third.id, { type: 'merged', other: stays.id });
    expect(await run(stays.id, { type: 'contacted' })).toMatchObject({
      kind: 'refused',
      message: `It was merged into ${third.reference}. Open that one.`,
    });
    expect((await view(goes.id))?.merged.map(({ id }) => id)).toEqual([stays.id, goes.id]);
    expect(await goes.page()).toMatchObject({ reference: third.reference });
    if (done.kind === 'done' && done.undo) await run(third.id, done.undo);
    expect(await goes.page()).toMatchObject({ reference: stays.reference });
    await undo();
    expect(await goes.page()).toMatchObject({ reference: goes.reference });
  });

  test('a message that arrives while its claim is merged is on the claim that stays', async () => {
    const { goes, merge, view, stays } = await setup();
    await Promise.all([merge(), goes.run({ act: 'message', text: 'At that moment' }), merge(grace)]);
    expect((await view())?.messages).toMatchObject([{ text: 'At that moment' }]);
    expect(await view()).toMatchObject({ needsReply: true });
    expect((await stays.row()).claimant_update_at).not.toBeNull();
  });

  test('a private link that was revoked or replaced stays so, whichever of the two it was', async () => {
    const { stays, goes, run, merge, claimant } = await setup();
    await merge();
    const done = await run(stays.id, { type: 'link revoked' });
    expect(await claimant.page(goes.cookie)).toEqual({ kind: 'ended' });
    if (done.kind === 'done' && done.undo) await run(stays.id, done.undo);
    expect(await claimant.page(goes.cookie)).toMatchObject({ kind: 'open' });
    await run(stays.id, { type: 'answers corrected', answers: JSON.stringify({ email: ['', 'aoife@example.com'] }) });
    await run(stays.id, { type: 'link renewed' });
    expect(await claimant.page(goes.cookie)).toEqual({ kind: 'ended' });
  });

  test('what came for a closed claim waits after it, also on one that was closed later', async () => {
    const { stays, goes, run, merge, view, desk, advance } = await setup();
    await run(goes.id, { type: 'closed', why: 'It is settled.' });
    await advance(1);
    await goes.run({ act: 'message', text: 'And now?' });
    await advance(1);
    await run(stays.id, { type: 'closed', why: 'It is settled.' });
    expect(await merge()).toMatchObject({ kind: 'done' });
    expect(await view()).toMatchObject({ needsReply: true, messages: [{ text: 'And now?' }] });
    expect((await desk.queue(olu, { own: true })).map(({ id }) => id)).toEqual([stays.id]);
    expect(await run(stays.id, { type: 'no reply needed' })).toMatchObject({ kind: 'done' });
    expect(await desk.queue(olu, { own: true })).toEqual([]);
  });

  const refusals: [string, (stays: string, goes: string) => [string, Action]][] = [
    ['is in quarantine', (_, goes) => [goes, { type: 'quarantined' }]],
    ['is closed', (stays) => [stays, { type: 'closed', why: 'It is settled.' }]],
  ];
  test.each(refusals)('is refused where one of them %s', async (words, act) => {
    const { stays, goes, run, merge } = await setup();
    await run(...act(stays.id, goes.id));
    expect(await merge()).toMatchObject({ kind: 'refused', message: expect.stringContaining(words) });
  });

  test('is refused while one of them is to be erased, and a mark that one is kept counts for both', async () => {
    const { goes, run, merge, view } = await setup();
    await goes.run({ act: 'erasure', confirm: 'yes' });
    expect(await merge()).toMatchObject({ kind: 'refused', message: expect.stringContaining('asked for erasure') });
    await run(goes.id, { type: 'erasure request withdrawn', reason: 'They called' });
    await run(goes.id, { type: 'kept longer' });
    expect(await merge()).toMatchObject({ kind: 'done' });
    expect((await view())?.recorded.map(({ name }) => name)).toContain('kept longer');
  });

  test('what was merged is exported and kept with the claim, for its sender by either number', async () => {
    const { goes, run, merge, desk, advance, runConfirmedRetention, rows } = await setup();
    await run(goes.id, { type: 'closed', pursued: 'no', why: 'It is settled.' });
    await merge();
    for (const contact of [aoife.phone ?? '', '07700 900999']) {
      const { body } = await desk.exportPerson(grace, contact, 'text');
      expect(body).toContain(`Also sent as ${goes.reference}`);
      expect(body).toContain('Eefa');
    }
    await advance(3_000 * day);
    await runConfirmedRetention();
    expect(await rows()).toHaveLength(2);
  });
});
