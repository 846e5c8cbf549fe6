// Protects: streams of events are limited, and say who looks and who writes.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createEventStreams, maxStreams } from './event-streams.ts';

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

describe('every stream is told', () => {
  function setup() {
    const streams = createEventStreams({ subscribe: () => () => {} });
    onTestFinished(() => streams.closeAll());
    const open = (staff: string, looksAt: string | null) => {
      const owner = { session: staff, staff, name: `Name of ${staff}`, address: null, looksAt };
      return streams.events(owner, async () => true).getReader();
    };
    const list = open('grace', null);
    /** The data of the next event of a name, in the list of one member of staff. */
    const told = async (name = 'lookers', from = list) => {
      for (;;) {
        const text = new TextDecoder().decode((await from.read()).value);
        const [, event, data = ''] = /^event: (\w+)\ndata: (.*)/.exec(text) ?? [];
        if (event === name) return JSON.parse(data);
      }
    };
    return { streams, open, told };
  }

  test('who has which submission open, and when they leave it', async () => {
    const { open, told } = setup();
    expect(await told()).toEqual([]);
    const [first, second] = [open('olu', 'a claim'), open('olu', 'a claim')];
    expect(await told()).toEqual([{ staff: 'olu', name: 'Name of olu', at: 'a claim', writes: false }]);
    expect(await told(), 'two tabs are one person').toHaveLength(1);
    await first.cancel();
    expect(await told()).toHaveLength(1);
    await second.cancel();
    expect(await told()).toEqual([]);
  });

  test('who writes there, until some seconds after the last input, and not of those who have it not open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { streams, open, told } = setup();
    await told();
    open('olu', 'a claim');
    expect(await told()).toMatchObject([{ writes: false }]);
    streams.typesAt('priya', 'a claim');
    streams.typesAt('olu', 'another claim');
    streams.typesAt('olu', 'a claim');
    expect(await told()).toMatchObject([{ staff: 'olu', writes: true }]);
    vi.advanceTimersByTime(5_000);
    streams.typesAt('olu', 'a claim');
    vi.advanceTimersByTime(5_000);
    open('priya', 'a claim');
    expect(await told()).toMatchObject([
      { staff: 'olu', writes: true },
      { staff: 'priya', writes: false },
    ]);
    vi.advanceTimersByTime(5_000);
    expect(await told()).toMatchObject([{ writes: false }, { writes: false }]);
  });

  test('what concerns its member of staff alone, in each of their pages', async () => {
    const { streams, open, told } = setup();
    const [queue, claim] = [open('olu', null), open('olu', 'a claim')];
    const news = { title: 'Grace assigned 7F4M-9TQX to you', description: '' };
    streams.tell('olu', news);
    streams.tell('grace', { title: 'for Grace', description: '' });
    expect([await told('told', queue), await told('told', claim)]).toEqual([news, news]);
    expect(await told('told')).toMatchObject({ title: 'for Grace' });
  });
});
