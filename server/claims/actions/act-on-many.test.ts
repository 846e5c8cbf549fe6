// Protects: one act on several claims leaves alone and names what others changed since, and one undo takes it back.
import { describe, expect, test } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu, priya } from '#testing/fixtures/test-staff.ts';
import type { Action } from './actions.ts';

const databases = testDatabases();

describe('an act on several claims', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open());
    const { desk, storeClaim } = testDesk;
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four'])
      ids.push(await storeClaim({ ...aoife, firstName: name, lastName: '' }, { contentHash: name }));
    const chosen = async () => (await desk.queue(olu, { own: false })).map(({ id, seen }) => ({ id, seen }));
    const views = async () => Promise.all(ids.map((id) => desk.submission(grace, id)));
    return {
      ...testDesk,
      ids,
      chosen,
      states: async () =>
        (await views()).map((view) => [view?.status, view?.assignedTo?.id ?? null, view?.attemptCount, view?.notes.length]),
    };
  }

  const acts: Action[] = [
    { type: 'assigned', to: priya.id, text: 'The whole row.' },
    { type: 'contact attempted', outcome: 'no-answer', line: '' },
    { type: 'contact attempted', outcome: 'wrong-number', line: 'a flood of tests' },
    { type: 'closed', why: 'It is settled.' },
  ];

  test.each(acts)('is done to each, and taken back with one undo: $type $outcome', async (action) => {
    const { desk, chosen, states } = await setup();
    const before = await states();
    const { batch, ...outcome } = await desk.actOnMany(olu, await chosen(), action);
    expect(outcome).toEqual({ done: 4, left: [] });
    const after = await states();
    for (const [index, state] of after.entries()) expect(state).not.toEqual(before[index]);
    expect(await desk.undoMany(grace, batch ?? ''), 'it is theirs alone').toMatchObject({ done: 0 });
    expect(await desk.undoMany(olu, batch ?? '')).toMatchObject({ done: 4, left: [] });
    expect(await states()).toEqual(before);
    expect(await desk.undoMany(olu, batch ?? '')).toMatchObject({ done: 0 });
  });

  test('leaves alone and names what a colleague changed, calls or erased since, and undoing leaves what they did later', async () => {
    const { desk, chosen, states, ids } = await setup();
    const [first = '', second = '', third = '', fourth = ''] = ids;
    const seen = await chosen();
    await desk.runAction(grace, first, { type: 'contact attempted', outcome: 'spoke', line: '' });
    await desk.runAction(grace, second, { type: 'call begun', seen: null });
    await desk.erase(grace, [fourth], 'asked for');
    const { batch, done, left } = await desk.actOnMany(olu, seen, { type: 'closed', why: 'It is settled.' });
    expect(done).toBe(1);
    expect(left.map(({ name, message }) => [name, message])).toEqual(
      expect.arrayContaining([
        ['One', 'It was changed since.'],
        ['Two', 'It was changed since.'],
      ]),
    );
    expect((await states()).map(([status]) => status)).toEqual(['contacted', 'new', 'closed', undefined]);
    await desk.runAction(grace, third, { type: 'assigned', to: grace.id });
    expect(await desk.undoMany(olu, batch ?? '')).toMatchObject({ done: 1 });
    expect((await states())[2]).toEqual(['new', grace.id, 0, 0]);
  });

  test('is none of the actions that need a look at the claim', async () => {
    const { desk, chosen, states } = await setup();
    const before = await states();
    expect(await desk.actOnMany(olu, await chosen(), { type: 'quarantined' })).toEqual({ batch: null, done: 0, left: [] });
    expect(await states()).toEqual(before);
  });

  test.each(['spoke', 'left-message'])('records for nobody a call that only one can have had: %s', async (outcome) => {
    const { desk, chosen, states } = await setup();
    const before = await states();
    const act: Action = { type: 'contact attempted', outcome, line: '' };
    expect(await desk.actOnMany(olu, await chosen(), act)).toEqual({ batch: null, done: 0, left: [] });
    expect(await states()).toEqual(before);
  });
});
