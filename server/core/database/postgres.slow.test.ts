// Protects: several instances on PostgreSQL lose nothing, send nothing twice, and do not wait for each other.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { emailsSent, emailsToTeam, putClockForward, sendTo, setupPostgresInstances } from '#testing/postgres-instances.ts';
import { startPooler, startSilentProxy } from '#testing/postgres-proxies.ts';
import { longTimeouts, query } from '#testing/postgres-server.ts';
import { until } from '#testing/until.ts';
import { openMigrated } from './open.ts';

const instances = setupPostgresInstances();

/** Leases every new job as if another instance had done so when it was stored, and had then been killed. */
async function leaseEveryNewJob(url: string, leaseMs: number): Promise<void> {
  // By the clock of the database, as all leases are: that of this process may be another.
  const body = `begin new.lease_until := extract(epoch from now()) * 1000 + ${leaseMs}; new.fencing_token := 1; return new; end`;
  await query(url, `create function hold() returns trigger language plpgsql as $$ ${body} $$`);
  await query(url, 'create trigger hold before insert on jobs for each row execute function hold()');
}

describe.skipIf(!instances.isInstalled)('on PostgreSQL', () => {
  test('instances that start together upgrade the schema once, and send each email once', async () => {
    const url = await instances.cluster.createDatabase();
    const { mail, app } = await instances.openInstances(3, url);
    const answers = await Promise.all(Array.from({ length: 60 }, (_, turn) => sendTo(app(turn), `claim-${turn % 30}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(30);
    await until('thirty emails', async () => (await emailsSent(url)) === 30);
    expect(emailsToTeam(mail)).toHaveLength(30);
  });

  test('what an instance held when it was killed goes out through another one when the lease ends', async () => {
    const url = await instances.cluster.createDatabaseWithClock();
    const { mail, app } = await instances.openInstances(1, url);
    await leaseEveryNewJob(url, 80_000);
    expect((await sendTo(app(0), 'held')).status).toBe(200);
    expect((await sendTo(app(0), 'also held')).status).toBe(200);
    await query(url, 'drop trigger hold on jobs');
    expect(mail.emails).toEqual([]);
    await putClockForward(url, 90_000);
    await sendTo(app(0), 'a claim that wakes the worker');
    await until('all three emails', () => emailsToTeam(mail).length === 3);
  });

  test('a batch of a hundred claims is ten round trips at most, and batches in any order do not block each other', async () => {
    const url = await instances.cluster.createDatabase();
    const proxy = await startSilentProxy({ port: instances.cluster.port, database: url.split('/').at(-1) as string });
    instances.opened.push(proxy);
    const database = await openMigrated({ dataDir: '', databaseUrl: proxy.url }, { timeouts: longTimeouts });
    instances.opened.push(database);
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
    const url = await instances.cluster.createDatabase();
    const pooler = await startPooler({ port: instances.cluster.port, database: url.split('/').at(-1) as string, connections: 2 });
    instances.opened.push(pooler);
    const { mail, app } = await instances.openInstances(3, pooler.url);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, turn) => sendTo(app(turn), `claim-${turn % 15}`)));
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(15);
    await until('every email', () => emailsToTeam(mail).length === 15);
    // A lock that is held at this moment belongs to a transaction that is about to end.
    const locks = () => query(url, "select * from pg_locks where locktype = 'advisory'");
    await until('no lock to be left behind', async () => (await locks()).length === 0);
  });
});
