import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';

/**
 * Instances of the release before may go on while new ones start, on PostgreSQL. What they read and write is put back into stores from
 * which an unreleased version had removed it; and a submission that they store, without the time of its next reminder, gets 0, for
 * which new instances work that time out.
 */
export function releaseBefore(engine: Engine): Migration {
  return {
    up: async (db) => {
      await putBack(db);
      if (engine === 'postgres') await sql`alter table form_submissions alter column next_reminder_at set default 0`.execute(db);
    },
  };
}

async function putBack(db: Kysely<unknown>): Promise<void> {
  const tables = await db.introspection.getTables();
  const columns = tables.find(({ name }) => name === 'form_submissions')?.columns ?? [];
  if (!columns.some(({ name }) => name === 'reminded_hours'))
    await sql`alter table form_submissions add column reminded_hours integer not null default 0`.execute(db);
  if (tables.some(({ name }) => name === 'acknowledgements')) return;
  await sql`create table acknowledgements (
    id text not null references jobs (id) on delete cascade, mailbox text not null, domain text not null, at bigint not null,
    constraint acknowledgements_key primary key (id))`.execute(db);
  await sql`create index acknowledgements_by_mailbox on acknowledgements (mailbox, at)`.execute(db);
  await sql`create index acknowledgements_by_domain on acknowledgements (domain, at)`.execute(db);
  await sql`create index acknowledgements_by_time on acknowledgements (at)`.execute(db);
}
