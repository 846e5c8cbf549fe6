// Protects: several instances on PostgreSQL lose nothing and send nothing twice, whatever fails.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { createApp } from '#server/app.ts';
import { readEnv } from '#server/env.ts';
import { openServices } from '#server/services.ts';
import { createSubmissionStore } from '#server/submissions/submission-store.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { type MailServer, startMailServer } from '#testing/mail-server.ts';
import { startPooler, startSilentProxy } from '#testing/postgres-proxies.ts';
import { findPostgres, longTimeouts, type Postgres, query, startPostgres } from '#testing/postgres-server.ts';
import { undisturbed } from '#testing/undisturbed.ts';
import { until } from '#testing/until.ts';
import { openMigrated } from './open.ts';

const binaries = findPostgres();
const opened: { close: () => unknown }[] = [];
let cluster: Postgres;

beforeAll(async () => {
  if (binaries) cluster = await startPostgres(binaries);
});

afterAll(async () => {
  for (const one of opened.reverse()) await one.close();
  await cluster?.stop();
});

/** `isPatient`: with limits for the database that a machine which stands still for a while does not exceed. */
type Options = { clocksAheadMs?: number[]; isPatient?: boolean } & Parameters<typeof startMailServer>[0];

/** Instances of the whole product on one database, without ports and pages. */
async function openInstances(
  count: number,
  databaseUrl: string,
  { clocksAheadMs = [], isPatient = true, ...mailOptions }: Options = {},
) {
  const mail = await startMailServer(mailOptions);
  opened.push(mail);
  const env = readEnv({ DATABASE_URL: databaseUrl, SMTP_URL: mail.url, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' });
  const open = async (_: unknown, number: number) => {
    const now = () => Date.now() + (clocksAheadMs[number] ?? 0);
    const services = await openServices(env, { now, ...(isPatient && { timeouts: longTimeouts }) });
    opened.push(services);
    const { app } = await createApp({
      env,
      services,
      render: async () => new Response(''),
      paths: null,
      assetsFolder: null,
      serviceWorkerFolder: null,
    });
    return app;
  };
  const instances = await Promise.all(Array.from({ length: count }, open));
  const app = (turn: number) => instances[turn % count] as (typeof instances)[number];
  return { mail, app };
}

type App = Awaited<ReturnType<typeof createApp>>['app'];

async function send(app: App, mark: string): Promise<{ status: number; message: string; reference?: string }> {
  const body = JSON.stringify({ formName: 'Make a Claim', formData: { ...aoife, additionalInfo: mark } });
  const headers = { 'content-type': 'application/json', 'idempotency-key': mark };
  const response = await app.request('/functions/v1/send-form-email', { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as { message: string; reference?: string }) };
}

/** Leases every new job as if another instance had done so when it was stored, and had then been killed. */
async function leaseEveryNewJob(url: string, leaseUntil: number): Promise<void> {
  const body = `begin new.lease_until := ${leaseUntil}; new.fencing_token := 1; return new; end`;
  await query(url, `create function hold() returns trigger language plpgsql as $$ ${body} $$`);
  await query(url, 'create trigger hold before insert on jobs for each row execute function hold()');
}

const putClockForward = (url: string, ms: number) => query(url, `update test.clock set ahead = ${ms}`);

/** The e-mails to the team that the mail server has received. */
const emailsToTeam = (mail: MailServer) => mail.emails.filter(({ envelope }) => envelope.to[0] === site.email);

/** The number of e-mails to the team that are sent according to the store. */
const emailsSent = async (url: string) =>
  Number((await query(url, "select count(*) as count from jobs where kind = 'email' and finished_at is not null"))[0]?.count);

describe.skipIf(!binaries)('on PostgreSQL', () => {
  test('instances that start together upgrade the schema once, and send each e-mail once', async () => {
    const url = await cluster.createDatabase();
    const { mail, app } = await openInstances(3, url);
    const answers = await Promise.all(Array.from({ length: 60 }, (_, turn) => send(app(turn), `claim-${turn % 30}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(30);
    await until('thirty e-mails', async () => (await emailsSent(url)) === 30);
    expect(emailsToTeam(mail)).toHaveLength(30);
  });

  test('a database that restarts under load: not ready and 503 meanwhile, then ready by itself, and nothing is lost', async () => {
    const url = await cluster.createDatabaseWithClock();
    const { mail, app } = await openInstances(2, url);
    const acknowledged = new Set<string>();
    const refused: string[] = [];
    let over = false;
    const senders = Array.from({ length: 8 }, async (_, number) => {
      for (let count = 0; !over; count += 1) {
        const mark = `${number}-${count}`;
        const { status, message } = await send(app(number), mark);
        if (status === 200) acknowledged.add(mark);
        else refused.push(`${status} ${message}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    const ready = (status: number) => async () => (await app(0).request('/readyz')).status === status;
    await until('some claims', () => acknowledged.size > 20);
    await cluster.shutDown();
    await until('not ready', ready(503));
    await until('refusals', () => refused.length > 5);
    await cluster.bringUp();
    await until('ready again', ready(200));
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
    await send(app(0), 'wakes the one');
    await send(app(1), 'wakes the other');
    await until('every e-mail', async () => (await emailsSent(url)) === rows.length + 2);
    expect(new Set(emailsToTeam(mail).map(({ messageId }) => messageId)).size).toBe(rows.length + 2);
  });

  test('what an instance held when it was killed goes out through another one when the lease ends', async () => {
    const url = await cluster.createDatabaseWithClock();
    const { mail, app } = await openInstances(1, url);
    await leaseEveryNewJob(url, Date.now() + 80_000);
    expect((await send(app(0), 'held')).status).toBe(200);
    expect((await send(app(0), 'also held')).status).toBe(200);
    await query(url, 'drop trigger hold on jobs');
    expect(mail.emails).toEqual([]);
    await putClockForward(url, 90_000);
    await send(app(0), 'a claim that wakes the worker');
    await until('all three e-mails', () => emailsToTeam(mail).length === 3);
  });

  test('instances whose clocks are ten minutes apart send each e-mail once, and without waiting ten minutes', async () => {
    const url = await cluster.createDatabase();
    let accepted = 0;
    const onData: SMTPServerOptions['onData'] = (stream, { envelope }, done) => {
      if (envelope.rcptTo[0]?.address === site.email) accepted += 1;
      stream.resume().on('end', () => setTimeout(done, 300));
    };
    const { app } = await openInstances(3, url, { clocksAheadMs: [0, 600_000, -600_000], onData });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, turn) => send(app(turn), `claim-${turn}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    await until('thirty e-mails', async () => (await emailsSent(url)) === 30);
    expect(accepted).toBe(30);
    expect(await query(url, "select id from jobs where kind = 'email' and attempts <> 1")).toEqual([]);
  });

  test.concurrent.each([
    ['forgets the connections that are open', 0],
    ['drops everything for some seconds', 6_000],
  ])('behind a proxy that %s without closing them, claims are accepted again within twenty seconds', async (_, silentMs) => {
    const url = await cluster.createDatabase();
    const proxy = await startSilentProxy({ port: cluster.port, database: url.split('/').at(-1) as string });
    opened.push(proxy);
    const { app } = await openInstances(1, proxy.url, { isPatient: false });
    // The pool opens all connections that it may have.
    await Promise.all(Array.from({ length: 40 }, () => app(0).request('/readyz')));
    let over = false;
    let refusedAt = performance.now();
    const acknowledged = new Set<string>();
    const senders = Array.from({ length: 5 }, async (_, number) => {
      for (let count = 0; !over; count += 1) {
        const mark = `${number}-${count}`;
        for (let status = 0; status !== 200 && !over; ) {
          ({ status } = await send(app(0), mark));
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

  test('a batch of a hundred claims is ten round trips at most, and batches in any order do not block each other', async () => {
    const url = await cluster.createDatabase();
    const proxy = await startSilentProxy({ port: cluster.port, database: url.split('/').at(-1) as string });
    opened.push(proxy);
    const database = await openMigrated({ dataDir: '', databaseUrl: proxy.url }, { timeouts: longTimeouts });
    opened.push(database);
    const { insertAll } = createSubmissionStore(database);
    const batch = () => Array.from({ length: 100 }, () => claimFrom(aoife, { idempotencyKey: randomUUID() }));
    await insertAll(batch());
    const before = proxy.roundTrips();
    await insertAll(batch());
    expect(proxy.roundTrips() - before).toBeLessThanOrEqual(10);

    const claims = batch();
    const shuffled = () => claims.toSorted(() => Math.random() - 0.5);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => insertAll(shuffled())));
    expect(outcomes.flat().filter(({ kind }) => kind === 'new')).toHaveLength(100);
  });

  test('it works where a pooler hands connections on after every transaction', async () => {
    const url = await cluster.createDatabase();
    const pooler = await startPooler({ port: cluster.port, database: url.split('/').at(-1) as string, connections: 2 });
    opened.push(pooler);
    const { mail, app } = await openInstances(3, pooler.url);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, turn) => send(app(turn), `claim-${turn % 15}`)));
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(15);
    await until('every e-mail', () => emailsToTeam(mail).length === 15);
    // A lock that is held at this moment belongs to a transaction that is about to end.
    const locks = () => query(url, "select * from pg_locks where locktype = 'advisory'");
    await until('no lock to be left behind', async () => (await locks()).length === 0);
  });
});
