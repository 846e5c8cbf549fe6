import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, openDatabase } from '#server/core/database/open.ts';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { copyDatabase, createDatabaseWithClock, longTimeouts } from './postgres-server.ts';
import { reserveDisk } from './reserve-disk.ts';
import { makeFolder, sharedPostgresPort } from './test-run.ts';

/** Each worker migrates once on each engine: a copy costs a fifth of the migrations. */
let sqliteTemplate: Promise<string> | null = null;
let postgresTemplate: Promise<string> | null = null;

/** Puts an empty SQLite store of the current schema into this folder, beside a disk reserve. */
export async function copySqliteTemplate(dataDir: string): Promise<void> {
  sqliteTemplate ??= createSqliteTemplate();
  reserveDisk(dataDir);
  copyFileSync(join(await sqliteTemplate, databaseFileName), join(dataDir, databaseFileName));
}

/** The URL of a new PostgreSQL database of the current schema, with a clock. */
export async function copyPostgresTemplate(): Promise<string> {
  postgresTemplate ??= createPostgresTemplate();
  return copyDatabase(await postgresTemplate);
}

async function createSqliteTemplate(): Promise<string> {
  const dataDir = await makeFolder();
  await migrateAndClose({ dataDir, databaseUrl: null });
  return dataDir;
}

async function createPostgresTemplate(): Promise<string> {
  const databaseUrl = await createDatabaseWithClock(await sharedPostgresPort());
  await migrateAndClose({ dataDir: '', databaseUrl });
  return databaseUrl;
}

async function migrateAndClose(place: { dataDir: string; databaseUrl: string | null }): Promise<void> {
  const database = openDatabase(place, { noTimeouts: true, timeouts: longTimeouts });
  await migrate(database);
  await database.close();
}
