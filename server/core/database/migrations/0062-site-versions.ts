import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What owners publish at /desk/site: each version is a row that is never changed. */
export function siteVersions(): Migration {
  return { up: addTable };
}

async function addTable(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table site_versions (
      id text primary key, version integer not null unique, at bigint not null, "by" text not null, changes text not null,
      back_to integer)`)
    .execute(db);
}
