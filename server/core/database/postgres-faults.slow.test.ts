// Protects: instances on PostgreSQL recover from a database, a network and clocks that fail.
import { setTimeout as pause } from 'node:timers/promises';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { emailsSent, emailsToTeam, putClockForward, sendTo, setupPostgresInstances } from '#testing/postgres-instances.ts';
import { startSilentProxy } from '#testing/postgres-proxies.ts';
import { query } from '#testing/postgres-server.ts';
import { undisturbed } from '#testing/undisturbed.ts';
import { until } from '#testing/until.ts';

const instances = setupPostgresInstances();

describe.skipIf(!instances.isInstalled)('on PostgreSQL', () => {
  test('a database that restarts under load: said by /readyz and 503 meanwhile, then all as before by itself, and nothing is lost', async () => {
    const url = await instances.cluster.createDatabaseWithClock();
    const { mail, app } = await instances.openInstances(2, url);
    const acknowledged = new Set<string>();
    const refused: string[] = [];
    let over = false;
    const senders = Array.from({ length: 8 }, async (_, number) => {
      for (let count = 0; !over; count += 1) {
        const mark = `${number}-${count}`;
        const { status, message } = await sendTo(app(number), mark);
        if (status === 200) acknowledged.add(mark);
        else refused.push(`${status} ${message}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    const store = (state: string) => async () => (await (await app(0).request('/readyz')).json()).store === state;
    await until('some claims', () => acknowledged.size > 20);
    await instances.cluster.shutDown();
    await until('it to say so', store('away'));
    await until('refusals', () => refused.length > 5);
    await instances.cluster.bringUp();
    await until('the store to be back', store('up'));
    const before = acknowledged.size;
    await until('more claims', () => acknowledged.size > before + 20);
    over = true;
    await Promise.all(senders);
    expect(new Set(refused.map((line) => line.slice(0, 3)))).toEqual(new Set(['503']));
    expect(refused[0]).toMatch(/We could not save your message just now/);
    const rows = await query(url, "select form_data->>'additionalInfo' as mark from form_submissions");
    const stored = new Set(rows.map(({ mark }) => mark));
    expect([...acknowledged].filter((mark) => !stored.has(mark))).toEqual([]);
    expect(stored.size).toBe(rows.length);
    // A lease whose release was in progress when the database stopped has to expire first.
    await putClockForward(url, 100_000);
    await sendTo(app(0), 'wakes the one');
    await sendTo(app(1), 'wakes the other');
    await until('every email', async () => (await emailsSent(url)) === rows.length + 2);
    expect(new Set(emailsToTeam(mail).map(({ messageId }) => messageId)).size).toBe(rows.length + 2);
  });

  test('instances whose clocks are ten minutes apart send each email once, and without waiting ten minutes', async () => {
    const url = await instances.cluster.createDatabase();
    let accepted = 0;
    const onData: SMTPServerOptions['onData'] = (stream, { envelope }, done) => {
      if (envelope.rcptTo[0]?.address === site.email) accepted += 1;
      stream.resume().on('end', () => setTimeout(done, 300));
    };
    const { app } = await instances.openInstances(3, url, { clocksAheadMs: [0, 600_000, -600_000], onData });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, turn) => sendTo(app(turn), `claim-${turn}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    await until('thirty emails', async () => (await emailsSent(url)) === 30);
    expect(accepted).toBe(30);
    expect(await query(url, "select id from jobs where kind = 'email' and attempts <> 1")).toEqual([]);
  });

  test.concurrent.each([
    ['forgets the connections that are open', 0],
    ['drops everything for some seconds', 6_000],
  ])('behind a proxy that %s without closing them, claims are accepted again within twenty seconds', async (_, silentMs) => {
    const url = await instances.cluster.createDatabase();
    const proxy = await startSilentProxy({ port: instances.cluster.port, database: url.split('/').at(-1) as string });
    instances.opened.push(proxy);
    const { app } = await instances.openInstances(1, proxy.url, { isPatient: false });
    // The pool opens all connections that it may have.
    await Promise.all(Array.from({ length: 40 }, () => app(0).request('/readyz')));
    let over = false;
    let refusedAt = performance.now();
    const acknowledged = new Set<string>();
    const senders = Array.from({ length: 5 }, async (_, number) => {
      for (let count = 0; !over; count += 1) {
        const mark = `${number}-${count}`;
        for (let status = 0; status !== 200 && !over; ) {
          ({ status } = await sendTo(app(0), mark));
          if (status === 200) acknowledged.add(mark);
          else refusedAt = performance.now();
          await pause(50);
        }
      }
    });
    await until('claims before', () => acknowledged.size > 30);
    /** How long claims were refused after the silence. */
    const recover = async () => {
      proxy.dropConnections();
      if (silentMs > 0) {
        proxy.silence(true);
        await pause(silentMs);
        proxy.silence(false);
      }
      const heardAt = performance.now();
      const before = acknowledged.size;
      // This is longer than the wait for a silent connection.
      const isLastingly = () => acknowledged.size > before + 30 && performance.now() - refusedAt > 6_000;
      await until('claims to be accepted and none refused for some seconds', isLastingly);
      return refusedAt - heardAt;
    };
    const refusedMs = await undisturbed(recover, (ms) => ms < 20_000);
    over = true;
    await Promise.all(senders);
    expect(refusedMs).toBeLessThan(20_000);
    const rows = await query(url, "select form_data->>'additionalInfo' as mark from form_submissions");
    const stored = rows.map(({ mark }) => mark);
    expect(new Set(stored).size).toBe(stored.length);
    expect([...acknowledged].filter((mark) => !stored.includes(mark))).toEqual([]);
  });
});
