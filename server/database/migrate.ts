import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { CannotOpen, postgresSentence, sqliteSentence } from './cannot-open.ts';
import { noteCleanEnd, takeCleanEnd } from './clean-end.ts';
import { holdFolder } from './data-dir-lock.ts';
import { submissionsAndLetters } from './migrations/0001-submissions-and-letters.ts';
import { quarantine } from './migrations/0002-quarantine.ts';
import { letterHistory } from './migrations/0003-letter-history.ts';
import { desk } from './migrations/0004-desk.ts';
import { staff } from './migrations/0005-staff.ts';
import { givenUpDetails } from './migrations/0006-given-up-details.ts';
import { auditDigests } from './migrations/0007-audit-digests.ts';
import { searchIndex } from './migrations/0008-search-index.ts';
import { jobs } from './migrations/0009-jobs.ts';
import { auditAction } from './migrations/0010-audit-action.ts';
import { responseTargets } from './migrations/0011-response-targets.ts';
import { type Database, type Engine, openDatabase, type Place } from './open.ts';
import type { Db } from './schema.ts';
import { databaseFileName } from './sqlite.ts';

/** In order, by name; never edited once released, because a store somewhere has run them. */
const migrations: Record<string, (engine: Engine) => Migration> = {
  '0001-submissions-and-letters': submissionsAndLetters,
  '0002-quarantine': quarantine,
  '0003-letter-history': letterHistory,
  '0004-desk': desk,
  '0005-staff': staff,
  '0006-given-up-details': givenUpDetails,
  '0007-audit-digests': auditDigests,
  '0008-search-index': searchIndex,
  '0009-jobs': jobs,
  '0010-audit-action': auditAction,
  '0011-response-targets': responseTargets,
};

/** Any number that nothing else in the database locks. */
const migrationLock = 4_757_229;

/**
 * Brings the schema up to date, or up to one migration, under the database's own lock, so that several instances may start at
 * once.
 */
export async function migrate({ db, engine, write }: Database, { upTo }: { upTo?: keyof typeof migrations } = {}): Promise<void> {
  if (engine === 'sqlite') return run(db, engine, upTo);
  await write(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(tx);
    await run(tx, engine, upTo);
  });
}

/** Opens the store for serving, with its schema up to date: for this process alone on SQLite, beside others on PostgreSQL. */
export async function openMigrated(place: Place): Promise<Database> {
  const hold = place.databaseUrl ? null : holdFolder(place.dataDir);
  const path = join(place.dataDir, databaseFileName);
  try {
    // Upgrades take the time they take: a connection of their own, without the limit that serving has.
    const database = openDatabase(place, { patient: true, isChecked: hold !== null && !takeCleanEnd(path) });
    await migrate(database).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    if (!hold) await database.close();
    const serving = hold ? database : openDatabase(place);
    const close = async () => {
      await serving.close();
      if (hold) noteCleanEnd(path);
    };
    return { ...serving, close: () => close().finally(() => hold?.release()) };
  } catch (error) {
    hold?.release();
    if (error instanceof CannotOpen) throw error;
    const { databaseUrl } = place;
    const sentence = databaseUrl ? postgresSentence(databaseUrl, error) : sqliteSentence(path, error);
    throw new CannotOpen(sentence, { cause: error });
  }
}

async function run(db: Db, engine: Engine, upTo?: string): Promise<void> {
  const provider = {
    getMigrations: async () => Object.fromEntries(Object.entries(migrations).map(([name, create]) => [name, create(engine)])),
  };
  const migrator = new Migrator({ db, provider });
  const { error } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (error) throw isFromLaterVersion(error) ? new CannotOpen(laterVersion, { cause: error }) : error;
}

const laterVersion = 'The database was made by a later version of Kerbside: start that version, or restore a backup of this one.';

function isFromLaterVersion(error: unknown): boolean {
  return error instanceof Error && /corrupted migrations: previously executed migration .* is missing/.test(error.message);
}
