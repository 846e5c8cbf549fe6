// Protects: what staff did is taken back from the history for thirty days, with the values of before and nothing of what others did since.
import { expect, test } from 'vitest';
import { day, hour } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { type Action, definitions } from './actions.ts';

const databases = testDatabases();

/** What cannot be taken back, beside what takes something back itself: emails that left. */
const final = ['link renewed', 'email sent again'];

test('every other action names the one that undoes it', () => {
  const undoing = new Set<string | null>(Object.values(definitions).map(({ undoneBy }) => undoneBy));
  const without = Object.entries(definitions).filter(([name, { undoneBy }]) => undoneBy === null && !undoing.has(name));
  expect(without.map(([name]) => name).toSorted()).toEqual(final.toSorted());
});

async function setup() {
  const testDesk = await createTestDesk(await databases.open(), { emailsSenders: true });
  const id = await testDesk.storeClaim(aoife);
  const run = (action: Action, staff = olu) => testDesk.desk.runAction(staff, id, action);
  const view = async () => {
    const found = await testDesk.desk.submission(olu, id);
    if (!found) throw new Error('It is gone.');
    return found;
  };
  const row = () =>
    testDesk.database.db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  /** The action that takes back the newest one of a name, as the history offers it. */
  const offered = async (name: string) => (await view()).history.find(({ action }) => action === name)?.undo ?? null;
  const takeBack = async (name: string) => {
    const undo = await offered(name);
    if (!undo) throw new Error(`${name} cannot be taken back.`);
    return run(undo, grace);
  };
  return { ...testDesk, id, run, view, row, offered, takeBack };
}

const acts: [string, Action[]][] = [
  ['contacted', [{ type: 'contacted' }]],
  ['contact undone', [{ type: 'contact attempted', outcome: 'spoke', line: 'fri 9' }, { type: 'contact undone' }]],
  ['next step set', [{ type: 'next step set', line: '+3d' }]],
  ['closed', [{ type: 'contacted' }, { type: 'closed', pursued: 'no', why: 'It is settled.' }]],
  ['reopened', [{ type: 'closed', pursued: 'no', why: 'It is settled.' }, { type: 'reopened' }]],
  ['quarantined', [{ type: 'quarantined' }]],
  ['released', [{ type: 'quarantined' }, { type: 'released' }]],
  ['link revoked', [{ type: 'link revoked' }]],
  ['assigned', [{ type: 'assigned', to: olu.id }]],
  ['kept longer', [{ type: 'kept longer' }]],
  ['contact attempted', [{ type: 'contact attempted', outcome: 'wrong-number', line: '' }]],
];
test.each(acts)('%s, a day later, with the values of before', async (name, actions) => {
  const { run, row, advance, takeBack } = await setup();
  let before = await row();
  for (const action of actions) {
    await advance(hour);
    before = await row();
    expect(await run(action)).toMatchObject({ kind: 'done' });
  }
  await advance(day);
  expect(await takeBack(name)).toMatchObject({ kind: 'done' });
  const ignored = { next_reminder_at: null, calling_by: null, calling_until: null };
  const recorded = (text: string | null) => (text === '{}' ? null : text);
  const after = await row();
  expect({ ...after, ...ignored, recorded: recorded(after.recorded) }).toEqual({
    ...before,
    ...ignored,
    recorded: recorded(before.recorded),
  });
});

test('what a colleague decided since stays, and what nothing is left of is not offered', async () => {
  const { run, view, offered, takeBack, advance } = await setup();
  await run({ type: 'contacted' });
  await run({ type: 'next step set', line: '+3d' }, grace);
  const { next } = await view();
  await takeBack('contacted');
  await advance(hour);
  expect(await view()).toMatchObject({ status: 'new', next: { at: next?.at } });
  await run({ type: 'next step set', line: '+5d' }, grace);
  const steps = (await view()).history.filter(({ action }) => action === 'next step set');
  expect(steps.map(({ undo }) => undo !== null)).toEqual([true, false]);
  await takeBack('next step set');
  expect(await view()).toMatchObject({ next: { at: next?.at } });
  expect(await offered('contacted')).toBeNull();
});

test('for thirty days, once, and not by made-up fields', async () => {
  const { run, view, advance, offered } = await setup();
  await run({ type: 'next step set', line: '+3d' });
  const undo = await offered('next step set');
  expect(await run({ type: 'action undone' })).toMatchObject({ kind: 'refused' });
  expect(await run({ type: 'reopened', undoes: undo?.undoes ?? '' })).toMatchObject({ kind: 'refused' });
  expect(await run(undo as Action)).toMatchObject({ kind: 'done' });
  expect(await run(undo as Action)).toMatchObject({ kind: 'refused' });
  expect((await view()).history.find(({ action }) => action === 'action undone')?.text).toBe('took back: next step set');
  await run({ type: 'next step set', line: '+5d' });
  const late = await offered('next step set');
  await advance(30 * day);
  expect(await offered('next step set')).toBeNull();
  expect(await run(late as Action)).toMatchObject({ kind: 'refused' });
});

test('a claim that is closed anew is closed now, whatever was undone before', async () => {
  const { run, row, advance } = await setup();
  await run({ type: 'closed', why: 'It is settled.' });
  await advance(day);
  await run({ type: 'reopened' });
  await advance(day);
  await run({ type: 'closed', why: 'It is settled.' });
  const { closed_at } = await row();
  await advance(1);
  expect(closed_at).toBe((await row()).closed_at);
  expect(closed_at).toBeGreaterThan((await row()).created_at + day);
});

test('a claim that did not go ahead and is reopened is no longer erased as one', async () => {
  const { run, row, advance } = await setup();
  await run({ type: 'closed', pursued: 'no', why: 'It is settled.' });
  expect((await row()).not_pursued_at).not.toBeNull();
  await advance(day);
  await run({ type: 'reopened' });
  expect((await row()).not_pursued_at).toBeNull();
});

test('a note is offered to its author alone to be taken away', async () => {
  const { run, view, desk, id } = await setup();
  await run({ type: 'note added', text: 'A note' });
  const undoFor = async (staff: typeof olu) =>
    (await desk.submission(staff, id))?.history.find(({ action }) => action === 'note added')?.undo ?? null;
  expect(await undoFor(grace)).toBeNull();
  expect(await run((await undoFor(olu)) as Action)).toMatchObject({ kind: 'done' });
  expect((await view()).notes).toEqual([]);
});

test('what was kept for undoing is deleted in the night after thirty days, without another act', async () => {
  const { run, advance, database, runConfirmedRetention } = await setup();
  await run({ type: 'next step set', line: '+3d' });
  await advance(29 * day);
  await runConfirmedRetention();
  const kept = () => database.db.selectFrom('done_actions').select('action').execute();
  expect(await kept()).toHaveLength(1);
  await advance(day);
  await runConfirmedRetention();
  expect(await kept()).toEqual([]);
});
