// Protects: through each fault of a database, a machine, a network or a bucket no claim is lost or stored twice, and claims are taken again by themselves.
import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startSilentProxy } from '#testing/postgres-proxies.ts';
import { findPostgres, type Postgres, query, startPostgres } from '#testing/postgres-server.ts';
import { root } from '#testing/product.ts';
import { startS3 } from '#testing/s3.ts';
import { canMount, fillDisk } from '#testing/small-disk.ts';
import { until } from '#testing/until.ts';
import {
  buildNextRelease,
  limitConnections,
  moveWal,
  nameOf,
  pgbouncer,
  setReadOnly,
  startPgbouncer,
} from './harness/faulty-places.ts';
import { type Load, startLoad } from './harness/instances-under-load.ts';
import { setStandby, startHaproxy, startMovingName, startPair } from './harness/postgres-pair.ts';
import { installedProxies } from './harness/proxy.ts';

/** All of them, and five of those that `npm run test:all` has too, in `npm run test:long`. */
const isLong = Boolean(process.env.KILLS);
const times = isLong ? 5 : 1;

/** What claims may be refused for by the machine itself, where it has other work. */
const busyMs = 5_000;

const binaries = findPostgres();
const withNumber = ['with the number'];

const isInstalled = binaries !== null && installedProxies.includes('haproxy');

test.runIf(!isInstalled)('PostgreSQL or HAProxy is not installed', () => {});

describe.runIf(isInstalled)('two instances', () => {
  test('behind HAProxy, a primary that is killed costs claims seconds', async () => {
    const pair = await startPair(binaries as string);
    const ports = [pair.primary.port, pair.standby.port];
    const haproxy = await startHaproxy(pair.at(), () => ports);
    const load = await startLoad({ settings: { DATABASE_URL: haproxy.url }, store: () => pair.at(), uploads: true });
    for (let kills = 0; kills < times; kills += 1) {
      if (kills > 0) await haproxy.restart();
      await load.endure(async () => {
        const former = pair.primary;
        await former.kill();
        pair.standby.promote();
        pair.exchange();
        return async () => {
          // It has what was written before it was killed, and takes all that is written to it.
          await former.bringUp();
          await pause(3_000);
          expect(await query(haproxy.url, 'select inet_server_port() as port')).toEqual([{ port: pair.primary.port }]);
          await former.stop();
          await pair.addStandby();
          ports[ports.indexOf(former.port)] = pair.standby.port;
        };
      });
    }
    const { windows, refusals } = await load.end('primary killed');
    expect(Math.min(...windows)).toBeLessThan(3_000 + busyMs);
    expect(withNumber).toEqual(expect.arrayContaining(refusals));
  });

  test('behind a name that leads to the server before for three seconds more, a switchover costs claims seconds', async () => {
    const pair = await startPair(binaries as string);
    const name = await startMovingName(pair.at());
    const load = await startLoad({ settings: { DATABASE_URL: name.url }, store: () => pair.at() });
    for (let switches = 0; switches < times; switches += 1) {
      await load.endure(async () => {
        await pair.primary.shutDown();
        pair.standby.promote();
        await pair.primary.follow(pair.standby.port);
        await pause(3_000);
        name.leadTo(pair.standby.port);
        pair.exchange();
        return pair.waitForStandby;
      });
    }
    const { windows, refusals } = await load.end('switchover');
    expect(Math.min(...windows)).toBeLessThan(10_000 + busyMs);
    expect(withNumber).toEqual(expect.arrayContaining(refusals));
  });
});

type Place = { cluster: Postgres; url: string };

type Fault = {
  fault: string;
  isPossible?: () => boolean;
  /** What is there before the instances start, and what the fault is done with. */
  before?: (place: Place) => Promise<Partial<Parameters<typeof startLoad>[0]> & { during: (load: Load) => Promise<unknown> }>;
  /** Until the fault is over; the instances then take claims again by themselves. */
  during?: (load: Load, place: Place) => Promise<unknown>;
  /** The alarm that rings, and what `/readyz` says meanwhile. */
  alarm?: string;
  ready?: RegExp;
  /** What those are told who are refused. */
  refusals?: RegExp;
};

const nobody = /^$/;

