import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';

/** What staff do to a submission, and letters that announce something else than a new one. */
export function desk(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await freeLetters(db, engine);
      await addDeskColumns(db);
      await addDeskTables(db, engine);
    },
  };
}

/** Until now every letter was about a submission. SQLite cannot take a rule off a column, so there the table is made anew. */
async function freeLetters(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    await sql`alter table letters alter column submission_id drop not null`.execute(db);
  } else {
    const columns = sql.raw(
      'id, submission_id, kind, created_at, next_try_at, tries, lease_until, fence, sent_at, gave_up_at, last_answer, first_tried_at, last_outcome, seen_at',
    );
    await sql`create table letters_anew (
      id text primary key, submission_id text references form_submissions (id) on delete cascade, kind text not null,
      created_at bigint not null, next_try_at bigint not null, tries integer not null default 0, lease_until bigint,
      fence integer not null default 0, sent_at bigint, gave_up_at bigint, last_answer text, first_tried_at bigint,
      last_outcome text, seen_at bigint)`.execute(db);
    await sql`insert into letters_anew (${columns}) select ${columns} from letters`.execute(db);
    await sql`drop table letters`.execute(db);
    await sql`alter table letters_anew rename to letters`.execute(db);
    await sql`create index letters_waiting on letters (next_try_at) where sent_at is null and gave_up_at is null`.execute(db);
    await sql`create index letters_given_up on letters (gave_up_at) where gave_up_at is not null`.execute(db);
    await sql`create index letters_by_submission on letters (submission_id)`.execute(db);
  }
  await db.schema.alterTable('letters').addColumn('recipient', 'text').execute();
  await db.schema.alterTable('letters').addColumn('details', 'text').execute();
  await db.schema
    .createTable('letter_tries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('letter_id', 'text', (column) => column.notNull().references('letters.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('letter_tries_by_letter').on('letter_tries').column('letter_id').execute();
}

async function addDeskColumns(db: Kysely<unknown>): Promise<void> {
  for (const [column, type] of [
    ['target_at', 'bigint'],
    ['contacted_at', 'bigint'],
    ['contacted_by', 'text'],
    ['closed_at', 'bigint'],
    ['closed_by', 'text'],
    ['assigned_to', 'text'],
  ] as const)
    await db.schema.alterTable('form_submissions').addColumn(column, type).execute();
  await db.schema
    .alterTable('form_submissions')
    .addColumn('warned_hours', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  // What was promised before there was a desk was answered outside of it: nobody is to be warned of all of it at once.
  await sql`update form_submissions set warned_hours = 24 where due_at < ${sql.lit(Date.now())}`.execute(db);
  await addListIndexes(db);
}

/** One for each list that staff keep open, so that a page of it costs the same however long the list is. */
async function addListIndexes(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, what: string, where: string) =>
    sql`create index ${sql.raw(`form_submissions_${name}`)} on form_submissions (${sql.raw(what)}) where ${sql.raw(where)}`.execute(
      db,
    );
  const newest = 'created_at desc, id desc';
  const open = 'contacted_at is null and closed_at is null and quarantined_at is null';
  await index('newest', newest, 'quarantined_at is null');
  await index('by_form', `form_name, ${newest}`, 'quarantined_at is null');
  await index('new', newest, open);
  await index('contacted', newest, 'contacted_at is not null and closed_at is null and quarantined_at is null');
  await index('closed', newest, 'closed_at is not null and quarantined_at is null');
  await index('suspects', newest, 'quarantined_at is not null');
  await index('assigned', `assigned_to, ${newest}`, 'assigned_to is not null and quarantined_at is null');
  await index(
    'assigned_open',
    `assigned_to, ${newest}`,
    'assigned_to is not null and closed_at is null and quarantined_at is null',
  );
  await index('due', 'coalesce(target_at, due_at), id', `${open} and due_at is not null`);
  await index('promised', 'warned_hours, due_at', `${open} and due_at is not null`);
  // With all that the weekly figures need, so that they never read the answers.
  await index(
    'promises',
    'created_at, id, due_at, target_at, contacted_at, closed_at',
    'due_at is not null and quarantined_at is null',
  );
}

async function addDeskTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const aboutSubmission = (name: string) =>
    table(db, name).addColumn('submission_id', 'text', (column) =>
      column.notNull().references('form_submissions.id').onDelete('cascade'),
    );
  await aboutSubmission('notes')
    .addColumn('author_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('removed_at', 'bigint')
    .execute();
  await db.schema.createIndex('notes_by_submission').on('notes').column('submission_id').execute();

  await db.schema
    .createTable('search_terms')
    .addColumn('submission_id', 'text', (column) => column.notNull().references('form_submissions.id').onDelete('cascade'))
    // In byte order a prefix is a range, on either engine.
    .addColumn('term', engine === 'postgres' ? sql`text collate "C"` : 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_terms_key', ['submission_id', 'term'])
    // The key is the whole row: without this SQLite would keep it twice.
    .$call((create) => (engine === 'sqlite' ? create.modifyEnd(sql`without rowid`) : create))
    .execute();
  await db.schema
    .createIndex('search_terms_by_term')
    .on('search_terms')
    .columns(['term', 'created_at', 'submission_id'])
    .execute();

  await table(db, 'audit_events')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('act', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('audit_events_by_subject').on('audit_events').columns(['subject_id', 'id']).execute();
  await db.schema.createIndex('audit_events_by_act').on('audit_events').columns(['act', 'at']).execute();

  await table(db, 'tombstones')
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('form_name', 'text', (column) => column.notNull())
    .addColumn('erased_at', 'bigint', (column) => column.notNull())
    .addColumn('erased_by', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .execute();
  await table(db, 'jobs').addColumn('ran_at', 'bigint').addColumn('succeeded_at', 'bigint').addColumn('words', 'text').execute();
}

function table(db: Kysely<unknown>, name: string): CreateTableBuilder<string, 'id'> {
  return db.schema.createTable(name).addColumn('id', 'text', (column) => column.primaryKey());
}
