// Protects: through commits that hang and connections that go silent, an instance holds no more sessions at PostgreSQL than it may open.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendTo, setupPostgresInstances } from '#testing/postgres-instances.ts';
import { startSilentProxy } from '#testing/postgres-proxies.ts';
import { query } from '#testing/postgres-server.ts';
import { until } from '#testing/until.ts';

const instances = setupPostgresInstances();

/** 14 for each of the two instances, and 3 for commands (docs/operations.md). */
const most = 2 * 14 + 3;

type Faulty = { app: Awaited<ReturnType<typeof instances.openInstances>>['app']; url: string };

/** The most sessions that were at the server at a time while claims were sent, and how many there are in the end. */
async function countSessions({ app, url }: Faulty, ms: number): Promise<{ peak: number; last: number }> {
  const sessions = `select pid from pg_stat_activity where datname = '${url.split('/').at(-1)}' and pid <> pg_backend_pid()`;
  const end = performance.now() + ms;
  const answers: unknown[] = [];
  let peak = 0;
  for (let turn = 0; ; turn += 1) {
    for (let one = 0; one < 2; one += 1) void sendTo(app(one), `during-${one}-${turn}`).then((answer) => answers.push(answer));
    const last = (await query(url, sessions)).length;
    peak = Math.max(peak, last);
    if (performance.now() > end) return { peak, last };
    await pause(500);
  }
}

const isTaken = (app: Faulty['app'], turn: number, mark: string) => async () => (await sendTo(app(turn), mark)).status === 200;

describe.skipIf(!instances.isInstalled)('on PostgreSQL', () => {
  test('while a standby is gone and commits hang, and claims are taken again once they do not', async () => {
    const url = await instances.cluster.createDatabase();
    const { app } = await instances.openInstances(2, url, { isPatient: false });
    const setStandby = async (name: string) => {
      await query(url, `alter system set synchronous_standby_names = '${name}'`);
      await query(url, 'select pg_reload_conf()');
    };
    onTestFinished(() => setStandby(''));
    await until('claims before', isTaken(app, 0, 'before'));
    await setStandby('gone');
    const { peak } = await countSessions({ app, url }, 35_000);
    expect(await (await app(0).request('/readyz')).json()).toMatchObject({ store: 'away', why: 'it does not answer in time' });
    await setStandby('');
    const backAt = performance.now();
    for (const one of [0, 1]) await until('claims after', isTaken(app, one, `after-${one}`));
    expect(peak).toBeLessThanOrEqual(most);
    expect(performance.now() - backAt).toBeLessThan(5_000);
  });

  test('while everything in between is silent, and after it', async () => {
    const url = await instances.cluster.createDatabase();
    const proxy = await startSilentProxy({ port: instances.cluster.port, database: url.split('/').at(-1) as string });
    instances.opened.push(proxy);
    const { app } = await instances.openInstances(2, proxy.url, { isPatient: false });
    await until('claims before', isTaken(app, 0, 'before'));
    for (let round = 0; round < 2; round += 1) {
      proxy.silence(true);
      const silent = await countSessions({ app, url }, 7_000);
      proxy.silence(false);
      const heard = await countSessions({ app, url }, 7_000);
      expect(Math.max(silent.peak, heard.peak)).toBeLessThanOrEqual(most);
      for (const one of [0, 1]) await until('claims after', isTaken(app, one, `after-${round}-${one}`));
    }
  });
});
