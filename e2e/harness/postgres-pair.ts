import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '#testing/free-port.ts';
import { type Postgres, query, startPostgres } from '#testing/postgres-server.ts';
import { root } from '#testing/product.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { pathOf } from './proxy.ts';

/** A primary and a synchronous standby, for one test. */
export async function startPair(binaries: string) {
  const start = async (standbyOf?: Postgres) => {
    const server = await startPostgres(binaries, standbyOf ? { standbyOf: standbyOf.port } : {});
    onTestFinished(() => server.stop());
    return server;
  };
  const primary = await start();
  const url = await primary.createDatabase();
  await query(url, 'create role haproxy_check login');
  const pair = {
    primary,
    standby: primary,
    /** The URL of the database by another port: that of a server, by default the primary, or of what leads to one. */
    at: (port?: number): string => withPort(url, port ?? pair.primary.port),
    addStandby: async (): Promise<void> => {
      pair.standby = await start(pair.primary);
      await pair.waitForStandby();
    },
    /** A commit is on both before it is acknowledged. The setting is made after the copy, so that a standby that is promoted waits for nobody. */
    waitForStandby: async (): Promise<void> => {
      await setStandby(pair.at(), '*');
      await until('the standby to follow', async () => {
        const [state] = await query(pair.at(), 'select sync_state from pg_stat_replication');
        return state?.sync_state === 'sync';
      });
    },
    /** The standby is the primary, and the other way round. */
    exchange: () => {
      [pair.primary, pair.standby] = [pair.standby, pair.primary];
    },
  };
  await pair.addStandby();
  return pair;
}

/** Whom a commit waits for. */
export async function setStandby(url: string, name: string): Promise<void> {
  await query(url, `alter system set synchronous_standby_names = '${name}'`);
  await query(url, 'select pg_reload_conf()');
}

export function withPort(url: string, port: number): string {
  const other = new URL(url);
  other.port = String(port);
  return other.href;
}

/** HAProxy with the example of deploy/ for two servers, on a port of its own. */
export async function startHaproxy(url: string, ports: () => number[]) {
  const port = await freePort();
  const config = join(temporaryFolder(), 'haproxy.cfg');
  const start = () => {
    const [a, b] = ports();
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
  const through = withPort(url, port);
  const isUp = () => query(through, 'select 1').catch(() => null);
  await until('HAProxy to lead to the primary', isUp);
  return {
    url: through,
    /** With the port of another standby. */
    restart: async () => {
      await end();
      haproxy = start();
      await until('HAProxy to lead to the primary again', isUp);
    },
  };
}

/** What a name does whose server moves: a new connection goes where it leads at that moment, and those that are there stay. */
export async function startMovingName(url: string) {
  let target = Number(new URL(url).port);
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
  const leadTo = (nextPort: number) => {
    target = nextPort;
  };
  return { url: withPort(url, port), leadTo };
}
