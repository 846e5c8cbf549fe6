// Protects: the queue has every open claim, the most urgent first, and no two people are sent to the same one.
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { day, hour } from '#forms/durations.ts';
import { roadside } from '#forms/roadside.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris, iwona } from '#testing/fixtures/roadside-starts.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';

const databases = testDatabases();

describe('the queue', () => {
  async function setup() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database);
    const { desk, storeClaim } = testDesk;
    const names = new Map<string, string>();
    const store = async (name: string, more: Parameters<typeof storeClaim>[1] = {}) => {
      const id = await storeClaim({ ...aoife, firstName: name }, { contentHash: name, ...more });
      names.set(id, name);
      return id;
    };
    const storeStart = async (name: string, answers = idris) => {
      const id = await storeClaim({ ...answers } as typeof aoife, {
        formName: roadside.name,
        contentHash: name,
        ownTargetAt: null,
      });
      names.set(id, name);
      return id;
    };
    const attempt = (id: string, outcome: string, line = '', staff = olu) =>
      desk.runAction(staff, id, { type: 'contact attempted', outcome, line });
    const queue = async (staff = olu, own = false) =>
      (await desk.queue(staff, { own })).map(({ id, band }) => `${band}: ${names.get(id)}`);
    return { ...testDesk, database, store, storeStart, attempt, queue };
  }

  test('a start at the roadside comes before breaches of two years, and each claim where its next step belongs', async () => {
    const { store, storeStart, attempt, queue, advance, clock, desk, database } = await setup();
    const createdAt = clock.time - 2 * 365 * day;
    await store('breached for two years', { createdAt, dueAt: createdAt + day });
    const [promised, later, tried, cold] = [
      await store('promised'),
      await store('later'),
      await store('tried'),
      await store('cold'),
    ];
    await attempt(cold, 'no-answer');
    // To a Monday, when any business is open.
    await advance(9 * day);
    await attempt(promised, 'spoke', '+1h');
    await attempt(tried, 'no-answer', '+1h');
    await attempt(later, 'spoke', '+3d');
    const answer = await store('wrote');
    await attempt(answer, 'spoke', '+5d');
    await advance(2 * hour);
    await database.db.updateTable('form_submissions').set({ claimant_update_at: clock.time }).where('id', '=', answer).execute();
    await store('new');
    await storeStart('roadside');
    const closed = await store('closed');
    await desk.runAction(olu, closed, { type: 'closed', why: 'It is settled.' });
    const expected = [
      'now: roadside',
      'now: promised',
      'first contact: wrote',
      'first contact: new',
      'follow up: tried',
      'decide: breached for two years',
      'decide: cold',
      'later: later',
    ];
    expect((await queue()).toSorted()).toEqual(expected.toSorted());
    expect(await queue()).toEqual(expected);

    // Only an answer takes a message from the list: to look at it does not.
    await desk.submission(olu, answer);
    expect(await queue()).toEqual(expected);
    await desk.runAction(olu, answer, { type: 'no reply needed' });
    expect(await queue()).toContain('later: wrote');
    await desk.runAction(olu, answer, { type: 'reply needed' });
    expect(await queue()).toEqual(expected);
  });

  test.each(['email', 'message', 'file that was under way', 'time to call'])(
    'for a closed claim, an unexpected %s waits until it is answered or said to need no reply, whoever looks at it',
    async (kind) => {
      const testDesk = await createTestDesk(await databases.open());
      const { desk, database, openClaim, inbound, evidence, advance, startWorker } = testDesk;
      const { id, run } = await openClaim();
      const answer = (text: string) =>
        desk.runAction(olu, id, { type: 'message written', subject: 'Your claim', text, key: 'k', line: '' });
      await answer('Hello');
      await run({ act: 'message', text: 'Before it was closed' });
      const bytes = evidenceFiles.pdf();
      const gate = Promise.withResolvers<void>();
      const stream = Readable.from(lastAfter(gate.promise, bytes));
      const upload = evidence.receive(id, 'claimant', { name: 'a.pdf', stream, size: bytes.length });
      await until('it to be under way', async () => (await database.db.selectFrom('evidence').select('id').execute()).length > 0);
      const arrive: Record<string, () => Promise<unknown>> = {
        message: () => run({ act: 'message', text: 'And now?' }),
        'time to call': () => run({ act: 'call', note: 'Please call at nine' }),
        'file that was under way': () => upload,
        email: async () => {
          const written = (await desk.submission(olu, id))?.messages.find(({ direction }) => direction === 'out');
          await inbound.receive(mimeEmail({ references: `<${written?.id}@kerbside.example>` }), 'post');
          startWorker(inbound.jobs);
          await until('it to be read', async () => (await desk.queue(olu, { own: true })).length > 0);
        },
      };
      const waits = async () => {
        await desk.submission(olu, id);
        const rows = await desk.queue(olu, { own: true });
        const { count } = await desk.openCount(olu, { own: true });
        return [count, ...rows.map(({ band, needsReply, status }) => `${band}: ${needsReply} ${status}`)];
      };
      if (!kind.startsWith('file')) {
        gate.resolve();
        await upload;
      }
      const waiting = [1, 'first contact: true closed'];
      await desk.runAction(olu, id, { type: 'closed', why: 'It is settled.' });
      expect(await waits()).toEqual([0]);
      gate.resolve();
      await arrive[kind]?.();
      expect(await waits()).toEqual(waiting);
      expect(await desk.runAction(olu, id, { type: 'no reply needed' })).toMatchObject({ kind: 'done' });
      expect(await waits()).toEqual([0]);
      await desk.runAction(olu, id, { type: 'reply needed' });
      expect(await waits()).toEqual(waiting);
      await advance(1);
      await answer('Thank you');
      expect(await waits()).toEqual([0]);
    },
  );

  test('a row says what is known before the call', async () => {
    const { store, storeStart, attempt, desk, advance } = await setup();
    await storeStart('roadside', iwona);
    const tried = await store('tried');
    await attempt(tried, 'no-answer', '+1h');
    await advance(2 * hour);
    const rows = await desk.queue(olu, { own: false });
    expect(rows.find(({ form }) => form === roadside.name)).toMatchObject({
      about: iwona.locationOfAccident,
      language: 'Polish',
    });
    expect(rows.find(({ id }) => id === tried)).toMatchObject({
      registration: aoife.vehicleReg,
      about: aoife.locationOfAccident,
      language: null,
      attemptCount: 1,
      next: { kind: 'try again' },
    });
  });

  test('what is assigned to somebody else is left out of one’s own', async () => {
    const { store, queue, desk } = await setup();
    const theirs = await store('theirs');
    await store('nobody’s');
    await desk.runAction(grace, theirs, { type: 'assigned', to: grace.id });
    expect(await queue(olu, true)).toEqual(['first contact: nobody’s']);
    expect(await queue(grace, true)).toHaveLength(2);
  });

  test('five people who take the top of the queue call nobody twice', async () => {
    const { store, desk } = await setup();
    const team = [olu, grace, { ...olu, id: 'other', name: 'Another' }, { ...olu, id: 'third', name: 'Third' }];
    const each = 4;
    for (let index = 0; index < 4 * each; index += 1) await store(`claim ${index}`);
    const called: string[] = [];
    await Promise.all(
      team.map(async (staff) => {
        for (let taken = 0; taken < each; ) {
          const [top] = await desk.queue(staff, { own: true });
          if (!top) throw new Error('The queue is empty.');
          if ((await desk.runAction(staff, top.id, { type: 'call begun', seen: String(top.attemptCount) })).kind !== 'done')
            continue;
          called.push(top.id);
          taken += 1;
          await desk.runAction(staff, top.id, { type: 'contact attempted', outcome: 'no-answer', line: '' });
        }
      }),
    );
    expect(called).toHaveLength(4 * each);
    expect(new Set(called).size).toBe(4 * each);
  });

  test('says how many there are where it has only the first of them', async () => {
    const { desk, storeClaim } = await setup();
    for (let index = 0; index < 52; index += 1) await storeClaim(aoife, { contentHash: `${index}` });
    const own = { own: false };
    expect((await desk.queue(olu, own)).length).toBe(50);
    expect(await desk.openCount(olu, own)).toEqual({ count: 52, isMore: false });
  });
});

/** Bytes whose last one comes after a moment. */
async function* lastAfter(moment: Promise<void>, bytes: Uint8Array) {
  yield bytes.subarray(0, -1);
  await moment;
  yield bytes.subarray(-1);
}
