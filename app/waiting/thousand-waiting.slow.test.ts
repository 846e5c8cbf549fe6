// Protects: nothing that waits is lost, sent twice or given the receipt of another, whatever connections and releases do.
import { expect, test, vi } from 'vitest';
import { answerHeader } from '#forms/answer-header.ts';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { createTestDevice, type Network } from '#testing/device.ts';
import { createDice } from '#testing/dice.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';
import { formEndpoint } from './post-submission.ts';
import type { WaitingSubmission } from './waiting-submission.ts';

const devices = 10;
const each = 100;

/** Far more than are needed, so that a fault ends the test. */
const mostRounds = 2_000;

const lost = new TypeError('Failed to fetch');
const dice = createDice(24);
const fetchReally = fetch;

/** How often each thing happened on all devices. */
const happened: Record<string, number> = {};

test.each(Array.from({ length: devices }, (_, device) => device))(
  'Of a hundred submissions on device %i with bad connections none is lost, none is there twice, and no receipt is untrue',
  async (device) => {
    const server = await createTestEvidence({ RATE_LIMIT: 'off' });
    const settled = await sendAll(server.url, device);
    const sent = server.rows().filter(({ reference }) => reference !== server.mine.reference);
    const references = sent.map(({ form_data, reference }) => [phoneIn(form_data), reference]);
    expect(references).toHaveLength(each);
    const receipts = settled.map(({ body, path, state }) => [body, path, state.kind === 'accepted' && state.receipt.reference]);
    // Nothing of what was typed is left, and each receipt is that of its own submission.
    expect(receipts.sort()).toEqual(references.map(([phone, reference]) => ['', phone, reference]).sort());
  },
);

test('Everything that can go wrong has happened on the way', () => {
  expect(Object.keys(happened).sort()).toEqual(['arrived', 'busy', 'dropped', 'foreign', 'killed', 'lost', 'portal']);
});

/** Fills a device, and sends by tabs of which many are killed, until nothing waits. Returns what is then on the device. */
async function sendAll(url: string, number: number): Promise<WaitingSubmission[]> {
  const server: Network = async (request) => {
    const { method, headers } = request;
    return fetchReally(url + new URL(request.url).pathname, { method, headers, body: await request.text() });
  };
  const device = createTestDevice(server);
  let release = await loadRelease();
  for (let index = 0; index < each; index += 1) await queue(release, server, `07700 9${number}${index + 1_000}`);

  const count = (what: string) => {
    happened[what] = (happened[what] ?? 0) + 1;
  };
  device.network = async (request) => {
    const chance = dice.next();
    if (chance < 0.06) {
      count('dropped');
      throw lost;
    }
    if (chance < 0.12) {
      count('portal');
      return new Response('<h1>Sign in to this Wi-Fi</h1>', { status: dice.pick([200, 401, 403, 511]) });
    }
    if (chance < 0.2) {
      count('foreign');
      const body = { message: 'Forbidden', reference: '7F4M-9TQX', fields: { phone: 'Bad.' } };
      return Response.json(body, { status: dice.pick([200, 400, 401, 403, 404, 409, 413, 422, 429, 500, 502]) });
    }
    if (chance < 0.23) {
      count('busy');
      const headers = { [answerHeader]: '1', 'Retry-After': '1' };
      return Response.json({ message: 'Try again.' }, { status: dice.pick([429, 503]), headers });
    }
    const response = await server(request);
    count(chance < 0.9 ? 'arrived' : 'lost');
    if (chance < 0.9) return response;
    throw lost;
  };
  const send = async () => {
    const { sendWaiting } = release;
    const diesAt = dice.next() < 0.3 ? dice.between(1, 15) : undefined;
    if ((await device.tab(() => sendWaiting('leave'), diesAt)).isDead) count('killed');
  };
  for (let round = 0; round < mostRounds; round += 1) {
    const rows = await release.readWaiting();
    expect(rows.filter(({ state }) => state.kind === 'refused')).toEqual([]);
    if (rows.every(({ state }) => state.kind === 'accepted')) return rows;
    // Another page is opened, which may have another release of the scripts.
    if (dice.next() < 0.1) release = await loadRelease();
    await Promise.all(dice.next() < 0.2 ? [send(), send()] : [send()]);
  }
  throw new Error('Something still waits.');
}

type Release = Awaited<ReturnType<typeof loadRelease>>;

async function loadRelease() {
  vi.resetModules();
  return { ...(await import('./send-waiting.ts')), ...(await import('./waiting-store.ts')) };
}

/** Queues one submission, with this phone number, as a page leaves it. */
async function queue({ keep }: Release, server: Network, phone: string): Promise<void> {
  const [slug, formName, data] = dice.pick([
    ['contact', 'Contact Us', sampleMessages[0].data],
    ['roadside', 'Roadside Start', idris],
    ['claim', 'Make a Claim', aoife],
  ]);
  const key = () => Array.from({ length: 32 }, () => dice.between(0, 9)).join('');
  const rowOf = (changes: object) => ({
    key: key(),
    url: formEndpoint,
    body: JSON.stringify({ formName, formData: { ...data, phone, ...changes } }),
    what: slug === 'contact' ? ('message' as const) : ('claim' as const),
    slug,
    path: phone,
    createdAt: Date.now() - dice.between(0, 1_000),
  });
  const first = rowOf({});
  const left = { kind: 'kept' as const, at: Date.now(), takes: [], before: null };
  // A page was closed while it sent it; or it waits, as what every earlier release has kept.
  await keep({ ...first, state: dice.next() < 0.3 ? left : { kind: 'waiting' } });
  if (slug === 'contact' || dice.next() < 0.6) return;
  // A claim that was changed, and whose earlier version may have arrived.
  if (dice.next() < 0.5) await postAs(server, first);
  await keep({ ...rowOf({ descriptionOfAccident: 'Hit from behind.' }), replaces: [first.key], state: { kind: 'waiting' } }, [
    first.key,
  ]);
}

async function postAs(server: Network, { key, body }: { key: string; body: string }): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
  await server(new Request(`https://kerbside.example${formEndpoint}`, { method: 'POST', headers, body }));
}

const phoneIn = (data: string): string => JSON.parse(data).phone;
