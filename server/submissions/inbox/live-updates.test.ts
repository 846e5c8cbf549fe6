// Protects: open inboxes hear of changes on every instance, within limits.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';
import { createEventStreams, maxStreams } from './live-updates.ts';

const databases = testDatabases();

describe.each(engines)('subscribers on %s', (engine) => {
  async function setup() {
    const database = await databases.open(engine);
    const testDesk = await createTestDesk(database);
    const other = testDesk.createSecondDesk();
    onTestFinished(async () => {
      await testDesk.desk.close();
      await other.close();
    });
    return { ...testDesk, other };
  }

  test('are notified of new submissions and changes, at most twice a second, and not of refusals', async () => {
    const { desk, storeClaim } = await setup();
    const id = await storeClaim();
    // On PostgreSQL what other instances did is read every three seconds, which all of this must not take.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let heard = 0;
    const end = desk.subscribe(() => (heard += 1));
    desk.notifyStored();
    expect(heard).toBe(1);
    for (let i = 0; i < 100; i += 1) desk.notifyStored();
    vi.advanceTimersByTime(499);
    expect(heard).toBe(1);
    vi.advanceTimersByTime(1);
    expect(heard).toBe(2);
    vi.advanceTimersByTime(600);
    await desk.runAction(olu, id, { type: 'contacted' });
    expect(heard).toBe(3);
    vi.advanceTimersByTime(600);
    await desk.runAction(olu, id, { type: 'contacted' });
    await desk.submission(olu, id);
    expect(heard).toBe(3);
    end();
    await desk.erase(grace, [id], 'asked for');
    expect(heard).toBe(3);
  });

  test.runIf(engine === 'postgres')('hears of what another instance took in or did, and not of its looking', async () => {
    const { desk, other, storeClaim, clock } = await setup();
    const id = await storeClaim();
    let heard = 0;
    desk.subscribe(() => (heard += 1));
    await other.submission(olu, id);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(heard).toBe(0);
    await other.runAction(olu, id, { type: 'contacted' });
    await until('the change', () => heard === 1);
    await storeClaim(aoife, { createdAt: clock.time + 1 });
    await until('the new one', () => heard === 2);
  });
});

test('a session has twenty streams at most, a member of staff sixty, a network as many as an office, and one that is closed makes room', async () => {
  const streams = createEventStreams({ subscribe: () => () => {} });
  onTestFinished(() => streams.closeAll());
  const open = (session: string, staff: string, address: string | null = null) => {
    const owner = { session, staff, address, name: staff, looksAt: null };
    return streams.hasRoom(owner) ? streams.events(owner, async () => true) : null;
  };
  const first = open('one', 'grace');
  for (let index = 1; index < maxStreams.session; index += 1) expect(open('one', 'grace')).not.toBeNull();
  expect(open('one', 'grace')).toBeNull();
  await first?.cancel();
  expect(open('one', 'grace')).not.toBeNull();
  for (let index = maxStreams.session; index < maxStreams.staff; index += 1) expect(open(`${index}`, 'grace')).not.toBeNull();
  expect(open('another', 'grace')).toBeNull();
  expect(open('another', 'olu')).not.toBeNull();
  for (let index = 0; index < maxStreams.network; index += 1)
    expect(open(`of ${index}`, `member ${index}`, `2001:db8:1:${index.toString(16)}::/64`)).not.toBeNull();
  expect(open('one more', 'priya', '2001:db8:1:1::/64')).toBeNull();
  expect(open('one more', 'priya', '2001:db8:2:1::/64')).not.toBeNull();
});

test('every stream is told who has which submission open, and when they leave it', async () => {
  const streams = createEventStreams({ subscribe: () => () => {} });
  onTestFinished(() => streams.closeAll());
  const open = (staff: string, looksAt: string | null) => {
    const owner = { session: staff, staff, name: `Name of ${staff}`, address: null, looksAt };
    return streams.events(owner, async () => true).getReader();
  };
  const list = open('grace', null);
  const told = async () => {
    for (;;) {
      const [, data] = /^event: lookers\ndata: (.*)/.exec(new TextDecoder().decode((await list.read()).value)) ?? [];
      if (data !== undefined) return JSON.parse(data);
    }
  };
  expect(await told()).toEqual([]);
  const [first, second] = [open('olu', 'a claim'), open('olu', 'a claim')];
  expect(await told()).toEqual([{ staff: 'olu', name: 'Name of olu', at: 'a claim' }]);
  expect(await told(), 'two tabs are one person').toHaveLength(1);
  await first.cancel();
  expect(await told()).toHaveLength(1);
  await second.cancel();
  expect(await told()).toEqual([]);
});
