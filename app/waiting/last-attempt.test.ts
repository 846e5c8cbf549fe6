// Protects: why something waits is stored with it, and our server's Retry-After is honoured.
import { expect, test, vi } from 'vitest';
import { answerHeader } from '#forms/answer-header.ts';
import { minute } from '#forms/durations.ts';
import { uploadsPath } from '#forms/evidence-rules.ts';
import { createTestDevice, type Network } from '#testing/device.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { pauseLeft } from './last-attempt.ts';
import { addPhotograph, readPhotographs } from './photograph-store.ts';
import { formEndpoint } from './post-submission.ts';
import { sendWaiting, sendWaitingPhotographs } from './send-waiting.ts';
import { keep, readWaiting } from './waiting-store.ts';
import { sendAhead } from './write-ahead.ts';

const ours = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { [answerHeader]: '1', ...headers } });
const busy: Network = async () => ours(503, { message: 'The store is busy.' }, { 'Retry-After': '300' });
const accepts: Network = async () => ours(200, { reference: '7F4M-9TQX', createdAt: '2026-11-23T04:00:00Z' });
const silent: Network = () => Promise.reject(new TypeError('Failed to fetch'));
const portal: Network = async () => new Response('<h1>Sign in</h1>');

const row = { key: 'k'.repeat(32), url: formEndpoint, body: '{}', what: 'claim' as const, slug: 'claim', path: '/make-a-claim' };

const reason = async () => (await readWaiting())[0]?.last?.unsent;

test.each([
  ['no answer, which may be one that was lost', silent, true, { kind: 'unreachable', isOffline: false }],
  ['no connection', silent, false, { kind: 'unreachable', isOffline: true }],
  ['an answer that is not ours', portal, true, { kind: 'foreign' }],
  ['our own answer', busy, true, { kind: 'later', message: 'The store is busy.', retryAfterSeconds: 300 }],
])('%s is the reason that is kept, of the first attempt and of later ones', async (_, network, onLine, unsent) => {
  const device = createTestDevice(network);
  Object.assign(navigator, { onLine });
  const outgoing = { ...row, createdAt: Date.now() };
  await sendAhead({ outgoing, takes: [], formAgeMs: minute, photographsStored: () => Promise.resolve() });
  expect(await reason()).toEqual(unsent);
  device.network = network === silent ? portal : silent;
  await sendWaiting('leave', true);
  expect(await reason()).not.toEqual(unsent);
  device.network = network;
  await sendWaiting('leave', true);
  expect(await reason()).toEqual(unsent);
});

test.each([
  ['no answer', silent],
  ['an answer that is not ours', portal],
  ['a page that was closed while it was sent', null],
])('After %s it may have arrived, which is noted through later attempts, a newer version and a refusal', async (_, network) => {
  const device = createTestDevice(network ?? busy);
  const outgoing = { ...row, createdAt: Date.now() };
  if (network) await sendAhead({ outgoing, takes: [], formAgeMs: minute, photographsStored: () => Promise.resolve() });
  else await keep({ ...outgoing, state: { kind: 'kept', at: 0, takes: [], before: null } });
  const isNoted = async () => (await readWaiting()).map(({ mayHaveArrived }) => mayHaveArrived);
  device.network = busy;
  await sendWaiting('leave', true);
  expect(await isNoted()).toEqual([true]);
  const newer = { ...outgoing, key: 'n'.repeat(32) };
  await sendAhead({ outgoing: newer, takes: [row.key], formAgeMs: minute, photographsStored: () => Promise.resolve() });
  expect(await isNoted()).toEqual([true]);
  device.network = async () => ours(403, { message: 'Please open your claim by its link once more.' });
  await sendWaiting('leave', true);
  expect(await readWaiting()).toMatchObject([{ key: newer.key, mayHaveArrived: true, state: { kind: 'refused' } }]);
});

test('What our server has answered, or had no connection to be sent by, has not arrived', async () => {
  const device = createTestDevice(busy);
  const outgoing = { ...row, createdAt: Date.now() };
  await sendAhead({ outgoing, takes: [], formAgeMs: minute, photographsStored: () => Promise.resolve() });
  Object.assign(navigator, { onLine: false });
  device.network = silent;
  await sendWaiting('leave', true);
  expect((await readWaiting()).map(({ mayHaveArrived, last }) => [mayHaveArrived, last?.unsent.kind])).toEqual([
    [false, 'unreachable'],
  ]);
});

