// Protects: a refusal by any way in is answered before its body has ended, and its connection serves the next visitor or says that it closes.
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { evidenceLimits } from '#forms/evidence-rules.ts';
import { uploadSlots } from '#server/files/upload-slots.ts';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { multipart, multipartOf } from '#testing/multipart.ts';
import { joinAsStaff } from '#testing/test-accounts.ts';
import { until } from '#testing/until.ts';
import { workAllowance } from './limit-work.ts';

type Desk = Awaited<ReturnType<typeof openDesk>>;
type Claim = Awaited<ReturnType<typeof createTestEvidence>>['mine'];
type Sent = { method: string; path: string; headers: Record<string, string>; body: Buffer };
type Way = (desk: Desk, claim: Claim) => Sent | Promise<Sent>;

const inboundSecret = 'thirty-two characters for answers';
const origin = 'https://kerbside.example';
const long = Buffer.alloc(300_000, 'x');
const page = Buffer.concat([refusedFiles['a page'], long]);
const ownPage = { Origin: origin };
const json = { ...ownPage, 'Content-Type': 'application/json' };
const urlencoded = { ...ownPage, 'Content-Type': 'application/x-www-form-urlencoded' };
const tus = { 'Tus-Resumable': '1.0.0' };

const post = (path: string, headers: Record<string, string>, body: Buffer = long): Sent => ({
  method: 'POST',
  path,
  headers,
  body,
});
const objectOf = ({ reference }: Claim, name = 'photo.jpg') => `/storage/v1/object/evidence/${reference}/${name}`;

/** Every way in, with a body that is refused by what is in it, or by its length. */
const ways = {
  'tus, its pieces': async ({ url }, { headers }) => {
    const begun = await fetch(`${url}/your-claim/files`, {
      method: 'POST',
      headers: { ...headers, ...tus, 'Upload-Length': `${page.length}` },
    });
    const piece = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    return { method: 'PATCH', path: begun.headers.get('location') ?? '', headers: { ...headers, ...piece }, body: page };
  },
  'tus, its beginning': (_, { headers }) =>
    post('/your-claim/files', { ...headers, ...tus, 'Upload-Length': `${2 * evidenceLimits.claimBytes}` }, page),
  'a form without scripts': (_, { headers }) =>
    post('/your-claim/files', { ...headers, ...multipart }, multipartOf(['files', 'photo.jpg', page])),
  'the desk, "Add files"': ({ staff, idOf }, claim) =>
    post(`/desk/files/${idOf(claim)}`, { ...ownPage, ...staff, ...multipart }, multipartOf(['files', 'photo.jpg', page])),
  'the storage wire, as the body': (_, claim) =>
    post(objectOf(claim), { Authorization: `Bearer ${claim.token}`, 'Content-Type': 'image/jpeg' }, page),
  'the storage wire, as a form': (_, claim) =>
    post(objectOf(claim), { Authorization: `Bearer ${claim.token}`, ...multipart }, multipartOf(['', 'photo.jpg', page])),
  'the storage wire, its list': (_, { token }) =>
    post('/storage/v1/object/list/evidence', { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }),
  'an email': ({ clock }) =>
    post('/inbound/email', {
      'Kerbside-Timestamp': `${Math.floor(clock.now / 1_000)}`,
      'Kerbside-Signature': '00',
      'Content-Type': 'message/rfc822',
    }),
  'a claim by a script': () => post('/functions/v1/send-form-email', json),
  'a claim by a program': () => post('/rest/v1/form_submissions', json),
  'a claim without scripts': () => post('/make-a-claim', urlencoded),
  "the claimant's page": (_, { headers }) => post('/your-claim', { ...headers, ...urlencoded }),
  "a claimant's message": (_, { headers }) => post('/your-claim/messages', { ...headers, ...json }),
  'removing a claim from a browser': (_, { headers }) =>
    post('/your-claim/remove', { ...headers, Origin: 'https://else.example' }),
  'signing in': () => post('/desk/sign-in', urlencoded),
  'a form of the desk': ({ staff }) => post('/desk/settings', { ...urlencoded, ...staff }),
  'signing out': () => post('/auth/sign-out', json),
  'a report of a browser': () => post('/csp-reports', { 'Content-Type': 'application/csp-report' }),
  'an address that there is not': () => post('/nowhere', urlencoded),
  'a page that takes nothing': () => post('/', urlencoded),
  'a check of the process': () => post('/healthz', json),
  'the figures': () => post('/metrics', json),
} satisfies Record<string, Way>;

type WayName = keyof typeof ways;

