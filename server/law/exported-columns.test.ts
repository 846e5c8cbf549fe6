// Protects: every column about a person is exported, or named with the reason why not.
import { type InsertObject, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ActionName, keptActions } from '#server/claims/actions/actions.ts';
import { recordedActions } from '#server/claims/view/recorded-actions.ts';
import type { Database } from '#server/core/database/database.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { Schema } from '#server/core/database/schema.ts';
import { columns } from '#testing/columns-about-people.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

/** A value for a column that occurs nowhere else: one of a time, a number or a text, by the column's name. */
function markerFor(table: string, column: string, number: number): string | number {
  if (/(^|_)at$/.test(column) && column !== 'taken_at') return Date.UTC(2026, 8, 1) + number * 60_000;
  if (['size', 'latitude', 'longitude', 'width', 'height', 'duration_ms'].includes(column)) return 70 + number / 64;
  return `${table} ${column}`;
}

function asExported(value: string | number): string {
  return typeof value === 'number' && value > 1e12 ? new Date(value).toISOString() : String(value);
}

describe('the subject access export', () => {
  async function setup() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database);
    const id = await testDesk.storeClaim(aoife);
    await testDesk.desk.runAction(olu, id, { type: 'contacted' });
    return { ...testDesk, database, id };
  }

  test('every column of every table is exported, or named with why it is not', async () => {
    const { database } = await setup();
    for (const { name, columns: actual } of await tablesOf(database)) {
      const named = columns[name as keyof Schema];
      expect(named, `${name} is neither exported nor left out`).toBeDefined();
      // Of what the sign-in library keeps the schema has only the columns that we touch.
      if (typeof named === 'object') expect(Object.keys(named).toSorted(), name).toEqual(actual.toSorted());
    }
  });

  test('what is said to be given is in the export, for programs and for people', async () => {
    const { database, desk, id } = await setup();
    const markers = await fill(database, id);
    const files = await Promise.all(
      (['json', 'text'] as const).map((format) => desk.exportPerson(olu, aoife.email ?? '', format)),
    );
    for (const { body, fileName } of files)
      for (const [column, value] of markers) expect(body, `${column} in ${fileName}`).toContain(value);
    expect(markers.size).toBeGreaterThan(50);
  });

  test('the claimant’s copy names no member of staff, also where a further action keeps one', async () => {
    const { database, desk, id } = await setup();
    await fill(database, id);
    const columns = { at: 'withdrawn_at', by: 'erasure_answered_by' } as const;
    const further = { name: 'called' as ActionName, title: 'Called', columns, onClaimantsPage: null, tells: () => null };
    recordedActions.push(further);
    keptActions.push(further);
    onTestFinished(() => void [recordedActions.pop(), keptActions.pop()]);
    for (const format of ['json', 'text'] as const) {
      const copy = await desk.copyForClaimant(id, format);
      expect(copy?.body).toMatch(/called/i);
      for (const { name } of [olu, grace]) expect(copy?.body).not.toContain(name);
      expect(copy?.body).toContain('our team');
    }
  });
});

/** Fills every column that is given with a value of its own; returns these values as they are exported, by table and column. */
async function fill({ db, write }: Database, id: string): Promise<Map<string, string>> {
  const markers = new Map<string, string>();
  const rowOf = <Table extends keyof Schema>(table: Table, links: Partial<Record<keyof Schema[Table], string>>) => {
    const row: Record<string, unknown> = { ...links };
    for (const [column, treatment] of Object.entries(columns[table])) {
      if (treatment === 'by name') row[column] = table === 'evidence' ? grace.id : olu.id;
      if (treatment === 'by name') markers.set(`${table}.${column}`, table === 'evidence' ? grace.name : olu.name);
      if (treatment !== 'given') continue;
      const value = markerFor(table, column, markers.size + 1);
      row[column] = ['size', 'width', 'height', 'duration_ms'].includes(column) ? Math.round(Number(value) * 64) : value;
      markers.set(`${table}.${column}`, asExported(row[column] as string | number));
    }
    return row as InsertObject<Schema, Table>;
  };
  const event = await db.selectFrom('audit_events').selectAll().where('subject_id', '=', id).executeTakeFirstOrThrow();
  await write(async (tx) => {
    const { form_name, ...submission } = rowOf('form_submissions', {});
    markers.set('form_submissions.form_name', 'Make a Claim');
    await tx
      .updateTable('form_submissions')
      .set(submission as object)
      .where('id', '=', id)
      .execute();
    const [email, file] = [makeId(1), makeId(2)];
    await tx
      .insertInto('merged_submissions')
      .values(rowOf('merged_submissions', { id: 'm', submission_id: id }))
      .execute();
    await tx
      .insertInto('messages')
      .values(rowOf('messages', { id: 'm', submission_id: id }))
      .execute();
    const job = { ...rowOf('jobs', { id: email, kind: 'email', subject_id: id }), run_at: 1 };
    await tx.insertInto('jobs').values(job).execute();
    await tx
      .insertInto('job_attempts')
      .values(rowOf('job_attempts', { id: 'a', job_id: email, kind: 'email' }))
      .execute();
    await tx
      .insertInto('evidence')
      .values(rowOf('evidence', { id: file, submission_id: id, object_name: 'o' }))
      .execute();
    await tx
      .insertInto('contact_attempts')
      .values(rowOf('contact_attempts', { id: 'c', submission_id: id, before: '{}' }))
      .execute();
    await tx
      .insertInto('corrections')
      .values({ ...rowOf('corrections', { id: 'c', submission_id: id, field: 'phone' }), undone_at: null })
      .execute();
    await tx
      .insertInto('notes')
      .values(rowOf('notes', { id: 'n', submission_id: id }))
      .execute();
  });
  for (const [column, value] of Object.entries({ at: asExported(event.at), actor: event.actor, action: event.action }))
    markers.set(`audit_events.${column}`, value);
  return markers;
}

/** The tables of the store and their columns, without those of migrations. */
async function tablesOf({ db, engine }: Database): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await (engine === 'sqlite'
    ? sql<{
        name: string;
        column: string;
      }>`select t.name, c.name as "column" from sqlite_schema t join pragma_table_info(t.name) c
        where t.type = 'table' and t.name not like '%migration%' and t.name not like 'sqlite_%'`
    : sql<{ name: string; column: string }>`select table_name as name, column_name as "column" from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like '%migration%'`
  ).execute(db);
  const tables = Map.groupBy(rows, ({ name }) => name);
  return [...tables].map(([name, its]) => ({ name, columns: its.map(({ column }) => column) }));
}
