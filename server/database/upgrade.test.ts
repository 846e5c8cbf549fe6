// Protects: an upgrade of a store keeps every row, and can be repeated after it was interrupted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifyChain } from '#server/audit/verify-chain.ts';
import { readEnv } from '#server/env.ts';
import { openApp } from '#server/open-app.ts';
import { openServices } from '#server/services.ts';
import { setClock, testDatabases } from '#testing/databases.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { longTimeouts } from '#testing/postgres-server.ts';
import { codeFor, createTestBrowser, goodPassword } from '#testing/test-accounts.ts';
import { until } from '#testing/until.ts';
import type { Database } from './database.ts';
import { migrate, openDatabase } from './open.ts';

const databases = testDatabases();

type Row = Record<string, string | number | null>;

/** The rows of a store as 0005-staff left it. Its people are invented. */
const store: Record<string, Row[]> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../testing/fixtures/store-before-jobs.json'), 'utf8'),
);
const now = Date.parse('2026-11-21T18:21:00Z');
const authSecret = 'a secret of thirty-two characters';
const authenticator =
  'otpauth://totp/Kerbside%20Claims:olu%40kerbside.example?secret=IVRGKTTMJR4E6UCJOZJVUVZVPBZTERDGJNKGOX2PMM2HC2KWGNYA&issuer=Kerbside+Claims&digits=6&period=30';

/** The tables in order: those that others refer to come first. */
const inOrder = ['form_submissions', 'letters', 'staff'];

async function fill({ db }: Database): Promise<void> {
  const names = Object.keys(store).filter((name) => !name.startsWith('kysely'));
  for (const name of [...inOrder, ...names.filter((one) => !inOrder.includes(one))])
    for (const row of store[name] ?? [])
      await sql`insert into ${sql.table(name)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
        values (${sql.join(Object.values(row))})`.execute(db);
}

