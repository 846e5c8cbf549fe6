// Protects: a wrong clock or an unusual amount erases nothing without a question.
import { describe, expect, test } from 'vitest';
import { day, hour } from '#forms/durations.ts';
import { correctTimes } from '#server/core/jobs/queue.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { engine, setClock, testDatabases } from '#testing/databases.ts';
import { declan } from '#testing/fixtures/enquirers.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();
const message = { formName: 'Contact Us', dueAt: null };

describe('retention and the clock', () => {
  async function setup() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database);
    const count = async () => (await database.db.selectFrom('form_submissions').select('id').execute()).length;
    const kind = async () => (await testDesk.desk.backgroundWork(grace)).find((one) => one.kind === 'retention');
    const addMessages = async (number: number, createdAt: number) => {
      for (let index = 0; index < number; index += 1) await testDesk.storeClaim(declan, { ...message, createdAt });
    };
    return { ...testDesk, count, kind, addMessages };
  }

  test.each([0, 1])(
    'a clock that is ten years ahead erases nothing, after %i runs with the right one, and rings',
    async (runs) => {
      const { storeClaim, addMessages, desk, alarms, advance, count, kind, events, app } = await setup();
      const closed = await storeClaim(aoife);
      await desk.runAction(olu, closed, { type: 'closed', why: 'It is settled.' });
      await addMessages(3, tenOClock);
      for (let run = 0; run < runs; run += 1) await desk.runRetention();
      await advance(3650 * day);
      // What happens under the wrong clock does not vouch for it.
      if (runs > 0) await desk.submission(olu, closed);
      await expect(desk.runRetention()).rejects.toThrow('This run would erase 4 of 4 submissions.');
      expect(await count()).toBe(4);
      expect(alarms()).toMatchObject([{ name: 'retention_unconfirmed' }]);
      expect(await kind()).toMatchObject({
        question: expect.stringContaining('The clock says 18 November 2036.'),
        isFailing: false,
      });
      await advance(-3650 * day);
      // As the worker does every ten minutes.
      await correctTimes(app, desk.jobs);
      await advance(25 * hour);
      await desk.runRetention();
      expect(await count()).toBe(4);
      expect(alarms()).toEqual([]);
      expect((await events()).filter(({ action }) => action === 'job confirmed')).toEqual([]);
    },
  );

  test('after three weeks in which the machine was off it erases once an owner has confirmed exactly that', async () => {
    const { addMessages, desk, advance, count, kind, events } = await setup();
    await desk.runRetention();
    await addMessages(2, tenOClock - 360 * day);
    await advance(21 * day);
    await expect(desk.runRetention()).rejects.toThrow('The last run was on 21 November 2026.');
    const question = (await kind())?.question ?? expect.fail('It does not ask.');
    await expect(desk.runJob(olu, { confirm: 'retention', question })).rejects.toThrow('Your account does not allow this.');
    expect(await desk.runJob(grace, { confirm: 'retention', question: 'Anything?' })).toMatchObject({ kind: 'refused' });
    expect(await desk.runJob(grace, { confirm: 'purge', question })).toMatchObject({ kind: 'refused' });
    expect(await desk.runJob(grace, { confirm: 'retention', question })).toMatchObject({ kind: 'done' });
    expect(await desk.runRetention()).toBe(true);
    expect(await count()).toBe(0);
    expect(await kind()).toMatchObject({ question: null });
    expect(await desk.runJob(grace, { confirm: 'retention', question })).toMatchObject({ kind: 'refused' });
    expect((await events()).filter(({ action }) => action === 'job confirmed')).toMatchObject([{ actor_id: 'grace' }]);
    await advance(day);
    expect(await desk.runRetention()).toBe(true);
  });

  test('a run that would erase more than a tenth asks, and a confirmation is for that many and for a day', async () => {
    const { addMessages, desk, advance, count } = await setup();
    await addMessages(21, tenOClock - 400 * day);
    await addMessages(100, tenOClock);
    await expect(desk.runRetention()).rejects.toThrow('This run would erase 21 of 121 submissions.');
    const confirm = async () => {
      const { question } = await desk.retentionState(grace);
      await desk.runJob(grace, { confirm: 'retention', question: question ?? expect.fail('It does not ask.') });
    };
    await confirm();
    await addMessages(1, tenOClock - 400 * day);
    await expect(desk.runRetention()).rejects.toThrow('This run would erase 22 of 122 submissions.');
    await confirm();
    await advance(25 * hour);
    await expect(desk.runRetention()).rejects.toThrow('This run would erase 22 of 122 submissions.');
    expect(await count()).toBe(122);
    await confirm();
    await desk.runRetention();
    expect(await count()).toBe(100);
  });

  test('what came while the clock was ten years behind is asked about, one claim or spam, once the clock is right again', async () => {
    const { storeClaim, addMessages, desk, alarms, advance, count, kind } = await setup();
    await addMessages(100, tenOClock);
    await desk.runRetention();
    await advance(-3650 * day);
    await addMessages(1, tenOClock - 3650 * day);
    await storeClaim(declan, { ...message, createdAt: tenOClock - 3650 * day, quarantineReason: 'a link' });
    await advance(3650 * day);
    await advance(day);
    const asked = 'This run would erase 1 of 101 submissions. Of these, 2 should have been erased before';
    await expect(desk.runRetention()).rejects.toThrow(asked);
    expect(await count()).toBe(102);
    expect(alarms()).toMatchObject([{ name: 'retention_unconfirmed' }]);
    const question = (await kind())?.question ?? expect.fail('It does not ask.');
    expect(await desk.runJob(grace, { confirm: 'retention', question })).toMatchObject({ kind: 'done' });
    await desk.runRetention();
    expect(await count()).toBe(100);
  });

  test('a start at the roadside that was released after a year is kept for another year, and nothing asks', async () => {
    const { storeClaim, desk, runConfirmedRetention, alarms, advance, count } = await setup();
    const begun = await storeClaim(aoife, { formName: 'Roadside Start' });
    await desk.runAction(olu, begun, { type: 'assigned', to: 'olu' });
    await advance(372 * day);
    await runConfirmedRetention();
    await advance(2 * day);
    await desk.runAction(olu, begun, { type: 'assigned', to: null });
    await desk.runRetention();
    await advance(363 * day);
    await runConfirmedRetention();
    expect(await count()).toBe(1);
    await advance(3 * day);
    await desk.runRetention();
    expect(await count()).toBe(0);
    expect(alarms()).toEqual([]);
  });

  test('a wave of spam in quarantine goes at its time without being asked about', async () => {
    const { storeClaim, addMessages, desk, count } = await setup();
    await addMessages(1, tenOClock);
    for (let index = 0; index < 40; index += 1)
      await storeClaim(declan, { ...message, createdAt: tenOClock - 31 * day, quarantineReason: 'a link' });
    await desk.runRetention();
    expect(await count()).toBe(1);
  });

  test.runIf(engine === 'postgres')('the clock of one instance does not count', async () => {
    const { addMessages, desk, clock, count, database } = await setup();
    await addMessages(3, tenOClock);
    clock.time = tenOClock + 3650 * day;
    await setClock(database, tenOClock);
    await desk.runRetention();
    await desk.eraseExpiredAccess();
    expect(await count()).toBe(3);
  });
});
