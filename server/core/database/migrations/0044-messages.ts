import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';

/**
 * What claimants wrote at the page of their claim becomes part of all messages, by another name of its table, which changes no row.
 * Instances of the release before, which only PostgreSQL has beside new ones, read and write it by its former name, as a view.
 */
export function messages(engine: Engine): Migration {
  return {
    up: async (db) => {
      await rename(db);
      if (engine === 'postgres')
        await sql`create view claimant_messages as
          select id, submission_id, at as created_at, text from messages where channel = 'page'`.execute(db);
    },
  };
}

async function rename(db: Kysely<unknown>): Promise<void> {
  await sql`alter table claimant_messages rename to messages`.execute(db);
  await sql`alter table messages rename column created_at to at`.execute(db);
  for (const column of [
    "direction text not null default 'in'",
    "channel text not null default 'page'",
    'by text',
    'address text',
    'subject text',
    'message_id text',
    'in_reply_to text',
    "state text not null default 'received'",
    'answered_at bigint',
    'raw_key text',
    'is_sender_proven integer not null default 0',
  ])
    await sql.raw(`alter table messages add column ${column}`).execute(db);
}
