import { type Migration, Migrator } from 'kysely/migration';
import { submissionsAndLetters } from './migrations/0001-submissions-and-letters.ts';
import { quarantine } from './migrations/0002-quarantine.ts';
import { letterHistory } from './migrations/0003-letter-history.ts';
import type { Database, Engine } from './open.ts';

/** In order, by name; never edited once released, because a store somewhere has run them. */
const migrations: Record<string, (engine: Engine) => Migration> = {
  '0001-submissions-and-letters': submissionsAndLetters,
  '0002-quarantine': quarantine,
  '0003-letter-history': letterHistory,
};

/** Brings the schema up to date under the database's own lock, so that several instances may start at once. */
export async function migrate({ db, engine }: Database): Promise<void> {
  const provider = {
    getMigrations: async () => Object.fromEntries(Object.entries(migrations).map(([name, create]) => [name, create(engine)])),
  };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
