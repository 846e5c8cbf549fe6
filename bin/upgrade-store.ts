import { chownSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Database } from '#server/core/database/database.ts';
import { type UpgradeOrder, upgradeOrderName } from '#server/core/database/going-back.ts';
import { migrate, openDatabase, openReadOnly, pendingMigrations, unknownMigrations } from '#server/core/database/open.ts';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { type Env, readEnv } from '#server/core/settings/env.ts';
import { CopyError } from '#server/operations/backup/copy.ts';
import { runTool } from './run-tool.ts';

/** What npm run upgrade alone asks of a release, which prints its answer as JSON. */
const questions: Record<string, (env: Env, folder: string, copy: string) => Promise<unknown>> = {
  try: tryOn,
  keep: orderToKeep,
  back: orderBack,
  unknown,
};

await runTool(async () => {
  const [name = '', folder = '', copy = ''] = parseArgs({ allowPositionals: true }).positionals;
  const question = questions[name];
  if (!question) throw new CopyError('npm run upgrade runs this.');
  console.log(JSON.stringify((await question(readEnv(process.env), folder, copy)) ?? null));
});

/** Runs the migrations on a copy of the backup in a folder; on PostgreSQL in a transaction that is rolled back. */
async function tryOn(env: Env, backup: string, copy: string) {
  const startedAt = performance.now();
  const seconds = () => Math.ceil((performance.now() - startedAt) / 1_000);
  if (env.databaseUrl)
    return using(openDatabase(env, { noTimeouts: true }), async (database) => {
      const pending = await pendingMigrations(database);
      const needsStop = pending.length > 0 ? await migrate(database, { isTrial: true }) : [];
      return { pending, seconds: seconds(), needsStop };
    });
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { mode: 0o700 });
  try {
    copyFileSync(join(backup, databaseFileName), join(copy, databaseFileName));
    return await using(openDatabase({ dataDir: copy, databaseUrl: null }, { checkIntegrity: true }), async (database) => {
      const pending = await pendingMigrations(database);
      await migrate(database);
      return { pending, seconds: seconds(), needsStop: [] };
    });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Has the next start copy the store into a folder of DATA_DIR, where it will change the schema. */
async function orderToKeep(env: Env, kept: string): Promise<void> {
  const database = env.databaseUrl ? null : openReadOnly(env);
  const pending = database ? await using(database, pendingMigrations) : [];
  if (pending.length > 0) order(env.dataDir, { keepIn: kept });
  else rmSync(join(env.dataDir, upgradeOrderName), { force: true });
}

/**
 * Has the next start put the store back that was kept in a folder of DATA_DIR. No claim that somebody was told we have may be lost by that:
 * then nothing is ordered, and the answer is the sentence that says why.
 */
async function orderBack({ dataDir, databaseUrl }: Env, kept: string): Promise<string | null> {
  if (databaseUrl) return null;
  rmSync(join(dataDir, upgradeOrderName), { force: true });
  if (!existsSync(join(dataDir, kept, databaseFileName))) return null;
  const before = await idsIn(join(dataDir, kept));
  const arrived = [...(await idsIn(dataDir))].filter((id) => !before.has(id)).length;
  if (arrived > 0)
    return `It has changed the schema and taken ${arrived} submissions since, so the new release stays, and no other can open the store without losing them.`;
  order(dataDir, { goBackTo: kept, aside: `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}` });
  return null;
}

/** For the user of the data folder, who starts the product. */
function order(dataDir: string, value: UpgradeOrder): void {
  const path = join(dataDir, upgradeOrderName);
  writeFileSync(`${path}.part`, JSON.stringify(value));
  const { uid, gid } = statSync(dataDir);
  if (process.getuid?.() === 0) chownSync(`${path}.part`, uid, gid);
  renameSync(`${path}.part`, path);
}

/** The names of the migrations that the store has run and this release does not have. */
async function unknown(env: Env): Promise<string[]> {
  const database = openReadOnly(env);
  return database ? using(database, unknownMigrations) : [];
}

async function idsIn(dataDir: string): Promise<Set<string>> {
  const database = openReadOnly({ dataDir, databaseUrl: null });
  if (!database) return new Set();
  const rows = await using(database, ({ db }) => db.selectFrom('form_submissions').select('id').execute());
  return new Set(rows.map(({ id }) => id));
}

async function using<T>(database: Database, work: (database: Database) => Promise<T>): Promise<T> {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
