// Protects: open claims of a closed account go to whom the owner chose.
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu, priya } from '#testing/fixtures/test-staff.ts';
import { createTestAuth } from '#testing/test-accounts.ts';

const databases = testDatabases();

describe('claims of somebody whose account is closed', () => {
  async function setup() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database);
    const { accounts } = (await createTestAuth(database)).auth;
    const assigned = async (to: string, more: Parameters<typeof testDesk.storeClaim>[1] = {}) => {
      const id = await testDesk.storeClaim(aoife, more);
      await testDesk.desk.runAction(grace, id, { type: 'assigned', to });
      return id;
    };
    const assigneeOf = async (id: string) => (await testDesk.desk.submission(grace, id))?.assignedTo?.id ?? null;
    const ids = async (staffId: string) => {
      const { rows } = await testDesk.desk.inbox(grace, { assigned: { staffId } });
      return rows.map(({ id }) => id);
    };
    return { ...testDesk, database, accounts, assigned, assigneeOf, ids };
  }

  test('an account with open claims is closed only with a choice of who takes them over', async () => {
    const { accounts, assigned, assigneeOf } = await setup();
    const id = await assigned('olu');
    expect(await accounts.close(grace, 'olu')).toEqual({
      kind: 'refused',
      message: 'Olu Adeyemi has one open claim. Choose who takes it over, or nobody.',
    });
    await assigned('olu');
    expect(await accounts.close(grace, 'olu', 'olu')).toMatchObject({ kind: 'refused' });
    expect(await accounts.close(grace, 'olu', 'somebody unknown')).toEqual({
      kind: 'refused',
      message: 'The claims cannot go there: that member of staff has no account any more.',
    });
    const olus = (await accounts.all()).find((one) => one.id === 'olu');
    expect(olus?.leftAt).toBeNull();
    expect(await assigneeOf(id)).toBe('olu');
  });

  test('its open claims are assigned to the chosen member of staff, each recorded; closed claims keep the name', async () => {
    const { accounts, assigned, assigneeOf, desk, events } = await setup();
    const open = await assigned('olu');
    const quarantined = await assigned('olu', { createdAt: tenOClock - hour, quarantineReason: 'too good to be true' });
    const closed = await assigned('olu');
    const priyas = await assigned('priya');
    await desk.runAction(olu, closed, { type: 'closed', why: 'It is settled.' });
    const before = (await events()).length;
    expect(await accounts.close(grace, 'olu', 'priya')).toEqual({ kind: 'done' });
    expect(await Promise.all([open, quarantined, closed, priyas].map(assigneeOf))).toEqual(['priya', 'priya', 'olu', 'priya']);
    const added = (await events()).slice(before).filter(({ action }) => action !== 'submission viewed');
    expect(added.map(({ action, actor, subject_id, details }) => [action, actor, subject_id, JSON.parse(details)])).toEqual([
      ...[open, quarantined].toSorted().map((id) => ['assigned', 'Grace Boateng', id, { from: 'olu', to: 'priya' }]),
      ['account closed', 'Grace Boateng', 'olu', { claims: 2, to: 'priya' }],
    ]);
  });

  test('its open claims can be assigned to nobody', async () => {
    const { accounts, assigned, assigneeOf } = await setup();
    const id = await assigned('olu');
    expect(await accounts.close(grace, 'olu', null)).toEqual({ kind: 'done' });
    expect(await assigneeOf(id)).toBeNull();
  });

  test('nothing is assigned to somebody whose account closes at the same moment', async () => {
    const { accounts, storeClaim, createSecondDesk, desk, assigneeOf } = await setup();
    for (let round = 0; round < 8; round += 1) {
      const ids = await Promise.all([storeClaim(), storeClaim(), storeClaim()]);
      await Promise.all([
        ...ids.map((id, index) => (index % 2 ? desk : createSecondDesk()).runAction(priya, id, { type: 'assigned', to: 'olu' })),
        accounts.close(grace, 'olu', null),
      ]);
      expect(await Promise.all(ids.map(assigneeOf))).toEqual([null, null, null]);
      await accounts.open(grace, 'olu');
    }
  });

  test('the inbox can be filtered by each member of staff, and by former ones who still have claims', async () => {
    const { accounts, assigned, desk, ids } = await setup();
    expect(await desk.assignees(olu)).toMatchObject([
      { id: 'grace', name: 'Grace Boateng', hasLeft: false },
      { id: 'olu', name: 'Olu Adeyemi', hasLeft: false },
      { id: 'priya', name: 'Priya Nair', hasLeft: false },
    ]);
    const closed = await assigned('olu');
    const priyas = await assigned('priya', { createdAt: tenOClock - hour });
    await desk.runAction(olu, closed, { type: 'closed', why: 'It is settled.' });
    await accounts.close(grace, 'olu');
    await accounts.close(grace, 'priya', 'grace');
    expect(await desk.assignees(grace)).toMatchObject([
      { id: 'grace', name: 'Grace Boateng', hasLeft: false },
      { id: 'olu', name: 'Olu Adeyemi', hasLeft: true },
    ]);
    expect(await ids('olu')).toEqual([closed]);
    expect(await ids('grace')).toEqual([priyas]);
    expect(await ids('priya')).toEqual([]);
    expect((await desk.inbox(grace, { assigned: { staffId: 'olu' }, status: 'closed' })).rows).toHaveLength(1);
    expect((await desk.inbox(grace, { assigned: { staffId: 'olu' }, status: 'new' })).rows).toEqual([]);
  });
});
