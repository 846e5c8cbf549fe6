import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { acquireDataDirLock } from '#server/core/database/data-dir.ts';
import type { Database, DatabaseLocation } from '#server/core/database/database.ts';
import { expectNotMoved, markMoved } from '#server/core/database/moved-away.ts';
import { migrate, openDatabase } from '#server/core/database/open.ts';
import type { Schema } from '#server/core/database/schema.ts';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { errorMessage } from '#server/core/observability/log.ts';

/** How many rows a table has, and a checksum over all of them that does not depend on the engine or on their order. */
export type TableChecksum = { table: string; rows: number; checksum: string };

/** The copy was not made; the message is a sentence. */
export class CopyError extends Error {}

type Row = Record<string, unknown> & { id: string };
// The types of columns are left open, so that a column added later is copied too.
type AnyTables = Kysely<Record<string, Row>>;

/** Rows read and written at once. */
const pageSize = 500;

/** Copies everything into an empty store in one transaction, from one moment of the source, and proves that it arrived. */
export async function copyAll(from: Database, to: Database): Promise<TableChecksum[]> {
  return inSnapshot(from, (source) =>
    to.write(async (tx) => {
      const target = tx as unknown as AnyTables;
      for (const { name } of tables)
        if (await target.selectFrom(name).select('id').limit(1).executeTakeFirst())
          throw new CopyError(`The target is not empty: its table ${name} has rows. Nothing was changed.`);
      for (const { name, json } of tables)
        for await (const page of readPages(source, name))
          await target
            .insertInto(name)
            .values(page.map((row) => withJsonText(row, json)))
            .execute();
      const sums = await checksumTables(source);
      const arrived = await checksumTables(target);
      if (JSON.stringify(sums) !== JSON.stringify(arrived))
        throw new CopyError('What arrived is not what was sent. Nothing was kept.');
      return sums;
    }),
  );
}

/** Counts and checksums of a store, all from one moment. */
export function checksumAll(database: Database): Promise<TableChecksum[]> {
  return inSnapshot(database, checksumTables);
}

async function inSnapshot<T>({ db, engine }: Database, read: (source: AnyTables) => Promise<T>): Promise<T> {
  const transaction = (db as unknown as AnyTables).transaction().setAccessMode('read only');
  return (engine === 'sqlite' ? transaction : transaction.setIsolationLevel('repeatable read')).execute(read);
}

async function checksumTables(source: AnyTables): Promise<TableChecksum[]> {
  const sums: TableChecksum[] = [];
  for (const { name, json } of tables) {
    let rows = 0;
    let sum = 0n;
    for await (const page of readPages(source, name)) {
      rows += page.length;
      for (const row of page) sum = BigInt.asUintN(256, sum + hashOf(row, json));
    }
    sums.push({ table: name, rows, checksum: sum.toString(16).padStart(64, '0') });
  }
  return sums;
}

async function* readPages(source: AnyTables, table: string): AsyncGenerator<Row[]> {
  for (let last: string | null = null; ; ) {
    const page = (await source
      .selectFrom(table)
      .selectAll()
      .$if(last !== null, (query) => query.where('id', '>', last as string))
      .orderBy('id')
      .limit(pageSize)
      .execute()) as Row[];
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)?.id ?? null;
  }
}

function withJsonText(row: Row, json: readonly string[]): Row {
  const texts = json.map((name) => [
    name,
    typeof row[name] === 'object' && row[name] !== null ? JSON.stringify(row[name]) : row[name],
  ]);
  return { ...row, ...Object.fromEntries(texts) };
}

/** The hash of a row, the same on both engines: names are sorted, and JSON is compared by its value, not its spacing. */
function hashOf(row: Row, json: readonly string[]): bigint {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    json.includes(name) && typeof value === 'string' ? JSON.parse(value) : value,
  ]);
  return BigInt(
    `0x${createHash('sha256')
      .update(canonical(Object.fromEntries(values)))
      .digest('hex')}`,
  );
}

function canonical(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}

/**
 * Copies everything from one store to another, which must be empty. Nothing may be serving from either meanwhile. `warn` is given a sentence
 * where the source cannot be marked, as a read-only one, or one whose user makes no tables.
 */
export async function moveData(
  from: DatabaseLocation,
  to: DatabaseLocation,
  warn: (sentence: string) => void = () => {},
): Promise<TableChecksum[]> {
  if (!from.databaseUrl && !existsSync(join(from.dataDir, databaseFileName)))
    throw new CopyError(`There is no database in ${from.dataDir}.`);
  const locks = [from, to].filter(({ databaseUrl }) => !databaseUrl).map(({ dataDir }) => acquireDataDirLock(dataDir, 0));
  const source = openDatabase(from, { noTimeouts: true });
  const target = openDatabase(to, { noTimeouts: true });
  try {
    await expectNotMoved(source);
    await migrate(source);
    await migrate(target);
    const sums = await copyAll(source, target);
    // A PostgreSQL source is not locked, so another instance may have written.
    if (JSON.stringify(await checksumAll(source)) !== JSON.stringify(sums))
      throw new CopyError('Something changed the source meanwhile: stop every Kerbside, empty the target, and move again.');
    await markMoved(source, to).catch((error) =>
      warn(`The store of before could not be marked as moved (${errorMessage(error)}): see that nothing starts on it.`),
    );
    return sums;
  } finally {
    await source.close();
    await target.close();
    for (const lock of locks) lock.release();
  }
}

/**
 * Every table with what it takes to copy it: those that others refer to come first, and every one has a text key named id.
 * A table that is missing here would be missing from backups; a test holds the list against the schema. The search index is derived:
 * triggers have the copy indexed anew.
 */
export const tables: readonly { name: keyof Schema; json: readonly string[] }[] = [
  { name: 'form_submissions', json: ['form_data'] },
  { name: 'jobs', json: [] },
  { name: 'job_attempts', json: [] },
  { name: 'notes', json: [] },
  { name: 'contact_attempts', json: [] },
  { name: 'done_actions', json: [] },
  { name: 'corrections', json: [] },
  { name: 'merges', json: [] },
  { name: 'merged_submissions', json: [] },
  { name: 'messages', json: [] },
  { name: 'inbound_emails', json: [] },
  { name: 'inbound_cursors', json: [] },
  { name: 'escalations', json: [] },
  { name: 'reminder_pace', json: [] },
  { name: 'canary_runs', json: [] },
  { name: 'evidence', json: [] },
  { name: 'audit_events', json: [] },
  { name: 'tombstones', json: [] },
  { name: 'staff', json: [] },
  { name: 'staff_sessions', json: [] },
  { name: 'staff_accounts', json: [] },
  { name: 'staff_verifications', json: [] },
  { name: 'staff_two_factors', json: [] },
  { name: 'staff_passkeys', json: [] },
  { name: 'staff_challenges', json: [] },
  { name: 'staff_invitations', json: [] },
  { name: 'staff_quiet_hours', json: [] },
  { name: 'push_keys', json: [] },
  { name: 'push_subscriptions', json: [] },
  { name: 'site_versions', json: [] },
  { name: 'partners', json: [] },
];
