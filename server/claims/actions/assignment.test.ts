// Protects: who a claim is assigned to is told, with the note that came with it, and undoing takes both back.
import { describe, expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { grace, olu, priya } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';
import { withMail } from '#testing/with-mail.ts';
import type { Action } from './actions.ts';

const databases = testDatabases();

describe('an assignment with a note', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open());
    const { desk, emails, storeClaim } = testDesk;
    const id = await storeClaim();
    return {
      ...testDesk,
      id,
      assign: async (to: string | null, text: string, by = grace) => {
        const outcome = await desk.runAction(by, id, { type: 'assigned', to, text });
        if (outcome.kind !== 'done' || !outcome.undo) throw new Error(JSON.stringify(outcome));
        return outcome.undo;
      },
      notes: async () => (await desk.submission(grace, id))?.notes.map(({ text }) => text),
      assignedTo: async () => (await desk.submission(grace, id))?.assignedTo?.id ?? null,
      told: async () => (await emails()).filter(({ template }) => template === 'assigned').map(({ recipient }) => recipient),
    };
  }

  test('is one act: the note is added, the assignee is told by email, and one undo takes both back', async () => {
    const { desk, id, assign, notes, assignedTo, told } = await setup();
    const undo = await assign(olu.id, 'She asked for you.');
    expect([await assignedTo(), await notes(), await told()]).toEqual([olu.id, ['She asked for you.'], [olu.email]]);
    const redo = await desk.runAction(grace, id, undo);
    expect([await assignedTo(), await notes()]).toEqual([null, []]);
    if (redo.kind !== 'done') throw new Error(redo.kind);
    await desk.runAction(grace, id, redo.undo as Action);
    expect([await assignedTo(), await notes()]).toEqual([olu.id, ['She asked for you.']]);
  });

  test('is not told to who takes the claim, nor to nobody, and a note that is too long changes nothing', async () => {
    const { desk, id, assign, assignedTo, notes, told } = await setup();
    await assign(olu.id, '', olu);
    await assign(null, 'Anybody?');
    expect(await told()).toEqual([]);
    const refused = await desk.runAction(grace, id, { type: 'assigned', to: priya.id, text: 'x'.repeat(10_001) });
    expect(refused).toMatchObject({ kind: 'refused', message: expect.stringContaining('10,000 characters') });
    expect([await assignedTo(), await notes()]).toEqual([null, ['Anybody?']]);
  });
});

describe('a form that says it takes back an assignment', () => {
  test('takes away no note of somebody else', async () => {
    const { desk, storeClaim } = await createTestDesk(await databases.open());
    const id = await storeClaim();
    await desk.runAction(grace, id, { type: 'note added', text: 'Mine' });
    const [note] = (await desk.submission(grace, id))?.notes ?? [];
    const posted: Record<string, string> = { act: 'assigned', to: olu.id, removesNote: note?.id ?? '' };
    const action = desk.readAction((name) => posted[name] ?? null);
    if (action) await desk.runAction(olu, id, action);
    expect((await desk.submission(grace, id))?.notes.map(({ text }) => text)).toEqual(['Mine']);
  });
});

describe('the email about an assignment', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open('sqlite'));
    const { server, startWorker } = await withMail(testDesk);
    const assign = (id: string, to: string, text: string) => testDesk.desk.runAction(grace, id, { type: 'assigned', to, text });
    return {
      ...testDesk,
      assign,
      sendAll: async () => {
        const worker = startWorker();
        await testDesk.advance(2 * minute);
        worker.wake();
        const waiting = async () => (await testDesk.emails()).some(({ finished_at }) => finished_at === null);
        await until('the emails to be settled', async () => !(await waiting()));
        return server.emails.filter(({ envelope }) => envelope.to[0]?.startsWith('olu@'));
      },
    };
  }

  test('says who and why, and goes to the assignee alone', async () => {
    const { storeClaim, assign, sendAll } = await setup();
    await assign(await storeClaim(), olu.id, 'She asked for you.');
    const [email, ...others] = await sendAll();
    expect(others).toEqual([]);
    expect(email?.subject).toContain('Grace Boateng assigned');
    expect(email?.text).toContain('She asked for you.');
  });

  test('is sent again with its words where staff ask for that', async () => {
    const { desk, emails, storeClaim, assign, sendAll } = await setup();
    const id = await storeClaim();
    await assign(id, olu.id, 'She asked for you.');
    await sendAll();
    const emailId = (await emails()).find(({ template }) => template === 'assigned')?.id ?? '';
    await desk.runAction(grace, id, { type: 'email sent again', emailId });
    const [, second] = await sendAll();
    expect(second?.text).toContain('She asked for you.');
  });

  test('is one email for several within a minute, and none for what was assigned to somebody else since', async () => {
    const { storeClaim, assign, sendAll } = await setup();
    const [first, second, third] = [await storeClaim(), await storeClaim(), await storeClaim()];
    for (const id of [first, second, third]) await assign(id, olu.id, '');
    await assign(third, priya.id, '');
    const sent = await sendAll();
    expect(sent.map(({ subject }) => subject)).toEqual(['[Desk] 2 claims were assigned to you']);
  });
});