const all = Object.keys(ways) as WayName[];
const forms: WayName[] = ['a form without scripts', 'the desk, "Add files"', 'the storage wire, as a form'];
const claimants: WayName[] = [
  'tus, its beginning',
  'a form without scripts',
  'the storage wire, as the body',
  'the storage wire, as a form',
];
const files: WayName[] = [...claimants, 'the desk, "Add files"'];
const takeTexts: WayName[] = [
  'a claim without scripts',
  "the claimant's page",
  'signing in',
  'a claim by a script',
  'a claim by a program',
];
const wires: WayName[] = ['a form without scripts', 'the storage wire, as the body', 'the storage wire, its list'];
const needLink: WayName[] = ['tus, its pieces', 'the storage wire, its list', ...claimants];
const needOwnPage: WayName[] = [
  ...(['tus, its pieces', 'tus, its beginning', 'a form without scripts', 'the desk, "Add files"', 'signing in'] as const),
  ...(['a claim by a script', 'a claim by a program', 'a claim without scripts', "the claimant's page"] as const),
  ...(["a claimant's message", 'a form of the desk', 'signing out', 'the storage wire, as the body'] as const),
];

type Refusal = {
  of: readonly WayName[];
  /** One of these. */
  status: number[];
  /** The ways that can tell only at the end of the body: each file of a form is looked at, and a signature is that of the whole. */
  atEnd?: WayName[];
  /** What is done before, and what is sent otherwise. */
  prepare?: (desk: Desk, claim: Claim) => unknown;
  change?: (sent: Sent) => Partial<Sent>;
};

const withHeaders =
  (changes: Record<string, string>) =>
  ({ headers }: Sent): Partial<Sent> => ({ headers: { ...headers, ...changes } });

const without = ({ headers: { Cookie, Authorization, ...headers } }: Sent): Partial<Sent> => ({ headers });

const content = { of: all, status: [401, 403, 405, 413, 415, 422], atEnd: [...forms, 'an email' as const] };
const full = { of: files, status: [413, 422], atEnd: forms, change: withHeaders({ 'Upload-Length': '9000' }) };

const refusals: Record<string, Refusal> = {
  'what is in it, or its length': content,
  'its length, which is not announced': { ...content, change: withHeaders({ 'Transfer-Encoding': 'chunked' }) },
  'headers that are too long': { of: all, status: [431], change: withHeaders({ 'X-Long': 'x'.repeat(17_000) }) },
  'two names of the host': { of: all, status: [400], change: withHeaders({ 'Host ': 'else.example', host: 'else.example' }) },
  'something that it expects': { of: all, status: [417], change: withHeaders({ Expect: 'something' }) },
  'the method': { of: all, status: [400, 404, 405], change: () => ({ method: 'PUT' }) },
  'its place in an upload': { of: ['tus, its pieces'], status: [409], change: withHeaders({ 'Upload-Offset': '7' }) },
  'an upload that there is not': { of: ['tus, its pieces'], status: [404], change: ({ path }) => ({ path: `${path}0` }) },
  'no link': { of: needLink, status: [401, 403], change: without },
  'nobody being signed in': { of: ['the desk, "Add files"'], status: [303], change: without },
  'another site': { of: needOwnPage, status: [403], change: withHeaders({ Origin: 'https://else.example' }) },
  'an old time': { of: ['an email'], status: [401], change: withHeaders({ 'Kerbside-Timestamp': '1700000000' }) },
  'being compressed': { of: takeTexts, status: [413, 415], change: withHeaders({ 'Content-Encoding': 'gzip' }) },
  'a closed claim': { ...full, of: claimants, status: [409, 422], prepare: (desk, claim) => desk.close(claim) },
  'too many files': { ...full, prepare: ({ fill }, claim) => fill(claim, evidenceLimits.claimFiles, 1) },
  'too many bytes': { ...full, prepare: ({ fill }, claim) => fill(claim, 1, evidenceLimits.claimBytes) },
  'too many at once': { of: ['tus, its pieces', ...forms], status: [503], prepare: ({ takePlaces }, claim) => takePlaces(claim) },
  'too much work': { of: [...takeTexts, ...wires], status: [429], prepare: (desk) => desk.overwork() },
};

test('whatever is refused is answered at once, and its connection serves the next request or says that it closes', async () => {
  const desk = await openDesk();
  for (const [reason, { of, status, atEnd = [], prepare, change }] of Object.entries(refusals)) {
    // Nobody is refused for what came before.
    desk.clock.now += minute;
    const refuse = async (way: WayName) => {
      const claim = await desk.openClaim();
      const sent = await ways[way](desk, claim);
      await prepare?.(desk, claim);
      const isAtOnce = !atEnd.includes(way);
      const answer = await exchange(desk.port, { ...sent, ...change?.(sent) }, isAtOnce);
      const expected = { status: expect.toBeOneOf(status), saysClose: isAtOnce, error: '' };
      expect(answer, `${way}, refused by ${reason}`).toEqual(expected);
    };
    await Promise.all(of.map(refuse));
  }
  expect(desk.evidenceRows().filter(({ received_at, name }) => received_at !== null && name !== 'filled')).toEqual([]);
});

