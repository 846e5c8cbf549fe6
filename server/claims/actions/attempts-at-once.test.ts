// Protects: attempts and next steps stay right after a second click, a second person and made-up fields.
import { describe, expect, test } from 'vitest';
import { day } from '#forms/durations.ts';
import { roadside } from '#forms/roadside.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { grace, olu, priya } from '#testing/fixtures/test-staff.ts';
import { createTestAuth } from '#testing/test-accounts.ts';

const databases = testDatabases();

describe('at once', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open());
    const id = await testDesk.storeClaim(aoife);
    const attempt = (outcome: string, line = '', more: { seen?: string } = {}, staff = olu) =>
      testDesk.desk.runAction(staff, id, { type: 'contact attempted', outcome, line, ...more });
    const setStep = (line: string) => testDesk.desk.runAction(olu, id, { type: 'next step set', line });
    const view = async () => {
      const found = await testDesk.desk.submission(olu, id);
      if (!found) throw new Error('It is gone.');
      return found;
    };
    return { ...testDesk, id, attempt, setStep, view };
  }

  test('the same page sent twice records one attempt, and a colleague is told who was first', async () => {
    const { attempt, view } = await setup();
    const results = await Promise.all([
      attempt('no-answer', 'first', { seen: '0' }),
      attempt('spoke', 'second', { seen: '0' }, grace),
    ]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
    const [refused] = results.filter((result) => result.kind === 'refused');
    const { attempts, attemptCount } = await view();
    expect(refused?.message).toContain(`${attempts[0]?.by} recorded an attempt to make contact`);
    expect([attempts.length, attemptCount]).toEqual([1, 1]);
    expect(await attempt('left-message', '', { seen: '1' })).toMatchObject({ kind: 'done' });
  });

  test('taking an attempt back leaves a next step that was set since', async () => {
    const { attempt, setStep, view, desk, id } = await setup();
    await attempt('no-answer');
    await setStep('+3d');
    const { attempts, next } = await view();
    await desk.runAction(olu, id, { type: 'attempt undone', attemptId: attempts[0]?.id ?? '' });
    expect(await view()).toMatchObject({ next, attempts: [], attemptCount: 0 });
  });

  test('a next step is set by words alone, within a year, and for nothing that is in quarantine', async () => {
    const { setStep, view, desk, id, attempt } = await setup();
    const { next } = await view();
    const made = { act: 'next step set', at: '8640000000000001', kind: 'chase' } as Record<string, string>;
    const action = desk.readAction((name) => made[name] ?? null);
    if (action) expect(await desk.runAction(olu, id, action)).toMatchObject({ kind: 'refused' });
    expect(await setStep('+99w')).toMatchObject({ kind: 'refused' });
    expect(await attempt('no-answer', '+99w')).toMatchObject({ kind: 'refused' });
    expect((await view()).next).toEqual(next);
    expect(await desk.queue(olu, { own: false })).toHaveLength(1);
    await desk.runAction(olu, id, { type: 'quarantined' });
    expect(await setStep('t10')).toMatchObject({ kind: 'refused' });
  });

  test('the next steps of somebody whose account is closed go with their claims', async () => {
    const { attempt, view, database, id, desk } = await setup();
    await attempt('spoke', 't10');
    expect((await view()).next?.by?.id).toBe(olu.id);
    const { accounts } = (await createTestAuth(database)).auth;
    await desk.runAction(grace, id, { type: 'assigned', to: priya.id });
    expect(await accounts.close(grace, olu.id, null)).toEqual({ kind: 'done' });
    expect((await view()).next).toMatchObject({ kind: 'call back', by: null });
  });

  test('a start at the roadside that somebody tried to reach is not erased as one that nobody touched', async () => {
    const { storeClaim, desk, advance, runConfirmedRetention } = await setup();
    const start = () => storeClaim({ ...idris } as typeof aoife, { formName: roadside.name, contentHash: `${Math.random()}` });
    const [tried, untouched] = [await start(), await start()];
    await desk.runAction(olu, tried, { type: 'contact attempted', outcome: 'no-answer', line: '' });
    await advance(400 * day);
    await runConfirmedRetention();
    expect(await desk.submission(olu, untouched)).toBeNull();
    expect(await desk.submission(olu, tried)).not.toBeNull();
  });
});
