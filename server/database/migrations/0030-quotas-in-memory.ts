import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Acknowledgements are counted when a submission is accepted, in memory: the counts of the last day are needed no more. */
export function quotasInMemory(): Migration {
  return { up: dropCounts };
}

async function dropCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('acknowledgements').execute();
}
