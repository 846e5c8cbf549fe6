import type { Migration } from 'kysely/migration';
import type { Engine } from './database.ts';
import { baseline } from './migrations/0001-baseline.ts';

/** The migrations in order, which is that of their names. A released one is never edited, because stores have run it. */
export const migrations: Record<string, (engine: Engine) => Migration> = {
  '0001-baseline': baseline,
};

/** The tables in which a store notes which of them it has run. */
export const migrationTables = { migrationTableName: 'schema_migrations', migrationLockTableName: 'schema_migrations_lock' };
