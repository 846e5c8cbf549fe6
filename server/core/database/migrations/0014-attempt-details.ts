import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What came of an attempt is its detail: an answer is what a visitor gives in a form. */
export function attemptDetails(): Migration {
  return { up: change };
}

async function change(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs rename column last_answer to last_detail`.execute(db);
  await sql`alter table job_attempts rename column answer to detail`.execute(db);
}
