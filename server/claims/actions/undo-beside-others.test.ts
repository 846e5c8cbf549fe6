// Protects: what is taken back later changes nothing that followed it, and gives nothing to somebody who has left.
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu, priya } from '#testing/fixtures/test-staff.ts';
import type { Action } from './actions.ts';

const databases = testDatabases();

describe('at once', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open(), { emailsSenders: true });
    const { desk, database, advance } = testDesk;
    const id = await testDesk.storeClaim(aoife);
    const change = (update: Record<string, number>) =>
      database.db.updateTable('form_submissions').set(update).where('id', '=', id).execute();
    return {
      ...testDesk,
      id,
      change,
      /** Does it, an hour later than what was done before; returns what undoes it. */
      run: async (action: Action, staff = olu) => {
        await advance(hour);
        const outcome = await desk.runAction(staff, id, action);
        if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
        return outcome.undo as Action;
      },
      row: () => database.db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      offered: async (name: string) =>
        (await desk.submission(olu, id))?.history.find(({ action }) => action === name)?.undo ?? null,
      /** Closes the account of a colleague whose step it is, as far as it touches open claims. */
      leave: async (staffId: string) => {
        await database.db.updateTable('staff').set({ leftAt: 1 }).where('id', '=', staffId).execute();
        const theirs = database.db.updateTable('form_submissions').set({ next_by: null }).where('next_by', '=', staffId);
        await theirs.where('closed_at', 'is', null).execute();
      },
    };
  }

  test('a private link that was revoked does not work again once another was sent', async () => {
    const { run, row, offered, desk, id } = await setup();
    const undo = await run({ type: 'link revoked' });
    await run({ type: 'link renewed' });
    const { link_generation } = await row();
    expect(await offered('link revoked')).toBeNull();
    await desk.runAction(grace, id, undo);
    expect(await row()).toMatchObject({ link_generation, link_revoked_at: null });
  });

  test('an attempt leaves the answer that was given after it, and not its own', async () => {
    const { run, row, change, clock } = await setup();
    await change({ claimant_update_at: clock.time });
    const undo = await run({ type: 'contact attempted', outcome: 'spoke', line: '+3d' });
    await run({ type: 'contact attempted', outcome: 'no-answer', line: '+4d' });
    await run(undo);
    expect(await row()).toMatchObject({ update_answered_at: null });
    const again = await run({ type: 'contact attempted', outcome: 'spoke', line: '+3d' });
    await change({ claimant_update_at: clock.time + 1 });
    await run({ type: 'no reply needed' }, grace);
    const { update_answered_at } = await row();
    await run(again);
    expect(await row()).toMatchObject({ update_answered_at });
  });

  test('the step of somebody who has left is anybody’s, whether it is taken back or the claim opened again', async () => {
    const { run, row, leave } = await setup();
    await run({ type: 'next step set', line: '+3d', whose: priya.id });
    const undo = await run({ type: 'next step set', line: '+4d', whose: '' });
    await leave(priya.id);
    await run(undo);
    expect(await row()).toMatchObject({ next_by: null });
    await run({ type: 'next step set', line: '+4d', whose: grace.id });
    await run({ type: 'closed', why: 'It is settled.' });
    await leave(grace.id);
    await run({ type: 'reopened' });
    expect(await row()).toMatchObject({ closed_at: null, next_by: null });
  });

  test('that somebody began to call is not offered to be taken back once the call was recorded', async () => {
    const { run, offered, row } = await setup();
    await run({ type: 'call begun', seen: null });
    expect(await run((await offered('call begun')) as Action)).toBeNull();
    expect(await row()).toMatchObject({ calling_by: null });
    await run({ type: 'call begun', seen: null });
    await run({ type: 'contact attempted', outcome: 'no-answer', line: '' });
    expect(await offered('call begun')).toBeNull();
  });

  test('a post with characters that a database does not take is refused', async () => {
    const { desk, id } = await setup();
    for (const act of [
      'note removed',
      'note restored',
      'email sent again',
      'attempt undone',
      'correction undone',
      'assigned',
      'action undone',
    ]) {
      const action = desk.readAction((name) => (name === 'act' ? act : `made up \0`));
      expect(await desk.runAction(olu, id, action as Action)).toMatchObject({ kind: 'refused' });
    }
  });
});