test('What our server wants to have later is sent neither before that time nor never, and at once where somebody asks', async () => {
  const posts: string[] = [];
  const device = createTestDevice(busy);
  const watch = (network: Network) => async (request: Request) => {
    posts.push(new URL(request.url).pathname);
    return network(request);
  };
  device.network = watch(busy);
  await keep({ ...row, createdAt: Date.now(), state: { kind: 'waiting' } });
  expect(await sendWaiting('leave')).toBe(false);
  expect(pauseLeft((await readWaiting())[0] ?? {})).toBeGreaterThan(4 * minute);
  expect(await sendWaiting('leave')).toBe(false);
  expect(posts).toHaveLength(1);
  await sendWaiting('leave', true);
  expect(posts).toHaveLength(2);
  for (const clock of [Date.now() + 6 * minute, Date.now() - 400 * 24 * 60 * minute]) {
    vi.spyOn(Date, 'now').mockReturnValue(clock);
    await sendWaiting('leave');
    vi.restoreAllMocks();
  }
  expect(posts).toHaveLength(4);
  device.network = watch(accepts);
  await sendWaiting('leave', true);
  expect((await readWaiting()).map(({ state, last }) => [state.kind, last])).toEqual([['accepted', undefined]]);
});

test('What is not tried, because another did not get through, has its reason too, and keeps its own', async () => {
  const device = createTestDevice(silent);
  Object.assign(navigator, { onLine: true });
  const unreachable = { kind: 'unreachable', isOffline: false };
  const later = { kind: 'later' as const, message: 'The store is busy.', retryAfterSeconds: null };
  const message = (number: number) => ({ ...row, key: String(number).repeat(32), createdAt: Date.now() + number });
  const receipt = { kind: 'accepted' as const, reference: '7F4M-9TQX', createdAt: null };
  for (const number of [1, 2]) await keep({ ...message(number), state: { kind: 'waiting' } });
  await keep({ ...message(3), state: { kind: 'waiting' }, last: { at: 0, unsent: later } });
  for (const number of [4, 5]) {
    const { key } = message(number);
    await addPhotograph(key, new File([new Uint8Array(evidenceFiles.jpeg())], 'front.jpg', { type: 'image/jpeg' }));
    await keep({ ...message(number), state: { kind: 'accepted', receipt } });
  }
  let requests = 0;
  device.network = (request) => {
    requests += 1;
    return silent(request);
  };
  expect(await sendWaiting('leave')).toBe(false);
  expect(await sendWaitingPhotographs('leave')).toBe(false);
  const reasons = (await readWaiting()).map(({ last }) => last?.unsent);
  expect(reasons).toEqual([unreachable, unreachable, later, unreachable, unreachable]);
  expect(requests).toBe(2);
});

test('A photograph has its size, how much of it has arrived, and why the rest waits', async () => {
  const bytes = evidenceFiles.jpeg();
  const half = Math.floor(bytes.byteLength / 2);
  const device = createTestDevice(portal);
  const key = 'files:7F4M-9TQX';
  await addPhotograph(key, new File([new Uint8Array(bytes)], 'front.jpg', { type: 'image/jpeg' }));
  const receipt = { kind: 'accepted' as const, reference: '7F4M-9TQX', createdAt: null };
  await keep({ ...row, key, url: uploadsPath, createdAt: Date.now(), state: { kind: 'accepted', receipt } });
  let pieces = 0;
  device.network = async ({ method }) => {
    const headers = { [answerHeader]: '1', 'Tus-Resumable': '1.0.0' };
    if (method === 'POST') return new Response(null, { status: 201, headers: { ...headers, Location: '/your-claim/files/1' } });
    pieces += 1;
    if (pieces > 1) return new Response('Busy.', { status: 503, headers });
    return new Response(null, { status: 204, headers: { ...headers, 'Upload-Offset': String(half) } });
  };
  expect(await sendWaitingPhotographs('leave')).toBe(false);
  expect(await readPhotographs(key)).toMatchObject([{ size: bytes.byteLength, sent: half }]);
  expect(await reason()).toEqual({ kind: 'later', message: 'Busy.', retryAfterSeconds: null });
});
