import { type Kysely, sql } from 'kysely';
import { DatabaseOpenError, type Engine } from '../database.ts';

/** Where releases before 0.2.0 noted which migrations a store has run, and the last one of commit 62fea7c3. */
const formerTables = ['kysely_migration', 'kysely_migration_lock'] as const;
const lastMigration = '0063-sources';

/**
 * Brings a store of commit 62fea7c3 to the schema of 0.2.0, in the transaction that it is given; returns false where there is no store yet.
 * Every other store is refused.
 */
export async function carryOver(db: Kysely<unknown>, engine: Engine): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === formerTables[0])) return false;
  const { rows } = await sql<{ last: string }>`select max(name) as last from ${sql.table(formerTables[0])}`.execute(db);
  if (rows[0]?.last !== lastMigration) throw new DatabaseOpenError(neither);
  for (const statement of [...rowChanges, ...shared, ...(engine === 'sqlite' ? onSqlite : onPostgres), ...formerTables.map(drop)])
    await sql.raw(statement).execute(db);
  return true;
}

const neither =
  'This store was made by a version of Kerbside before 0.2.0 other than commit 62fea7c3, from which alone a store is carried over: bring it to that commit first, or restore a backup of it.';

const drop = (table: string) => `drop table ${table}`;

/** The mark of a claim that is kept longer was called so, while it was for children alone. The audit trail keeps its name, which its hash covers. */
const [formerMark, mark] = ["'kept for somebody under 21'", "'kept longer'"];

const renameMark = (table: string, ...columns: string[]) => {
  const changes = columns.map((column) => `${column} = replace(${column}, ${formerMark}, ${mark})`);
  const has = columns.map((column) => `${column} like '%' || ${formerMark} || '%'`);
  return `update ${table} set ${changes.join(', ')} where ${has.join(' or ')}`;
};

/** What jobs of 62fea7c3 did from time to time is done here once, of rows that they had not come to. */
const rowChanges = [
  renameMark('form_submissions', 'recorded'),
  renameMark('done_actions', 'action', 'undo', 'before', 'after'),
  renameMark('merges', 'before'),
  renameMark('jobs', 'payload'),
  `update form_submissions set next_at = coalesce(target_at, due_at, created_at), update_answered_at = claimant_update_seen_at,
    next_kind = case when contacted_at is null then 'first call' else 'decide' end where next_kind = 'first call' and next_at = 0`,
  `insert into search_queue (submission_id) select id from form_submissions
    where id not in (select submission_id from indexed_submissions) on conflict (submission_id) do nothing`,
  "delete from jobs where id = 'next-steps'",
];

/** What is new has its default in the rows of before; what nothing reads any more goes. */
const shared = [
  'alter table form_submissions add column film_ms bigint not null default 0',
  'alter table form_submissions add column closing_reason text',
  'alter table form_submissions drop column reminded_hours',
  ...['messages', 'inbound_emails'].flatMap((table) => [
    `alter table ${table} add column is_automatic integer not null default 0`,
    `alter table ${table} add column reply_to text`,
  ]),
  'alter table indexed_submissions add column terms_version integer not null default 0',
  'create index indexed_submissions_by_version on indexed_submissions (terms_version)',
  `create index form_submissions_closed_to_answer on form_submissions (claimant_update_at, id)
    where closed_at is not null and quarantined_at is null and merged_into is null and claimant_update_at > closed_at
      and claimant_update_at > coalesce(update_answered_at, 0)`,
  drop('acknowledgements'),
];

const onSqlite = [
  'alter table form_submissions add column transaction_id text',
  'drop index claimant_messages_submission',
  'create index messages_by_submission on messages (submission_id, at)',
];

const onPostgres = [
  'alter table form_submissions add column transaction_id xid8',
  // Set afterwards, because a new column with such a default has PostgreSQL write the whole table anew.
  'alter table form_submissions alter column transaction_id set default pg_current_xact_id()',
  'create index form_submissions_by_transaction on form_submissions (transaction_id)',
  'alter table form_submissions alter column next_reminder_at drop default',
  'drop view claimant_messages',
  ...['search_terms', 'message_terms', 'search_state'].map(drop),
  'alter index claimant_messages_submission rename to messages_by_submission',
  'alter table messages rename constraint claimant_messages_pkey to messages_pkey',
  'alter table messages rename constraint claimant_messages_submission_id_fkey to messages_submission_id_fkey',
  ...['jobs', 'job_attempts', 'evidence', 'merged_submissions'].map(
    (table) => `alter table ${table} rename constraint ${table}_key to ${table}_pkey`,
  ),
];
