// Protects: each instance on one PostgreSQL shows the newest version within five seconds, also when an instance or the database restarts meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { migrate, openDatabase } from '#server/core/database/open.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { openTestApp } from '#testing/open-test-app.ts';
import { findPostgres, type Postgres, startPostgres } from '#testing/postgres-server.ts';
import { instanceOn } from '#testing/site-instance.ts';
import { until } from '#testing/until.ts';
import { newestVersion, publishVersion } from './site-versions.ts';

const binaries = findPostgres();
const soonMs = 5_000;
let cluster: Postgres;

beforeAll(async () => {
  if (binaries) cluster = await startPostgres(binaries);
});
afterAll(() => cluster?.stop());

/** An instance with connections and a schedule of its own, as a process has them. */
async function startInstance(databaseUrl: string) {
  const database = openDatabase({ dataDir: '', databaseUrl });
  const { app, start, close, pages } = instanceOn(await openTestApp(database));
  await start();
  let isOpen = true;
  const stop = async () => {
    if (!isOpen) return;
    isOpen = false;
    await close();
    await database.close();
  };
  onTestFinished(stop);
  /** What a visitor reads: of nothing that was published, the pages as they were built. */
  const page = () => pages.at(-1) ?? 'as built';
  return {
    publish: (notice: string, after: number) => publishVersion(app, grace, { notice }, after),
    newest: () => newestVersion(app),
    page,
    stop,
  };
}

type Instance = Awaited<ReturnType<typeof startInstance>>;

async function newDatabase(): Promise<string> {
  const databaseUrl = await cluster.createDatabase();
  const database = openDatabase({ dataDir: '', databaseUrl }, { noTimeouts: true });
  await migrate(database);
  await database.close();
  return databaseUrl;
}

/** All of them show the same within five seconds, which is the newest version. */
async function expectSame(instances: Instance[], wanted: string): Promise<void> {
  const begun = performance.now();
  await until(`all instances to show ${wanted}`, () => (instances.every(({ page }) => page() === wanted) ? true : null));
  expect(performance.now() - begun).toBeLessThan(soonMs);
}

describe.skipIf(!binaries)('two instances', () => {
  test('of which one is restarted between two publications, by either of them', async () => {
    const url = await newDatabase();
    const first = await startInstance(url);
    let second = await startInstance(url);
    expect(await first.publish('Snow.', 0)).toMatchObject({ version: 1 });
    await expectSame([first, second], 'Snow.');
    await second.stop();
    expect(await first.publish('Ice.', 1)).toMatchObject({ version: 2 });
    second = await startInstance(url);
    await expectSame([first, second], 'Ice.');
    expect(await second.publish('Fog.', 2)).toMatchObject({ version: 3 });
    await expectSame([first, second], 'Fog.');
  });

  // The publication is at its beginning, in its transaction, or over.
  test.each([0, 5, 20])('of which one is stopped %i ms after it was asked to publish', async (ms) => {
    const url = await newDatabase();
    const [first, second] = [await startInstance(url), await startInstance(url)];
    expect(await first.publish('Snow.', 0)).toMatchObject({ version: 1 });
    await expectSame([first, second], 'Snow.');
    const published = second.publish('Ice.', 1).catch(() => null);
    await pause(ms);
    await second.stop();
    const outcome = await published;
    const again = await startInstance(url);
    const { version, changes } = await first.newest();
    if (outcome) expect([version, changes]).toEqual([2, { notice: 'Ice.' }]);
    await expectSame([first, again], version === 2 ? 'Ice.' : 'Snow.');
    expect(await again.publish('Fog.', version)).toMatchObject({ kind: 'done', version: version + 1 });
    await expectSame([first, again], 'Fog.');
  });

  test.each([0, 5])('whose database is restarted %i ms after one was asked to publish', async (ms) => {
    const url = await newDatabase();
    const instances = [await startInstance(url), await startInstance(url)] as const;
    const [first, second] = instances;
    expect(await first.publish('Snow.', 0)).toMatchObject({ version: 1 });
    await expectSame([...instances], 'Snow.');
    const published = second.publish('Ice.', 1).catch(() => null);
    await pause(ms);
    await cluster.shutDown();
    const outcome = await published;
    expect(instances.map(({ page }) => ['Snow.', 'Ice.'].includes(page()))).toEqual([true, true]);
    await pause(2_500);
    await cluster.bringUp();
    const { version } = await until('the database to answer', () => first.newest().catch(() => null));
    if (outcome) expect([outcome.kind, version]).toEqual(['done', 2]);
    await expectSame([...instances], version === 2 ? 'Ice.' : 'Snow.');
    expect(await first.publish('Fog.', version)).toMatchObject({ kind: 'done' });
    await expectSame([...instances], 'Fog.');
  });
});
