// Protects: nobody else can have a claim taken as one of the product's own, and each of these is taken once and by one instance.
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { minute } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { openTestApp, testSecret } from '#testing/open-test-app.ts';
import { createTestCanary } from '#testing/test-canary.ts';
import { makeMark, readMark } from './canary-mark.ts';
import { beginRun, endRun, lastRuns, noteIn } from './canary-runs.ts';
import { canaryAnswers } from './canary-trace.ts';

const databases = testDatabases();

test('a mark is read where we made it for this, and of late', async () => {
  let now = 1_795_183_800_000;
  const app = await openTestApp(await databases.open('sqlite'), { now: () => now });
  const mark = makeMark(app, 'claim', 'run-1');
  expect(readMark(app, 'claim', mark, minute)).toBe('run-1');
  expect(readMark(app, 'email', mark, minute)).toBeNull();
  expect(readMark({ ...app, secrets: { current: 'another', previous: null } }, 'claim', mark, minute)).toBeNull();
  const [at = '', id = '', mac = ''] = mark.split('.');
  const forged = [
    `${Number(at) + 1}.${id}.${mac}`,
    `${at}.run-2.${mac}`,
    `${at}.${id}.${mac.replace(/./, 'x')}`,
    `${at}.${id}`,
    '',
  ];
  for (const one of forged) expect(readMark(app, 'claim', one, minute)).toBeNull();
  now += minute + 1;
  expect(readMark(app, 'claim', mark, minute)).toBeNull();
});

test('the endpoint refuses any other mark, takes its own once, and stores nothing of either', async () => {
  const { send, insert, rows, runs, run, clock, sqlite, services } = await createTestCanary({ AUTH_SECRET: testSecret });
  await run();
  const app = await openTestApp(await databases.open('sqlite'), { now: () => clock.now });
  const other = { ...app, secrets: { current: 'b', previous: null } };
  const begun = (id: string) => sqlite.prepare('insert into canary_runs (id, begun_at) values (?, ?)').run(id, clock.now);
  const post = (mark: string) => send(claim.name, canaryAnswers(claim), { 'Kerbside-Canary': mark });
  for (const mark of ['', 'x', makeMark(app, 'email', 'open'), makeMark(other, 'claim', 'open')])
    expect((await post(mark)).status).toBe(403);
  expect((await post(makeMark(app, 'claim', 'never-begun'))).status).toBe(503);
  begun('open');
  const mark = makeMark(app, 'claim', 'open');
  expect((await post(mark)).status).toBe(200);
  expect((await post(mark)).status).toBe(503);
  expect((await post(makeMark(app, 'claim', runs()[0]?.id ?? ''))).status, 'of a run that ended').toBe(503);
  begun('late');
  const late = makeMark(app, 'claim', 'late');
  clock.now += 61_000;
  expect((await post(late)).status).toBe(403);
  expect(rows()).toEqual([]);
  expect(sqlite.prepare("select payload from jobs where kind = 'canary' and payload = 'open'").all()).toHaveLength(1);
  // The other endpoint knows no marks: what comes there is somebody's claim.
  expect((await insert(claim.name, canaryAnswers(claim), { 'Kerbside-Canary': mark })).status).toBe(201);
  expect(rows()).toHaveLength(1);
  expect(await services.metrics.text()).toContain('kerbside_submissions_accepted_total 1');
});

test('of several instances one begins a run, every five minutes', async () => {
  const { app, advance } = await createTestDesk(await databases.open());
  const begin = async () =>
    (await Promise.all(Array.from({ length: 4 }, () => beginRun({ ...app })))).filter((id) => id !== null);
  expect(await begin()).toHaveLength(1);
  await advance(5 * minute - 1_000);
  expect(await begin()).toHaveLength(0);
  await advance(1_000);
  expect(await begin()).toHaveLength(1);
  // Of a clock that was ahead.
  await advance(-60 * minute);
  expect(await begin()).toHaveLength(1);
});

test('what is noted of a run is noted once, and not after its end', async () => {
  const { app } = await createTestDesk(await databases.open());
  const id = (await beginRun(app)) ?? '';
  const note = () => app.db.write((tx) => noteIn(app, tx, id, 'sent_at'));
  expect([await note(), await note()]).toEqual([true, false]);
  await endRun(app, id, { step: 'mailbox', detail: 'It did not come back.' });
  expect(await app.db.write((tx) => noteIn(app, tx, id, 'arrived_at'))).toBe(false);
  expect(await lastRuns(app, 2)).toMatchObject([{ id, failed_step: 'mailbox' }]);
});