const faults: Fault[] = [
  {
    fault: 'database read-only, 22 s',
    during: async (_, { url }) => {
      await setReadOnly(url, 'on');
      await pause(22_000);
      await setReadOnly(url, 'off');
    },
    alarm: 'store_unreachable',
    ready: /read-only/,
  },
  {
    fault: 'standby gone, commits hang, 40 s',
    during: async (_, { url }) => {
      await setStandby(url, 'gone');
      await pause(40_000);
      await setStandby(url, '');
    },
    alarm: 'store_unreachable',
    ready: /does not answer in time/,
  },
  {
    fault: 'one of the two frozen, 60 s',
    during: async ({ products }) => {
      products[0]?.process.kill('SIGSTOP');
      await pause(60_000);
      products[0]?.process.kill('SIGCONT');
    },
    // Who was on it waits, and sends again.
    refusals: /^no answer$/,
  },
  {
    fault: 'one of the two ten minutes ahead, 30 s',
    before: async () => ({
      ofSecond: { NODE_OPTIONS: `--import=file://${root}/testing/clock-ahead.mjs?${10 / 24 / 60}` },
      during: () => pause(30_000),
    }),
    alarm: 'clock_differs',
    refusals: nobody,
  },
  {
    fault: 'rolling upgrade, with a column and an index more',
    before: async () => {
      const release = buildNextRelease();
      const during = async ({ products, start }: Load) => {
        for (const number of [0, 1] as const) {
          await products[number]?.stop();
          await start(number, {}, release);
          await pause(5_000);
        }
      };
      return { during };
    },
    refusals: nobody,
  },
  {
    fault: 'a role with 17 connections, 30 s',
    before: async ({ url }) => ({
      settings: { DATABASE_URL: await limitConnections(url, 17) },
      during: () => pause(30_000),
    }),
    refusals: nobody,
  },
  {
    fault: 'the table locked by others 20 s, its rows 10 s',
    during: async (_, { url }) => {
      await query(url, 'begin; lock table form_submissions in access exclusive mode; select pg_sleep(20); commit');
      await query(url, 'begin; select id from form_submissions for update; select pg_sleep(10); commit');
    },
    ready: /./,
  },
  {
    fault: 'PgBouncer with six connections, 30 s',
    isPossible: () => existsSync(pgbouncer),
    before: async ({ url }) => ({ settings: { DATABASE_URL: await startPgbouncer(url, 6) }, during: () => pause(30_000) }),
    refusals: nobody,
  },
  {
    fault: 'volume of the WAL full, 15 s',
    isPossible: canMount,
    before: async ({ cluster, url }) => {
      const wal = await moveWal(cluster, 64);
      const during = async () => {
        fillDisk(wal, 'ballast');
        const isGone = () =>
          query(url, "select pg_switch_wal(), pg_logical_emit_message(false, '', '')").then(
            () => false,
            () => true,
          );
        await until('PostgreSQL to end', isGone);
        await pause(15_000);
        rmSync(join(wal, 'ballast'));
        await cluster.shutDown();
        await cluster.bringUp();
      };
      return { during };
    },
    ready: /./,
  },
  {
    fault: 'connections forgotten, then all silent 22 s',
    before: async ({ cluster, url }) => {
      const proxy = await startSilentProxy({ port: cluster.port, database: nameOf(url) });
      onTestFinished(proxy.close);
      const during = async () => {
        proxy.dropConnections();
        await pause(15_000);
        proxy.silence(true);
        await pause(22_000);
        proxy.silence(false);
      };
      return { settings: { DATABASE_URL: proxy.url }, during };
    },
    alarm: 'store_unreachable',
    ready: /does not answer in time/,
  },
  {
    fault: 'SQLite moved to PostgreSQL',
    before: async ({ url }) => {
      const during = async ({ products, start }: Load) => {
        await products[0]?.stop();
        const env = { PATH: process.env.PATH, DATA_DIR: products[0]?.dataDir };
        await promisify(execFile)(process.execPath, ['bin/move-data.ts', '--to', url], { cwd: root, env });
        await Promise.all(([0, 1] as const).map((number) => start(number, { DATABASE_URL: url })));
      };
      return { settings: {}, isAlone: true, during };
    },
    // There is no instance meanwhile.
    refusals: /^503 of HAProxy$/,
  },
  {
    fault: 'S3 hangs 60 s, then refuses 60 s',
    before: async ({ url }) => {
      const bucket = await startS3();
      onTestFinished(bucket.stop);
      const during = async ({ files }: Load) => {
        const letGo = bucket.hold();
        await pause(60_000);
        await bucket.shutDown();
        letGo();
        await pause(60_000);
        await bucket.bringUp();
        const before = files.length;
        await until('files to be taken', () => files.length > before + 10);
      };
      return { settings: { DATABASE_URL: url, EVIDENCE_URL: bucket.url }, uploads: true, during };
    },
    alarm: 'evidence_unwritable',
    refusals: nobody,
  },
];

describe.runIf(isLong && isInstalled)('two instances on PostgreSQL', () => {
  let place: Place;

  beforeEach(async () => {
    const cluster = await startPostgres(binaries as string);
    onTestFinished(() => cluster.stop());
    place = { cluster, url: await cluster.createDatabase() };
  });

  for (const { fault, isPossible, before, during, alarm, ready = /^200 up$/, refusals = /^with the number$/ } of faults)
    test.runIf(isPossible?.() ?? true)(fault, async () => {
      const { during: duringIt = during, ...given } = (await before?.(place)) ?? {};
      const load = await startLoad({ settings: { DATABASE_URL: place.url }, store: () => place.url, ...given });
      await load.endure(async () => void (await duringIt?.(load, place)));
      if (alarm) await until(`the alarm ${alarm}`, () => load.alarms().has(alarm));
      const ended = await load.end(fault);
      expect(ended.refusals.filter((what) => !refusals.test(what))).toEqual([]);
      expect([...load.ready].some((state) => ready.test(state))).toBe(true);
    });
});
