// Protects: a slow query or a lock on PostgreSQL does not hold up claims.
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { createAudit } from '#server/core/audit/audit.ts';
import { lukasz } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { copyPostgresTemplate } from '#testing/migrated-databases.ts';
import { startPooler } from '#testing/postgres-proxies.ts';
import { findPostgres, longTimeouts, query } from '#testing/postgres-server.ts';
import { until } from '#testing/until.ts';
import { openDatabase } from './open.ts';

describe.skipIf(!findPostgres())('on PostgreSQL', () => {
  const open = (databaseUrl: string, timeouts = longTimeouts) => {
    const database = openDatabase({ dataDir: '', databaseUrl }, { timeouts });
    onTestFinished(database.close);
    return database;
  };

  const place = (url: string) => ({ port: Number(new URL(url).port), database: new URL(url).pathname.slice(1) });

  test.each([
    ['over a connection of its own', false],
    ['behind a pooler', true],
  ])('a read that takes too long is cancelled in the server, and the connection serves the next, %s', async (_, isPooled) => {
    const url = await copyPostgresTemplate();
    const pooler = isPooled ? await startPooler({ ...place(url), connections: 1 }) : null;
    onTestFinished(() => pooler?.close());
    const database = open(pooler?.url ?? url, { ...longTimeouts, statementMs: 200 });
    const reading = database.read((db) => sql`select pg_sleep(${600})`.execute(db));
    await expect(reading).rejects.toMatchObject({ code: '57014' });
    const sleeping =
      "select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep($1)%' and pid <> pg_backend_pid()";
    await until('it to end in the server', async () => (await query(url, sleeping)).length === 0);
    const read = () => database.read((db) => sql<{ value: string }>`select 'ü' as value, ${1}::int as number`.execute(db));
    expect((await read()).rows).toEqual([{ value: 'ü', number: 1 }]);
    expect((await database.read((db) => sql`select 1 where false`.execute(db))).rows).toEqual([]);
    await expect(database.read((db) => sql`select 1 from nothing`.execute(db))).rejects.toMatchObject({ code: '42P01' });
    expect((await read()).rows).toHaveLength(1);
  });

  test('the limit of a read does not stay with a connection that a pooler hands to others', async () => {
    const url = await copyPostgresTemplate();
    const pooler = await startPooler({ ...place(url), connections: 1 });
    onTestFinished(pooler.close);
    const limit = sql<{ limit: string }>`select current_setting('statement_timeout') as limit`;
    const { rows } = await open(pooler.url).read((db) => limit.execute(db));
    expect(rows).toEqual([{ limit: expect.stringMatching(/^[1-9]/) }]);
    expect(await query(pooler.url, "select current_setting('statement_timeout') as limit")).toEqual([{ limit: '0' }]);
  });

  test('claims are stored while everything that staff do waits for a lock', async () => {
    const url = await copyPostgresTemplate();
    const database = open(url);
    const holder = new pg.Client(url);
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table audit_events in access exclusive mode');
    const audit = createAudit({ database, now: Date.now });
    const staffAct = (subjectId: string) =>
      database.write(async (tx) => audit.recordIn(tx, { actor: olu, action: 'assigned', subjectId }));
    const acts = Array.from({ length: 30 }, (_, number) => staffAct(`${number}`));
    const waiting = "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'";
    await until('nine to wait', async () => Number((await query(url, waiting))[0]?.count) === 9);
    const store = createSubmissionStore(database);
    expect(await store.insertAll([claimFrom()])).toMatchObject([{ kind: 'new' }]);
    // One that may belong to a claim that is there, because its browser names one.
    expect(await store.insertOrMerge(claimFrom(lukasz, { startedId: 'none' }))).toMatchObject({ kind: 'new' });
    await holder.query('rollback');
    await holder.end();
    await Promise.all(acts);
  });
});
