// Protects: a store of the release before is upgraded without a lock that lasts, beside instances of that release.
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { reminderTimesOf } from '#server/submissions/sla/reminder-times.ts';
import { engine, testDatabases } from '#testing/databases.ts';
import { longTimeouts } from '#testing/postgres-server.ts';
import { concurrentIndexes } from './concurrent-indexes.ts';
import type { Database } from './database.ts';
import { migrate, newestMigration, openDatabase } from './open.ts';

const databases = testDatabases();

/** The last migration of the release before. */
const released = '0024-due-counts';

/** Migrations that change rows, from before the rule that none does (CONTRIBUTING.md); the last only makes triggers that do. */
const changeRows = [
  '0004-desk.ts',
  '0006-given-up-details.ts',
  '0007-audit-digests.ts',
  '0008-search-index.ts',
  '0009-jobs.ts',
  '0031-next-reminder.ts',
  '0035-search-once.ts',
];

const createdAt = Date.UTC(2026, 10, 21, 10);

test('no further migration changes rows while it holds the locks of all tables', () => {
  const folder = new URL('migrations/', import.meta.url);
  const change = /\bupdate \w+\s+set\b|\bdelete from\b|\binsert into\b|\.(updateTable|deleteFrom|insertInto|mergeInto)\(/i;
  const files = readdirSync(folder).filter((name) => change.test(readFileSync(new URL(name, folder), 'utf8')));
  expect(files).toEqual(changeRows);
});

describe('a store of the release before', () => {
  async function openReleased(): Promise<Database> {
    const database = openDatabase(await databases.newPlace(), { noTimeouts: true, timeouts: longTimeouts });
    onTestFinished(database.close);
    await migrate(database, { upTo: released });
    return database;
  }

  /** Stores a claim as that release does. */
  const store = ({ db }: Database, id: string, times: { dueAt?: number; ownTargetAt?: number; remindedHours?: number } = {}) => {
    const { dueAt = createdAt + 24 * hour, ownTargetAt = null, remindedHours = 0 } = times;
    return sql`insert into form_submissions (id, reference, form_name, form_data, created_at, content_hash, came_by, due_at, target_at,
      reminded_hours) values (${id}, ${id}, 'Make a Claim', '{}', ${createdAt}, ${id}, 'page', ${dueAt}, ${ownTargetAt},
      ${remindedHours})`.execute(db);
  };

  async function indexesOf({ db }: Database): Promise<string[]> {
    const { rows } =
      engine === 'sqlite'
        ? await sql<{ name: string }>`select name from sqlite_master where type = 'index'`.execute(db)
        : await sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = 'public'`.execute(db);
    return rows.map(({ name }) => name).toSorted();
  }

  async function schemaOf(database: Database) {
    const tables = await database.db.introspection.getTables();
    const columnsOf = ({ name, columns }: (typeof tables)[number]) => columns.map((column) => `${name}.${column.name}`);
    return { columns: tables.flatMap(columnsOf).toSorted(), indexes: await indexesOf(database) };
  }

  test('no migration since then builds an index while it holds a lock: all of them are built after it', async () => {
    const database = await openReleased();
    // An index of a table that is made, dropped or renamed takes no time.
    const lasting = async () =>
      (await indexesOf(database)).filter(
        (name) =>
          !/search|indexed|index_seg|message_terms|contact_attempts|done_actions|corrections|merges|autoindex_(claimant_)?messages|inbound|staff_passkeys|staff_challenges|push|quiet_hours|escalations|reminder_pace|site_versions|canary_runs|partners/.test(
            name,
          ),
      );
    const before = await lasting();
    await migrate(database, { upTo: newestMigration });
    const replaced = ['form_submissions_due_reminders', 'form_submissions_sla_report'];
    expect(await lasting()).toEqual(before.filter((name) => !replaced.includes(name)));
    await migrate(database);
    expect(concurrentIndexes.length).toBeGreaterThan(0);
    expect(await indexesOf(database)).toEqual(expect.arrayContaining(concurrentIndexes.map(({ name }) => name)));
  });

  test('reminds at the next time after the reminders that were sent', async () => {
    const database = await openReleased();
    const cases = [
      {},
      { remindedHours: 12 },
      { remindedHours: 24 },
      { ownTargetAt: createdAt + 900_000 },
      { ownTargetAt: createdAt + 2 * hour, remindedHours: 12 },
      { dueAt: createdAt + 48 * hour + 1, remindedHours: 24 },
    ];
    for (const [index, times] of cases.entries()) await store(database, `claim ${index}`, times);
    await migrate(database);
    const rows = await database.db.selectFrom('form_submissions').select(['id', 'next_reminder_at']).orderBy('id').execute();
    const expected = cases.map(({ dueAt = createdAt + 24 * hour, ownTargetAt = null, remindedHours = 0 }) => {
      const halfOf = createdAt + Math.round((dueAt - createdAt) / 2);
      const times = [halfOf, ...reminderTimesOf({ createdAt, dueAt, ownTargetAt })].toSorted((a, b) => a - b);
      return times.find((at) => at > createdAt + remindedHours * hour) ?? null;
    });
    expect(rows.map(({ next_reminder_at }) => next_reminder_at)).toEqual(expected);
  });

  test('still has what instances of that release read and write beside new ones', async () => {
    const database = await openReleased();
    await migrate(database);
    const { db } = database;
    await store(database, 'from an instance of before');
    if (engine === 'postgres')
      for (const table of ['search_terms', 'message_terms'])
        await sql`insert into ${sql.table(table)} (submission_id, term, created_at)
          values ('from an instance of before', 'neil', 1)`.execute(db);
    const queue = await db.selectFrom('search_queue').select('submission_id').execute();
    expect(queue).toEqual([{ submission_id: 'from an instance of before' }]);
    await sql`insert into jobs (id, kind, created_at, run_at) values ('an email', 'acknowledgement', 1, 1)`.execute(db);
    await sql`insert into acknowledgements (id, mailbox, domain, at) values ('an email', 'a', 'b', 1)
      on conflict do nothing`.execute(db);
    await sql`delete from acknowledgements where at <= 1`.execute(db);
    if (engine === 'postgres') {
      await sql`insert into claimant_messages (id, submission_id, created_at, text)
        values ('late', 'from an instance of before', 2, 'The garage is closed.')`.execute(db);
      const sizes = sql`select id, created_at, length(text) as size from claimant_messages where submission_id is not null`;
      expect((await sizes.execute(db)).rows).toEqual([{ id: 'late', created_at: 2, size: 21 }]);
      expect(await db.selectFrom('messages').select(['id', 'direction', 'channel', 'state']).execute()).toEqual([
        { id: 'late', direction: 'in', channel: 'page', state: 'received' },
      ]);
    }
    const { rows } = await sql`update form_submissions set reminded_hours = 12 where id in (
      select id from form_submissions where reminded_hours < 24) returning id`.execute(db);
    expect(rows).toHaveLength(1);
  });

  test('has its messages of claimants among all messages, in their order', async () => {
    const database = await openReleased();
    await store(database, 'claim');
    for (const [id, at] of [
      ['m2', 2],
      ['m1', 1],
    ])
      await sql`insert into claimant_messages (id, submission_id, created_at, text)
        values (${id}, 'claim', ${at}, 'It was raining.')`.execute(database.db);
    await migrate(database);
    const messages = await database.db.selectFrom('messages').selectAll().orderBy('at').execute();
    expect(messages).toMatchObject([
      { id: 'm1', submission_id: 'claim', at: 1, text: 'It was raining.', direction: 'in', channel: 'page', message_id: null },
      { id: 'm2', submission_id: 'claim', at: 2, text: 'It was raining.', direction: 'in', channel: 'page', message_id: null },
    ]);
  });

  test('has in the end the schema of a store that an unreleased version had upgraded', async () => {
    const [upgraded, interim] = [await openReleased(), await openReleased()];
    await migrate(upgraded);
    await store(interim, 'claim');
    await migrate(interim, { upTo: '0031-next-reminder' });
    // As those versions left it.
    const theirs = concurrentIndexes.filter(
      ({ on }) => !/next_kind|update_answered_at|messages|merged_into|removed_by|batch|attempt/.test(on),
    );
    for (const { name, on } of theirs) await sql.raw(`create index ${name} on ${on}`).execute(interim.db);
    await sql`drop table acknowledgements`.execute(interim.db);
    await sql`alter table form_submissions drop column reminded_hours`.execute(interim.db);
    await migrate(interim);
    expect(await schemaOf(interim)).toEqual(await schemaOf(upgraded));
    expect(await interim.db.selectFrom('form_submissions').select('id').execute()).toEqual([{ id: 'claim' }]);
  });
});
