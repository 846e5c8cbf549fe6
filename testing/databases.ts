import { afterAll, beforeAll } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open.ts';
import { findPostgres, type Postgres, startPostgres } from './postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The engines that this machine can test. */
export const engines = findPostgres() ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

/** Call at the top of a file: opens as many new stores as its tests ask for, on the engine they ask for. */
export function testDatabases() {
  const binaries = findPostgres();
  let cluster: Postgres | null = null;
  const open: Database[] = [];

  beforeAll(async () => {
    if (binaries) cluster = await startPostgres(binaries);
  }, 60_000);

  afterAll(async () => {
    for (const database of open) await database.close();
    await cluster?.stop();
  });

  /** Where a new store may be: settings for `openDatabase`. */
  async function newPlace(engine: (typeof engines)[number]): Promise<{ dataDir: string; databaseUrl: string | null }> {
    return { dataDir: temporaryFolder(), databaseUrl: engine === 'postgres' && cluster ? await cluster.createDatabase() : null };
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
