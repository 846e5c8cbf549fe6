// Protects: a database that fails over costs claims seconds, and none is lost or stored twice.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { refusals } from '#forms/errors.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { freePort } from '#testing/free-port.ts';
import { findPostgres, type Postgres, query, startPostgres } from '#testing/postgres-server.ts';
import { type Product, root, startProduct } from '#testing/product.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { sendForm } from '#testing/send-claims.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { installedProxies, pathOf } from './harness/proxy.ts';

/** Five of each in `npm run test:long`. */
const times = process.env.KILLS ? 5 : 1;

/** What claims may be refused for by the machine itself, where it has other work. */
const busyMs = 5_000;

const binaries = findPostgres();

test.runIf(!binaries || !installedProxies.includes('haproxy'))('PostgreSQL or HAProxy is not installed', () => {});

describe.runIf(binaries)('two instances, a primary and a synchronous standby', () => {
  let primary: Postgres;
  let standby: Postgres;
  let databaseUrl: string;

  beforeEach(async () => {
    primary = await startPostgres(binaries as string);
    stopAfterwards(primary);
    databaseUrl = await primary.createDatabase();
    await query(databaseUrl, 'create role haproxy_check login');
    await addStandby();
  });

  function stopAfterwards(server: Postgres) {
    onTestFinished(() => server.stop());
  }

  /** A commit is on both before it is acknowledged. The setting is made after the copy, so that a standby that is promoted waits for nobody. */
  async function addStandby() {
    standby = await startPostgres(binaries as string, { standbyOf: primary.port });
    stopAfterwards(standby);
    await waitForStandby();
  }

  async function waitForStandby() {
    await query(at(primary), "alter system set synchronous_standby_names = '*'");
    await query(at(primary), 'select pg_reload_conf()');
    await until('the standby to follow', async () => {
      const [state] = await query(at(primary), 'select sync_state from pg_stat_replication');
      return state?.sync_state === 'sync';
    });
  }

  function at({ port }: Postgres): string {
    const url = new URL(databaseUrl);
    url.port = String(port);
    return url.href;
  }

  test.runIf(installedProxies.includes('haproxy'))('behind HAProxy, a primary that is killed costs claims seconds', async () => {
    const ports = [primary.port, standby.port];
    const haproxy = await startHaproxy(() => ports);
    const load = await startLoad(haproxy.url);
    for (let kills = 0; kills < times; kills += 1) {
      if (kills > 0) await haproxy.restart();
      await load.endure(async () => {
        const former = primary;
        await former.kill();
        standby.promote();
        primary = standby;
        return async () => {
          // It has what was written before it was killed, and takes all that is written to it.
          await former.bringUp();
          await pause(3_000);
          expect(await query(haproxy.url, 'select inet_server_port() as port')).toEqual([{ port: primary.port }]);
          await former.stop();
          await addStandby();
          ports[ports.indexOf(former.port)] = standby.port;
        };
      });
    }
    expect(Math.min(...(await load.end(at(primary))))).toBeLessThan(3_000 + busyMs);
  });

  test('behind a name that leads to the server before for three seconds more, a switchover costs claims seconds', async () => {
    const name = await startMovingName(primary.port);
    const load = await startLoad(name.url);
    for (let switches = 0; switches < times; switches += 1) {
      await load.endure(async () => {
        await primary.shutDown();
        standby.promote();
        await primary.follow(standby.port);
        await pause(3_000);
        name.leadTo(standby.port);
        [primary, standby] = [standby, primary];
        return waitForStandby;
      });
    }
    expect(Math.min(...(await load.end(at(primary))))).toBeLessThan(10_000 + busyMs);
  });

  /** Two instances on what leads to the primary, and eight people who send claims, each again and again with its key until it is taken. */
  async function startLoad(url: string) {
    const settings = { DATABASE_URL: url, AUTH_SECRET: 'shared'.repeat(8) };
    const products: Product[] = await Promise.all([startProduct(settings), startProduct(settings)]);
    onTestFinished(async () => {
      for (const product of products) await product.kill();
      for (const { dataDir } of products) await removeFolder(dataDir);
    });
    const acknowledged = new Map<string, string>();
    const windows: number[] = [];
    let longestMs = 0;
    const refused: { at: number; message: string | undefined }[] = [];
    let isOver = false;
    const senders = Array.from({ length: 8 }, async (_, number) => {
      while (!isOver) {
        const mark = `${number}-${crypto.randomUUID()}`;
        const firstAt = performance.now();
        for (let attempt = 0; !acknowledged.has(mark) && !isOver; attempt += 1) {
          const to = products[(number + attempt) % products.length] as Product;
          const { status, reference, message } = await sendForm(to.url, { ...aoife, additionalInfo: mark }, mark);
          if (reference) acknowledged.set(mark, reference);
          else refused.push({ at: performance.now(), message: `${status} ${message}` });
          await pause(reference ? 50 : 250);
        }
        longestMs = Math.max(longestMs, performance.now() - firstAt);
      }
    });
    await until('claims', () => acknowledged.size > 20);
    return {
      /** Measures for how long claims are refused after the beginning of a fault, which returns what makes the pair whole again. */
      endure: async (fault: () => Promise<() => Promise<void>>) => {
        const before = refused.length;
        const beganAt = performance.now();
        const mend = await fault();
        const taken = acknowledged.size;
        const isOver = () => acknowledged.size > taken + 40 && performance.now() - (refused.at(-1)?.at ?? 0) > 5_000;
        await until('claims to be taken and none refused for some seconds', isOver);
        windows.push(refused.length > before ? (refused.at(-1)?.at ?? 0) - beganAt : 0);
        await mend();
      },
      /** Nothing that was acknowledged is lost, nothing is there twice. Returns the times for which claims were refused. */
      end: async (storeUrl: string) => {
        isOver = true;
        await Promise.all(senders);
        const counts = `${acknowledged.size} acknowledged, ${refused.length} refused, the longest wait ${Math.round(longestMs)} ms`;
        if (times > 1) console.log(`Refused for ${windows.map(Math.round).join(', ')} ms; ${counts}.`);
        const rows = await query(storeUrl, "select reference, form_data->>'additionalInfo' as mark from form_submissions");
        const stored = Map.groupBy(rows, ({ mark }) => String(mark));
        expect([...acknowledged].filter(([mark, reference]) => stored.get(mark)?.[0]?.reference !== reference)).toEqual([]);
        expect([...stored].filter(([, same]) => same.length > 1)).toEqual([]);
        expect(refused.filter(({ message }) => message !== `503 ${refusals.notSaved}`)).toEqual([]);
        return windows;
      },
    };
  }

  /** HAProxy with the example of deploy/, on a port of its own. */
  async function startHaproxy(serverPorts: () => number[]) {
    const port = await freePort();
    const config = join(temporaryFolder(), 'haproxy.cfg');
    const start = () => {
      const [a, b] = serverPorts();
      const example = readFileSync(join(root, 'deploy/haproxy-postgresql.cfg'), 'utf8')
        .replace('bind 127.0.0.1:5433', `bind 127.0.0.1:${port}`)
        .replace('192.0.2.1:5432', `127.0.0.1:${a}`)
        .replace('192.0.2.2:5432', `127.0.0.1:${b}`);
      writeFileSync(config, `defaults\n${example}`);
      return spawn(pathOf('haproxy'), ['-db', '-f', config], { stdio: 'ignore' });
    };
    let haproxy = start();
    const end = () => {
      const exited = new Promise((resolve) => haproxy.once('exit', resolve));
      haproxy.kill('SIGTERM');
      return exited;
    };
    onTestFinished(() => void end());
    const url = new URL(databaseUrl);
    url.port = String(port);
    const isUp = () => query(url.href, 'select 1').catch(() => null);
    await until('HAProxy to lead to the primary', isUp);
    return {
      url: url.href,
      /** With the port of another standby. */
      restart: async () => {
        await end();
        haproxy = start();
        await until('HAProxy to lead to the primary again', isUp);
      },
    };
  }

  /** What a name does whose server moves: a new connection goes where it leads at that moment, and those that are there stay. */
  async function startMovingName(firstPort: number) {
    let target = firstPort;
    const sockets = new Set<Socket>();
    const name = createServer((client) => {
      const server = connect(target, '127.0.0.1');
      for (const [one, other] of [[client, server] as const, [server, client] as const]) {
        sockets.add(one);
        one.on('error', () => other.destroy()).on('close', () => other.destroy());
        one.pipe(other);
      }
    });
    const port = await freePort();
    await new Promise<void>((resolve) => name.listen(port, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      name.close();
    });
    const url = new URL(databaseUrl);
    url.port = String(port);
    const leadTo = (nextPort: number) => {
      target = nextPort;
    };
    return { url: url.href, leadTo };
  }
});
