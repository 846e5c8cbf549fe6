import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The acknowledgements of the last day, by which their number for one mailbox and one domain is limited. Both are kept as SHA-256:
 * they are only ever compared.
 */
export function acknowledgements(): Migration {
  return { up: create };
}

async function create(db: Kysely<unknown>): Promise<void> {
  await sql`create table acknowledgements (
    id text not null references jobs (id) on delete cascade, mailbox text not null, domain text not null, at bigint not null,
    constraint acknowledgements_key primary key (id))`.execute(db);
  await sql`create index acknowledgements_by_mailbox on acknowledgements (mailbox, at)`.execute(db);
  await sql`create index acknowledgements_by_domain on acknowledgements (domain, at)`.execute(db);
  await sql`create index acknowledgements_by_time on acknowledgements (at)`.execute(db);
}
