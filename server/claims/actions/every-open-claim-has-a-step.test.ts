// Protects: whatever is done to a claim, while it is open it has a next step with a time, and the queue has it.
import { expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import type { Action } from './actions.ts';

const databases = testDatabases();

const acts: Action[] = [
  ...['spoke', 'no-answer', 'left-message', 'wrong-number', 'not-for-us', 'done'].map(
    (outcome): Action => ({ type: 'contact attempted', outcome, line: 'so it was' }),
  ),
  { type: 'contact attempted', outcome: 'spoke', line: '+2h' },
  { type: 'next step set', line: '+3d' },
  { type: 'next step set', line: '', whose: grace.id },
  { type: 'contacted' },
  { type: 'contact undone' },
  { type: 'closed', why: 'It is settled.' },
  { type: 'closed', pursued: 'no', why: 'It is settled.' },
  { type: 'reopened' },
  { type: 'quarantined' },
  { type: 'released' },
  { type: 'no reply needed' },
  { type: 'reply needed' },
];

/** The same sequence in every run, so that a failure can be repeated. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

test('two hundred acts in any order, a third of them taken back from the history', async () => {
  const { database, storeClaim, desk, advance } = await createTestDesk(await databases.open());
  const id = await storeClaim(aoife);
  const random = createRandom(7);
  const done = new Set<string>();
  let takenBack = 0;
  for (let count = 0; count < 200; count += 1) {
    await advance(1 + random(9 * hour));
    const view = await desk.submission(olu, id);
    const undos = view?.history.flatMap(({ undo }) => undo ?? []) ?? [];
    const undo = random(3) === 0 ? undos[random(Math.min(undos.length, 5))] : undefined;
    const action = undo ?? (acts[random(acts.length)] as Action);
    const outcome = await desk.runAction(olu, id, action);
    if (outcome.kind === 'done') done.add(action.type);
    if (outcome.kind === 'done' && undo) takenBack += 1;
    const row = await database.db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.next_at, JSON.stringify(action)).toBeGreaterThan(0);
    const isOpen = row.closed_at === null && row.quarantined_at === null;
    const queued = await desk.queue(olu, { own: false });
    expect(queued.length, JSON.stringify({ count, action })).toBe(isOpen ? 1 : 0);
  }
  expect(done.size).toBeGreaterThan(8);
  expect(takenBack).toBeGreaterThan(20);
});
