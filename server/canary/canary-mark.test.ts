// Protects: nobody else can have a claim taken as one of the product's own, and each of these is taken once and by one instance.
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { minute } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { createTestCanary } from '#testing/test-canary.ts';
import { canaryAnswers } from './canary-answers.ts';
import { createCanaryMarks } from './canary-mark.ts';
import { createCanaryRuns } from './canary-runs.ts';

const databases = testDatabases();
const secret = 'a secret of thirty-two characters';

test('a mark is read where we made it for this, and of late', () => {
  let now = 1_795_183_800_000;
  const marks = createCanaryMarks({ secret, now: () => now });
  const mark = marks.make('claim', 'run-1');
  expect(marks.read('claim', mark, minute)).toBe('run-1');
  expect(marks.read('email', mark, minute)).toBeNull();
  expect(createCanaryMarks({ secret: 'another', now: () => now }).read('claim', mark, minute)).toBeNull();
  const [at = '', id = '', mac = ''] = mark.split('.');
  const forged = [
    `${Number(at) + 1}.${id}.${mac}`,
    `${at}.run-2.${mac}`,
    `${at}.${id}.${mac.replace(/./, 'x')}`,
    `${at}.${id}`,
    '',
  ];
  for (const one of forged) expect(marks.read('claim', one, minute)).toBeNull();
  now += minute + 1;
  expect(marks.read('claim', mark, minute)).toBeNull();
});

test('the endpoint refuses any other mark, takes its own once, and stores nothing of either', async () => {
  const { send, insert, rows, runs, run, clock, sqlite, services } = await createTestCanary({ AUTH_SECRET: secret });
  await run();
  const marks = createCanaryMarks({ secret, now: () => clock.now });
  const begun = (id: string) => sqlite.prepare('insert into canary_runs (id, begun_at) values (?, ?)').run(id, clock.now);
  const post = (mark: string) => send(claim.name, canaryAnswers(claim), { 'Kerbside-Canary': mark });
  for (const mark of [
    '',
    'x',
    marks.make('email', 'open'),
    createCanaryMarks({ secret: 'b', now: Date.now }).make('claim', 'open'),
  ])
    expect((await post(mark)).status).toBe(403);
  expect((await post(marks.make('claim', 'never-begun'))).status).toBe(503);
  begun('open');
  const mark = marks.make('claim', 'open');
  expect((await post(mark)).status).toBe(200);
  expect((await post(mark)).status).toBe(503);
  expect((await post(marks.make('claim', runs()[0]?.id ?? ''))).status, 'of a run that ended').toBe(503);
  begun('late');
  const late = marks.make('claim', 'late');
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
  const { database, now, advance } = await createTestDesk(await databases.open());
  const instances = Array.from({ length: 4 }, () => createCanaryRuns({ database, now }));
  const begin = async () => (await Promise.all(instances.map((runs) => runs.begin()))).filter((id) => id !== null);
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
  const { database, now } = await createTestDesk(await databases.open());
  const runs = createCanaryRuns({ database, now });
  const id = (await runs.begin()) ?? '';
  const note = () => database.write((tx) => runs.noteIn(tx, id, 'sent_at'));
  expect([await note(), await note()]).toEqual([true, false]);
  await runs.end(id, { step: 'mailbox', detail: 'It did not come back.' });
  expect(await database.write((tx) => runs.noteIn(tx, id, 'arrived_at'))).toBe(false);
  expect(await runs.last(2)).toMatchObject([{ id, failed_step: 'mailbox' }]);
});
