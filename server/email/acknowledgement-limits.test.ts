import { describe, expect, test } from 'vitest';
import { createSubmissionStore } from '#server/submissions/submission-store.ts';
import { createTestMailer, minute } from '#testing/create-test-mailer.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { until } from '#testing/until.ts';

const databases = testDatabases();
const day = 24 * 60 * minute;

describe.each(engines)('the limits of acknowledgements, on %s', (engine) => {
  /** Starts two instances on one store; returns the outcome of an acknowledgement to each of these addresses. */
  async function createInstances() {
    const database = await databases.open(engine);
    const one = await createTestMailer({ database, acknowledges: true });
    const other = await createTestMailer({ database, acknowledges: true });
    const store = createSubmissionStore(database, { acknowledges: true });
    const instances = [one.startWorker(), ...(engine === 'postgres' ? [other.startWorker()] : [])];
    return {
      send: async (addresses: string[]) => {
        const sent = addresses.map((email) => claimFrom({ ...aoife, email }, { createdAt: one.clock.now() }));
        await store.insertAll(sent);
        for (const instance of instances) instance.wake();
        const ids = new Set(sent.map(({ id }) => id));
        const own = async () => (await one.acknowledgements()).filter(({ subject_id }) => ids.has(subject_id ?? ''));
        await until('them to be settled', async () => (await own()).every(({ finished_at }) => finished_at !== null));
        return (await own()).map(({ last_outcome, last_detail }) => (last_outcome === 'sent' ? 'sent' : last_detail));
      },
      // An hour more, because the clock of one instance is behind that of the other by the time that its start took.
      passDay: () => {
        for (const { clock } of [one, other]) clock.ahead += day + 60 * minute;
      },
      counted: async () => (await database.db.selectFrom('acknowledgements').selectAll().execute()).length,
      received: () => [...one.server.emails, ...other.server.emails].flatMap(({ envelope }) => envelope.to),
    };
  }

  const sentOf = (outcomes: (string | null)[]) => outcomes.filter((outcome) => outcome === 'sent').length;

  test('three a day for one mailbox, however it is spelt', async () => {
    const { send, passDay, counted } = await createInstances();
    const spellings = ['aoife.oneil@gmail.com', 'Aoife.ONeil@Gmail.com', 'aoifeoneil@googlemail.com', 'aoife.oneil+1@gmail.com'];
    const outcomes = await send([...spellings, ...spellings]);
    expect(sentOf(outcomes)).toBe(3);
    expect(new Set(outcomes)).toEqual(new Set(['sent', 'That address was sent 3 in 24 hours.']));
    expect(await send(['aoife.other@gmail.com'])).toEqual(['sent']);
    passDay();
    expect(await send(['aoife.oneil@gmail.com'])).toEqual(['sent']);
    expect(await counted()).toBe(1);
  });

  test('ten a day for one domain, unless it is one at which many people have a mailbox', async () => {
    const { send, received } = await createInstances();
    const addresses = (domain: string) => Array.from({ length: 14 }, (_, i) => `driver${i}@${domain}`);
    const outcomes = await send(addresses('fleet.example'));
    expect(sentOf(outcomes)).toBe(10);
    expect(outcomes).toContain('Addresses of that domain were sent 10 in 24 hours.');
    expect(received().filter((address) => address.endsWith('@fleet.example'))).toHaveLength(10);
    expect(sentOf(await send(addresses('hotmail.co.uk')))).toBe(14);
  });

  test('an address that no header can hold gets none', async () => {
    const { send, received } = await createInstances();
    expect(await send(['小明@example.com', '"a@b"@example.com', 'a,b@example.com'])).toEqual([]);
    expect(received()).toEqual([]);
  });
});
