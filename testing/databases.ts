import { sql } from 'kysely';
import { afterAll } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { migrate, openDatabase } from '#server/database/open.ts';
import { createDatabaseWithClock, findPostgres } from './postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { sharedPostgresPort } from './test-run.ts';

/** Stops the clock that tells what is due at this moment, where that is the database's and not one that is passed along. */
export async function setClock({ db, engine }: Database, at: number): Promise<void> {
  if (engine === 'postgres') await sql`update test.clock set at = ${at}`.execute(db);
}

/** The engines that this machine can test. */
export const engines = findPostgres() ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

/** Call at the top of a file: opens as many new stores as its tests ask for, on the engine they ask for. */
export function testDatabases() {
  const open: Database[] = [];

  afterAll(async () => {
    for (const database of open) await database.close();
  });

  /** Where a new store may be: settings for `openDatabase`. */
  async function newPlace(engine: (typeof engines)[number]): Promise<{ dataDir: string; databaseUrl: string | null }> {
    return {
      dataDir: temporaryFolder(),
      databaseUrl: engine === 'postgres' ? await createDatabaseWithClock(await sharedPostgresPort()) : null,
    };
  }

  return {
    newPlace,
    open: async (engine: (typeof engines)[number]): Promise<Database> => {
      const database = openDatabase(await newPlace(engine));
      open.push(database);
      await migrate(database);
      return database;
    },
  };
}
