import { sql } from 'kysely';
import { afterAll } from 'vitest';
import type { App } from '#server/core/app.ts';
import type { Database, Engine } from '#server/core/database/database.ts';
import { openDatabase } from '#server/core/database/open.ts';
import { defineJob, type LeasedJob, retryAfter, type Settlement } from '#server/core/jobs/define-job.ts';
import { lease, nextRunAt, settle } from '#server/core/jobs/queue.ts';
import { emailKind } from '#server/mail/out/email-store.ts';
import { copyPostgresTemplate, copySqliteTemplate } from './migrated-databases.ts';
import { createDatabaseWithClock, findPostgres, longTimeouts } from './postgres-server.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { sharedPostgresPort } from './test-run.ts';

/** Stops the clock by which jobs are due at this moment, where that is the database's and not one that is passed in. */
export async function setClock({ db, engine }: Database, at: number): Promise<void> {
  if (engine === 'postgres') await sql`update test.clock set at = ${at}`.execute(db);
}

/** The engines that this machine has: the contract of the store is tested on both in each run. */
export const engines: readonly Engine[] = findPostgres() ? ['sqlite', 'postgres'] : ['sqlite'];

/** The engine of this run: SQLite, or with `ENGINE=postgres` PostgreSQL where the machine has it. */
export const engine: Engine = (process.env.ENGINE === 'postgres' && engines[1]) || 'sqlite';

/** Opens as many new stores of the current schema as the tests of a file ask for. Call it at the top of the file. */
export function testDatabases() {
  const open: Database[] = [];

  afterAll(async () => {
    for (const database of open) await database.close();
  });

  /** The location of a new store, for `openDatabase`. */
  async function newPlace(on = engine): Promise<{ dataDir: string; databaseUrl: string | null }> {
    return {
      dataDir: temporaryFolder(),
      databaseUrl: on === 'postgres' ? await createDatabaseWithClock(await sharedPostgresPort()) : null,
    };
  }

  return {
    newPlace,
    open: async (on = engine): Promise<Database> => {
      const dataDir = temporaryFolder();
      if (on === 'sqlite') await copySqliteTemplate(dataDir);
      const databaseUrl = on === 'postgres' ? await copyPostgresTemplate() : null;
      const database = openDatabase({ dataDir, databaseUrl }, { timeouts: longTimeouts });
      open.push(database);
      return database;
    },
  };
}

const emailJob = defineJob({
  kind: emailKind,
  title: 'Emails',
  isPayloadSecret: true,
  retry: retryAfter(),
  handle: () => Promise.reject(new Error('It is settled by the test.')),
});

/** The e-mails in the queue, leased and settled by a test instead of the worker. */
export function emailQueue(database: Database) {
  const appAt = (time: number) => ({ db: database, now: () => time }) as App;
  return {
    lease: async (now: number, leaseMs: number, limit: number) =>
      (await lease(appAt(now), { ...emailJob, leaseMs }, limit)).leased,
    settle: (leased: LeasedJob, settlement: Settlement, now: number) => settle(appAt(now), emailJob, leased, settlement),
    /** When the next e-mail falls due; null when none waits. */
    nextRunAt: async (now: number) => (await nextRunAt(appAt(now), [emailKind])).get(emailKind) ?? null,
  };
}

/** Rows of the queue that are e-mails to the team or to staff, in the order in which they were written. */
export function emailsIn({ read }: Database, kind = emailKind) {
  return read((db) => db.selectFrom('jobs').selectAll().where('kind', '=', kind).orderBy('created_at').execute());
}

/** Every term that the search index holds, of all submissions. */
export async function indexedTerms({ db }: Database): Promise<string[]> {
  const whole = await db.selectFrom('indexed_submissions').select('terms').execute();
  const single = await db.selectFrom('indexed_terms').select('term').execute();
  return [...whole.flatMap(({ terms }) => JSON.parse(terms)), ...single.map(({ term }) => term)];
}
