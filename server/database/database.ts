import type { Db } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export type Database = {
  engine: Engine;
  db: Db;
  close: () => Promise<void>;
};

/** Where a store is: in a folder, or where the URL says. */
export type Place = { dataDir: string; databaseUrl: string | null };