describe('a store of an earlier version', () => {
  async function openOld() {
    const place = await databases.newPlace();
    const database = openDatabase(place, { timeouts: longTimeouts });
    onTestFinished(() => database.close());
    await migrate(database, { upTo: '0005-staff' });
    await setClock(database, now);
    await fill(database);
    return { place, database };
  }

  test('an upgrade that does not get to its end leaves the store as it was, and the next one succeeds', async () => {
    const { database } = await openOld();
    const { db } = database;
    const applied = async () => {
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
      return rows.map(({ name }) => name);
    };
    const before = await applied();
    // The migration that makes the queue fails at its end, when it needs this name for an index.
    await sql`create table job_attempts_by_time (id text)`.execute(db);
    await expect(migrate(database)).rejects.toThrow('job_attempts_by_time');
    expect(await applied()).toEqual(before);
    const { rows } = await sql`select id from letters`.execute(db);
    expect(rows).toHaveLength(store.letters?.length ?? 0);
    await sql`drop table job_attempts_by_time`.execute(db);
    await migrate(database);
    expect(await db.selectFrom('form_submissions').select('id').execute()).toHaveLength(store.form_submissions?.length ?? 0);
  });

  test('keeps every submission, note, email, attempt and event when it is upgraded', async () => {
    const { database } = await openOld();
    await migrate(database);
    const { db } = database;
    const ids = async (table: 'form_submissions' | 'notes' | 'job_attempts' | 'staff' | 'tombstones' | 'audit_events') =>
      (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
    const idsBefore = (table: string) => (store[table] ?? []).map(({ id }) => String(id)).toSorted();
    for (const table of ['form_submissions', 'notes', 'staff', 'tombstones', 'audit_events'] as const)
      expect(await ids(table)).toEqual(idsBefore(table));
    expect(await ids('job_attempts')).toEqual(idsBefore('letter_tries'));
    const emails = await db.selectFrom('jobs').selectAll().where('kind', '=', 'email').orderBy('id').execute();
    expect(
      emails.map(({ id, subject_id, recipient, created_at, attempts, finished_at, failed_at, last_detail }) => ({
        id,
        submission_id: subject_id,
        recipient,
        created_at,
        tries: attempts,
        sent_at: finished_at,
        gave_up_at: failed_at,
        last_answer: last_detail,
      })),
    ).toEqual(
      (store.letters ?? [])
        .toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
        .map(({ id, submission_id, recipient, created_at, tries, sent_at, gave_up_at, last_answer }) => ({
          id,
          submission_id,
          recipient,
          created_at,
          tries,
          sent_at,
          gave_up_at,
          last_answer,
        })),
    );
    expect(emails.map(({ template }) => template).toSorted()).toEqual([
      ...['notification', 'notification', 'notification', 'notification', 'password-reset', 'reminder-12'],
    ]);
    const next = await db.selectFrom('form_submissions').select(['created_at', 'due_at', 'next_reminder_at']).execute();
    for (const { created_at, due_at, next_reminder_at } of next) {
      const half = created_at + ((due_at ?? created_at) - created_at) / 2;
      expect([null, half, (half + 2 * (due_at ?? 0)) / 3, due_at]).toContain(next_reminder_at);
    }
    const [retention] = await db.selectFrom('jobs').selectAll().where('id', '=', 'retention').execute();
    expect(retention).toMatchObject({ last_success_at: 1795285197305, last_detail: '0 erased.', finished_at: null });
    const events = await db.selectFrom('audit_events').select('action').orderBy('id').execute();
    expect(events.map(({ action }) => action)).toEqual((store.audit_events ?? []).map(({ act }) => act));
    expect(await verifyChain(database)).toMatchObject({ kind: 'whole' });
  });

  test('goes on where it was: what waited is sent under its Message-ID, nothing twice, and staff sign in and find', async () => {
    const { place, database } = await openOld();
    await database.close();
    const mail = await startMailServer();
    const env = readEnv({
      DATA_DIR: place.dataDir,
      SITE_URL: 'https://kerbside.example',
      AUTH_SECRET: authSecret,
      SMTP_URL: mail.url,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    });
    const services = openServices(await openApp(env, { writeLog: () => {}, now: () => now, limits: { postgres: longTimeouts } }));
    services.start();
    onTestFinished(async () => {
      await services.close();
      await mail.close();
    });
    const waiting = (store.letters ?? []).filter(({ sent_at, gave_up_at }) => sent_at === null && gave_up_at === null);
    const settled = (store.letters ?? []).filter((letter) => !waiting.includes(letter));
    const sentIds = () => mail.emails.map(({ messageId = '' }) => messageId.slice(1, messageId.indexOf('@')));
    await until('what waited', () => waiting.every(({ id }) => sentIds().includes(String(id))));
    expect(new Set(sentIds()).size).toBe(sentIds().length);
    for (const { id } of settled) expect(sentIds()).not.toContain(id);
    await until('the alarm', () => services.alarms().length > 0);
    expect(services.alarms().map(({ name }) => name)).toEqual(['email_failed']);

    const browser = createTestBrowser();
    const known = { email: 'olu@kerbside.example', password: goodPassword };
    expect(browser.saveCookies(await services.auth.signIn(known, browser.context()))).toMatchObject({ kind: 'code required' });
    expect(await services.auth.enterCode(codeFor(authenticator), browser.context())).toMatchObject({ kind: 'signed in' });
    const olu = {
      id: '28JaNyBMIOtp8tHFws1LcuZRrkxBWK8b',
      name: 'Olu Adeyemi',
      email: 'olu@kerbside.example',
      role: 'owner',
    } as const;
    await services.desk.indexNow();
    const found = await services.desk.inbox(olu, { search: 'swiatek' });
    expect(found.rows.map(({ id }) => id)).toContain('c7e5169c-dc75-4ff2-9563-7a4f575cc926');
    const readView = () => services.desk.submission(olu, 'ee0d22dc-05cd-4f9b-8378-c09b387e3663');
    await until('the store to know', async () => (await readView())?.emails[0]?.state === 'sent');
    const view = await readView();
    expect(view?.notes).toMatchObject([{ text: 'Rang at ten. No answer.', author: 'Olu Adeyemi' }]);
    expect(view?.emails).toMatchObject([{ template: 'notification', state: 'sent', attempts: [{ outcome: 'sent' }] }]);
  });
});
