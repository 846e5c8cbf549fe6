import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The e-mails that came in, what became of each, and how far mailboxes were read. */
export function inboundEmails(): Migration {
  return { up: addTables };
}

async function addTables(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table inbound_emails (
      id text primary key, received_at bigint not null, way text not null, size bigint not null, sha256 text not null,
      state text not null, submission_id text references form_submissions (id) on delete cascade, message_key text, message_id text,
      sender text, subject text, text text, is_sender_proven integer not null default 0, detail text)`,
    'create index inbound_emails_by_state on inbound_emails (state, received_at)',
    'create index inbound_emails_by_submission on inbound_emails (submission_id)',
    'create index inbound_emails_by_key on inbound_emails (message_key)',
    'create table inbound_cursors (id text primary key, uid_validity text not null, uid bigint not null, at bigint not null)',
    'alter table messages add column files text',
  ])
    await sql.raw(statement).execute(db);
}
