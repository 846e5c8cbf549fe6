// Protects: staff can save an email that came in as it came, on record, scanned, and only as long as its claim is there.
import { expect, onTestFinished, test } from 'vitest';
import { eicar, findClamd, startClamd } from '#testing/clamd-server.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { freePort } from '#testing/free-port.ts';
import { until } from '#testing/until.ts';
import { serveRawEmail } from './serve-raw-email.ts';

const databases = testDatabases();
const clamd = findClamd();
const get = new Request('https://kerbside.example');

async function openDeskWithEmail(raw: Buffer) {
  const testDesk = await createTestDesk(await databases.open());
  const { desk, database, inbound, storeClaim, startWorker } = testDesk;
  const claim = await storeClaim(aoife);
  const id = (await inbound.receive(raw, 'post')) ?? '';
  startWorker(inbound.jobs);
  const row = () => database.db.selectFrom('inbound_emails').select('state').where('id', '=', id).executeTakeFirst();
  await until('it to be read', async () => (await row())?.state !== 'waiting');
  return { ...testDesk, desk, claim, id };
}

test.each([
  ['of a claim', String(aoife.email)],
  ['of no claim', 'nobody@example.net'],
])('an email %s is saved as it came, never shown, and that is recorded', async (_, from) => {
  const raw = mimeEmail({ from, subject: 'My car "HTML"', html: '<script>alert(1)</script>' });
  const { desk, id, claim, events } = await openDeskWithEmail(raw);
  const head = await desk.rawEmail(olu, new Request(get, { method: 'HEAD' }), id);
  const response = await desk.rawEmail(olu, get, id);
  expect([head?.status, head?.body, ...(head?.headers ?? [])]).toEqual([200, null, ...(response?.headers ?? [])]);
  expect(Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(raw);
  expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
    'content-type': 'message/rfc822',
    'content-disposition': expect.stringMatching(/^attachment; filename="My car _HTML_.eml"/),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  const recorded = (await events()).filter(({ action }) => action === 'email downloaded');
  expect(recorded).toMatchObject([{ actor: olu.name, subject_id: from === 'nobody@example.net' ? null : claim }]);
  expect(await desk.rawEmail(olu, get, 'another')).toBeNull();
});

test('it is erased with its claim', async () => {
  const { desk, id, claim } = await openDeskWithEmail(mimeEmail({ from: String(aoife.email) }));
  await desk.erase({ ...olu, role: 'owner' }, [claim], 'asked for');
  expect(await desk.rawEmail(olu, get, id)).toBeNull();
});

test('one in which a virus is found is not given out, nor one that cannot be scanned', async () => {
  const files = [{ name: 'run.exe', type: 'application/octet-stream', bytes: Buffer.from(eicar) }];
  const { app, id, events } = await openDeskWithEmail(mimeEmail({ from: String(aoife.email), files }));
  const scanned = (clamdUrl: string) => serveRawEmail({ ...app, env: { ...app.env, clamdUrl } }, olu, get, id);
  expect((await scanned(`tcp://127.0.0.1:${await freePort()}`))?.status).toBe(503);
  if (clamd) {
    const server = await startClamd(clamd);
    onTestFinished(server.stop);
    const response = await scanned(server.tcp);
    expect([response?.status, await response?.text()]).toEqual([403, expect.stringContaining('A virus was found')]);
  }
  expect((await events()).filter(({ action }) => action === 'email downloaded')).toEqual([]);
});
