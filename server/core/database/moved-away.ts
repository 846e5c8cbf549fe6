import { sql } from 'kysely';
import { type Database, type DatabaseLocation, DatabaseOpenError, postgresPlace } from './database.ts';

/** A table that only a store has whose rows were copied to another one for good. It is no part of the schema, and in no copy. */
const tableName = 'moved_away';

/** Marks a store that was moved: nobody serves from it, sends its emails or backs it up by an old setting any more. */
export async function markMoved({ write }: Pick<Database, 'write'>, { databaseUrl, dataDir }: DatabaseLocation): Promise<void> {
  const place = databaseUrl ? postgresPlace(databaseUrl) : dataDir;
  await write(async (tx) => {
    await tx.schema.createTable(tableName).addColumn('place', 'text').addColumn('moved_at', 'text').execute();
    await sql`insert into ${sql.table(tableName)} values (${place}, ${new Date().toISOString()})`.execute(tx);
  });
}

/** Throws where the store was moved, and says where it is. */
export async function expectNotMoved(database: Pick<Database, 'db'>): Promise<void> {
  if (!(await isMoved(database))) return;
  const { rows } = await sql<{ place: string; moved_at: string }>`select * from ${sql.table(tableName)}`.execute(database.db);
  const [{ place, moved_at: at } = { place: '', moved_at: '' }] = rows;
  throw new DatabaseOpenError(
    `This store was moved to ${place} at ${at}, and what came since is there: set DATABASE_URL or DATA_DIR to it. To use this one again, without that: npm run move-data -- --from-moved`,
  );
}

/** Takes the mark off. Returns whether there was one. */
export async function forgetMove(database: Pick<Database, 'db'>): Promise<boolean> {
  const was = await isMoved(database);
  if (was) await database.db.schema.dropTable(tableName).execute();
  return was;
}

async function isMoved({ db }: Pick<Database, 'db'>): Promise<boolean> {
  return (await db.introspection.getTables()).some(({ name }) => name === tableName);
}
