// Protects: each action can be undone, is recorded, and conflicts are named.
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { emailQueue, testDatabases } from '#testing/databases.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { grace, olu, priya } from '#testing/fixtures/test-staff.ts';
import type { Action } from './actions.ts';

const databases = testDatabases();

describe('actions', () => {
  async function setup() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database);
    const does = (staff: typeof olu, id: string, change: Action) => testDesk.desk.runAction(staff, id, change);
    const statusOf = async (id: string) => (await testDesk.desk.submission(olu, id))?.status;
    return { ...testDesk, database, does, statusOf, outbox: emailQueue(database) };
  }

  test('every action that has an undo can be undone, and all of them are in the audit trail', async () => {
    const { does, storeClaim, statusOf, desk, clock } = await setup();
    const id = await storeClaim();
    const doAndUndo = async (change: Action, status: string) => {
      clock.time += 60_000;
      const outcome = await does(olu, id, change);
      expect(await statusOf(id)).toBe(status);
      if (outcome.kind !== 'done' || !outcome.undo) throw new Error(`${change.type}: ${JSON.stringify(outcome)}`);
      return does(olu, id, outcome.undo);
    };
    for (const [change, status] of [
      [{ type: 'contacted' }, 'contacted'],
      [{ type: 'closed', why: 'It is settled.' }, 'closed'],
      [{ type: 'closed', pursued: 'no', why: 'It is settled.' }, 'closed'],
      [{ type: 'quarantined' }, 'quarantine'],
      [{ type: 'assigned', to: 'priya' }, 'new'],
      [{ type: 'note added', text: 'Rang, no answer.' }, 'new'],
    ] as const) {
      expect(await doAndUndo(change, status)).toMatchObject({ kind: 'done' });
      expect(await desk.submission(olu, id)).toMatchObject({
        status: 'new',
        assignedTo: null,
        notes: [],
        recorded: [],
        isNotPursued: false,
      });
    }
    const { history } = (await desk.submission(olu, id)) ?? { history: [] };
    expect(history.map(({ action }) => action).filter((action) => action !== 'submission viewed')).toEqual(
      [
        ...['contacted', 'contact undone', 'closed', 'reopened', 'closed', 'reopened', 'quarantined', 'released'],
        ...['assigned', 'assigned', 'note added', 'note removed'],
      ].toReversed(),
    );
  });

  test('of two handlers at once one is first, and the other gets a message with who and when', async () => {
    const { does, storeClaim, desk, createSecondDesk, events } = await setup();
    for (const type of ['contacted', 'closed'] as const) {
      const id = await storeClaim();
      const act = { type, why: 'It is settled.' };
      const outcomes = await Promise.all([desk.runAction(olu, id, act), createSecondDesk().runAction(priya, id, act)]);
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
      const first = outcomes[0]?.kind === 'done' ? 'Olu Adeyemi' : 'Priya Nair';
      const past = type === 'contacted' ? 'marked it as contacted' : 'closed it';
      expect(outcomes.find(({ kind }) => kind === 'refused')).toEqual({
        kind: 'refused',
        message: `${first} ${past} on Saturday 21 November, 10:00.`,
      });
      expect((await events()).filter((event) => event.subject_id === id)).toHaveLength(1);
    }
    const id = await storeClaim();
    await does(olu, id, { type: 'assigned', to: 'olu', from: null });
    expect(await does(priya, id, { type: 'assigned', to: 'priya', from: null })).toMatchObject({
      message: 'Olu Adeyemi assigned it to Olu Adeyemi on Saturday 21 November, 10:00.',
    });
    expect(await does(priya, id, { type: 'reopened' })).toMatchObject({ kind: 'refused' });
    expect(await does(priya, 'no such id', { type: 'closed', why: 'It is settled.' })).toEqual({ kind: 'not found' });
    expect(await does(priya, id, { type: 'assigned', to: 'nobody we know' })).toMatchObject({ kind: 'refused' });
  });

  test('history, audit trail and export name whom a claim was assigned to, and who had it before', async () => {
    const { does, storeClaim, desk } = await setup();
    const id = await storeClaim();
    await does(olu, id, { type: 'assigned', to: 'priya' });
    await does(priya, id, { type: 'assigned', to: 'grace' });
    await does(grace, id, { type: 'assigned', to: null });
    const expected = [
      ['Grace Boateng', { from: 'Grace Boateng', to: null }],
      ['Priya Nair', { from: 'Priya Nair', to: 'Grace Boateng' }],
      ['Olu Adeyemi', { from: null, to: 'Priya Nair' }],
    ];
    const { history } = (await desk.submission(olu, id)) ?? { history: [] };
    expect(history.map(({ actor, details }) => [actor, details])).toEqual(expected);
    const trail = (await desk.auditTrail(grace)).events.filter(({ action }) => action === 'assigned');
    expect(trail.map(({ actor, details }) => [actor, details])).toEqual(expected);
    await desk.indexNow();
    const { body } = await desk.exportPerson(olu, aoife.email ?? '', 'json');
    expect(body).toContain('"to": "Priya Nair"');
    expect((await desk.exportPerson(olu, aoife.email ?? '', 'text')).body).toContain('Olu Adeyemi: assigned to Priya Nair');
  });

  test('the audit trail names claims by their references, which differ where the claims came together', async () => {
    const { desk, storeClaim } = await setup();
    const ids = [await storeClaim(aoife, { reference: 'AAAA-2222' }), await storeClaim(aoife, { reference: 'BBBB-3333' })];
    for (const id of ids) await desk.runAction(olu, id, { type: 'assigned', to: 'priya' });
    const { events } = await desk.auditTrail(grace);
    expect(events.filter(({ action }) => action === 'assigned').map(({ submission }) => submission)).toEqual([
      { reference: 'BBBB-3333', isErased: false },
      { reference: 'AAAA-2222', isErased: false },
    ]);
  });

  test('the audit trail names the member of staff that an event is about', async () => {
    const { desk, audit } = await setup();
    await audit.record({ actor: grace, action: 'role changed', subjectId: 'olu', details: { role: 'owner' } });
    await audit.record({ actor: grace, action: 'sign-in failed', subjectId: 'somebody unknown' });
    const { events } = await desk.auditTrail(grace);
    expect(events.map(({ action, subjectName }) => [action, subjectName]).slice(1, 3)).toEqual([
      ['sign-in failed', null],
      ['role changed', 'Olu Adeyemi'],
    ]);
  });

  test('the audit trail has the address of the account that caused an event, whatever name it was recorded under', async () => {
    const { desk, audit } = await setup();
    await audit.record({ actor: { id: 'olu', name: grace.name }, action: 'signed out' });
    await audit.record({ actor: { id: null, name: 'Server' }, action: 'invited' });
    const { events } = await desk.auditTrail(grace);
    expect(events.map(({ actor, actorEmail }) => [actor, actorEmail])).toEqual([
      [grace.name, grace.email],
      ['Server', null],
      [grace.name, 'olu@kerbside.example'],
    ]);
  });

  test('notes are stored as written, and removed only by their author', async () => {
    const { does, storeClaim, desk, clock } = await setup();
    const id = await storeClaim();
    await does(olu, id, { type: 'note added', text: '  Rang at ten.\r\nNo answer. 🙁 ' });
    clock.time += 1;
    await does(priya, id, { type: 'note added', text: 'Rang again.' });
    const notes = (await desk.submission(olu, id))?.notes ?? [];
    expect(notes).toMatchObject([
      { author: 'Olu Adeyemi', mine: true, text: 'Rang at ten.\nNo answer. 🙁' },
      { author: 'Priya Nair', mine: false },
    ]);
    const [mine, theirs] = notes.map((note) => note.id);
    expect(await does(olu, id, { type: 'note removed', noteId: theirs ?? '' })).toMatchObject({ kind: 'refused' });
    expect(await does(olu, id, { type: 'note removed', noteId: mine ?? '' })).toMatchObject({ kind: 'done' });
    expect(await does(olu, id, { type: 'note removed', noteId: mine ?? '' })).toMatchObject({ kind: 'refused' });
    expect(await does(olu, await storeClaim(), { type: 'note restored', noteId: mine ?? '' })).toMatchObject({ kind: 'refused' });
    expect(await does(olu, id, { type: 'note restored', noteId: mine ?? '' })).toMatchObject({ kind: 'done' });
    expect((await desk.submission(olu, id))?.notes).toHaveLength(2);
    for (const text of [' \n ', 'x'.repeat(10_001)])
      expect(await does(olu, id, { type: 'note added', text })).toMatchObject({ kind: 'refused' });
  });

  test('what is released from quarantine gets its email then, once, and can go back into quarantine', async () => {
    const { does, storeClaim, emails, wakeCalls, desk } = await setup();
    const id = await storeClaim(aoife, { createdAt: tenOClock - hour, quarantineReason: 'too good to be true' });
    expect(await does(olu, id, { type: 'contacted' })).toMatchObject({ kind: 'refused' });
    expect(await does(olu, id, { type: 'released' })).toMatchObject({ kind: 'done', undo: { type: 'quarantined' } });
    expect(await emails()).toMatchObject([
      { subject_id: id, template: 'notification', created_at: tenOClock, run_at: tenOClock },
    ]);
    expect(wakeCalls.count).toBe(1);
    expect(await does(priya, id, { type: 'released' })).toMatchObject({
      message: expect.stringMatching(/^Olu Adeyemi released it/),
    });
    await does(olu, id, { type: 'quarantined' });
    expect(await emails()).toEqual([]);
    expect((await desk.submission(olu, id))?.quarantine).toEqual({ at: tenOClock, reason: 'Put here by Olu Adeyemi' });
    await does(olu, id, { type: 'released' });
    expect(await emails()).toHaveLength(1);
  });

  test('an email is sent again, whatever its state, and its earlier attempts stay on record', async () => {
    const { does, storeClaim, outbox, wakeCalls, desk, clock, advance } = await setup();
    const id = await storeClaim();
    const claim = async () => {
      const [email] = await outbox.lease(clock.time, 60_000, 1);
      if (!email) throw new Error('No email was due.');
      return email;
    };
    const first = await claim();
    expect(await does(olu, id, { type: 'email sent again', emailId: first.id })).toMatchObject({
      message: 'It is being sent at this moment.',
    });
    await outbox.settle(
      first,
      { kind: 'failed', at: clock.time, attempt: { outcome: 'refused', detail: '550 No such user' } },
      clock.time,
    );
    await advance(hour);
    expect(await does(olu, id, { type: 'email sent again', emailId: first.id })).toMatchObject({ kind: 'done', undo: null });
    const second = await claim();
    await outbox.settle(second, { kind: 'finished', at: clock.time, attempt: { outcome: 'sent', detail: '250 OK' } }, clock.time);
    expect((await desk.submission(olu, id))?.emails).toMatchObject([
      {
        id: first.id,
        state: 'sent',
        at: clock.time,
        attempts: [{ outcome: 'refused', detail: '550 No such user' }, { outcome: 'sent' }],
      },
    ]);
    await does(olu, id, { type: 'email sent again', emailId: first.id });
    expect(await claim()).toMatchObject({ id: first.id, attempts: 1, firstAttemptAt: clock.time });
    expect(wakeCalls.count).toBe(2);
    const other = await storeClaim(lukasz);
    expect(await does(olu, other, { type: 'email sent again', emailId: first.id })).toMatchObject({ kind: 'refused' });
  });

  test('another submission of the same person is found by email or phone', async () => {
    const { storeClaim, desk } = await setup();
    const first = await storeClaim(aoife, { createdAt: tenOClock - 3 * hour });
    const sameEmail = await storeClaim(
      { ...aoife, phone: '020 7946 0000', email: aoife.email?.toUpperCase() ?? '' },
      { createdAt: tenOClock - hour },
    );
    const samePhone = await storeClaim({ ...lukasz, phone: '+44 7700 900101' });
    await storeClaim({ ...lukasz, phone: '07700 900999' });
    await desk.indexNow();
    expect((await desk.submission(olu, first))?.others.map(({ id }) => id)).toEqual([samePhone, sameEmail]);
  });
});
