import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Database } from '#server/core/database/database.ts';
import { executedMigrations, migrate, openDatabase, openReadOnly, pendingMigrations } from '#server/core/database/open.ts';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { CopyError } from '#server/operations/backup/copy.ts';
import { runTool } from './run-tool.ts';

/**
 * For npm run upgrade alone, which runs it of the release that it changes to, with a folder:
 * `try BACKUP COPY` runs the migrations on a copy of the backup in COPY, on PostgreSQL in a transaction that is rolled back, and prints the
 * names of those that were to run; `arrived KEPT` prints how many submissions the store has that its copy in KEPT has not; `unknown RELEASE`
 * prints the names of the migrations that the store has run and the release in that folder does not have.
 */
await runTool(async () => {
  const [work, ...folders] = parseArgs({ allowPositionals: true }).positionals;
  const env = readEnv(process.env);
  if (work === 'try') console.log(JSON.stringify(await tryOn(env, folders[0] ?? '', folders[1] ?? '')));
  else if (work === 'arrived') console.log(JSON.stringify(await countArrived(env.dataDir, folders[0] ?? '')));
  else if (work === 'unknown') console.log(JSON.stringify(await unknownTo(env, folders[0] ?? '')));
  else throw new CopyError('npm run upgrade runs this.');
});

async function tryOn(env: ReturnType<typeof readEnv>, backup: string, copy: string): Promise<string[]> {
  if (env.databaseUrl)
    return using(openDatabase(env, { noTimeouts: true }), async (database) => {
      const pending = await pendingMigrations(database);
      if (pending.length > 0) await migrate(database, { isTrial: true });
      return pending;
    });
  copyFileSync(join(backup, databaseFileName), join(copy, databaseFileName));
  return using(openDatabase({ dataDir: copy, databaseUrl: null }, { checkIntegrity: true }), async (database) => {
    const pending = await pendingMigrations(database);
    await migrate(database);
    return pending;
  });
}

async function countArrived(dataDir: string, kept: string): Promise<number> {
  if (!existsSync(join(kept, databaseFileName))) return 0;
  const [now, before] = await Promise.all([dataDir, kept].map(idsIn));
  return [...(now ?? [])].filter((id) => !before?.has(id)).length;
}

async function unknownTo(env: ReturnType<typeof readEnv>, release: string): Promise<string[]> {
  const list = join(release, 'server/core/database/migrations.ts');
  const known = existsSync(list) ? readFileSync(list, 'utf8') : '';
  const database = openReadOnly(env);
  if (!database) return [];
  return (await using(database, executedMigrations)).filter((name) => !known.includes(`'${name}'`));
}

async function idsIn(dataDir: string): Promise<Set<string>> {
  const database = openReadOnly({ dataDir, databaseUrl: null });
  if (!database) return new Set();
  return using(database, async ({ db }) => {
    const rows = await db.selectFrom('form_submissions').select('id').execute();
    return new Set(rows.map(({ id }) => id));
  });
}

async function using<T>(database: Database, work: (database: Database) => Promise<T>): Promise<T> {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