/** Sends a part of a request over a connection that has served another one, expects its answer, sends the rest and then a next request. */
async function exchange(port: number, { method, path, headers, body }: Sent, isAtOnce: boolean) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const seen = { text: '', hasEnded: false, error: '' };
  socket.on('data', (bytes) => Object.assign(seen, { text: seen.text + bytes.toString('latin1') }));
  socket.on('end', () => Object.assign(seen, { hasEnded: true }));
  socket.on('error', ({ message }) => Object.assign(seen, { error: message }));
  const answered = (count: number) =>
    until(`answer ${count} to ${method} ${path}`, () => answersIn(seen.text).length >= count || seen.hasEnded || seen.error);
  const other = 'GET /healthz HTTP/1.1\r\nHost: kerbside.example\r\n\r\n';
  socket.write(other);
  await answered(1);
  const isChunked = headers['Transfer-Encoding'] !== undefined;
  const [size, end] = [Buffer.from(`${body.length.toString(16)}\r\n`), Buffer.from('\r\n0\r\n\r\n')];
  const wire = isChunked ? Buffer.concat([size, body, end]) : body;
  const lines = Object.entries({ Host: 'kerbside.example', ...headers, ...(!isChunked && { 'Content-Length': body.length }) });
  socket.write([`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name.trim()}: ${value}`), '', ''].join('\r\n'));
  const half = wire.length / 2;
  socket.write(wire.subarray(0, half));
  if (isAtOnce) await answered(2);
  socket.write(wire.subarray(half));
  await answered(2);
  const [, answer = ''] = answersIn(seen.text);
  // One that is answered before its end, and stays open, would be closed half a second later.
  const saysClose = /\r\nconnection: close\r\n/i.test(answer);
  if (saysClose) await until('the end', () => seen.hasEnded || seen.error);
  else {
    socket.write(other);
    await answered(3);
  }
  socket.destroy();
  return { status: Number(answer.slice(9, 12)), saysClose, error: seen.error };
}

/** The whole answers that have come. */
function answersIn(text: string): string[] {
  const [head, ...rest] = text.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (!head || rest.length === 0) return [];
  const isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
  const length = isChunked ? body.indexOf('0\r\n\r\n') + 5 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if ((isChunked && length === 4) || body.length < length) return [];
  return [`${head}\r\n\r\n`, ...answersIn(body.slice(length))];
}

async function openDesk() {
  const desk = await createTestEvidence({ INBOUND_SECRET: inboundSecret });
  const hana = await joinAsStaff(desk.services.auth, 'hana@kerbside.example', 'owner', 'Hana Novak', desk.services.now);
  const idOf = ({ reference }: { reference: string }) =>
    String(desk.sqlite.prepare('select id from form_submissions where reference = ?').pluck().get(reference));
  return {
    ...desk,
    idOf,
    staff: { Cookie: hana.browser.context().cookie ?? '' },
    close: (claim: Claim) =>
      desk.change(`update form_submissions set closed_at = ${desk.clock.now} where reference = '${claim.reference}'`),
    fill: async (claim: Claim, count: number, size: number) => {
      const columns = 'id, submission_id, name, size, created_at, received_at, added_by';
      const rows = Array.from(
        { length: count },
        (_, index) => `('${claim.token}${index}', '${idOf(claim)}', 'filled', ${size}, 1, 1, 'claimant')`,
      );
      await desk.change(`insert into evidence (${columns}) values ${rows.join()}`);
    },
    takePlaces: (claim: Claim) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      onTestFinished(() => resolve());
      const hold = () => void desk.evidence.slots.hold(idOf(claim), { address: null, sending: null }, () => promise);
      for (let place = 0; place < uploadSlots.perClaim; place += 1) hold();
    },
    overwork: async () => {
      const send = async (path: string, headers: Record<string, string>, body: string, atMost: number) => {
        for (let time = 0; time < atMost; time += 1)
          if ((await fetch(desk.url + path, { method: 'POST', headers, body })).status === 429) return;
      };
      await send('/make-a-claim', urlencoded, 'x'.repeat(90_000), 20);
      await send('/functions/v1/send-form-email', json, '{', workAllowance.burst + 1);
    },
  };
}
