import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Migration, Migrator } from 'kysely/migration';
import { buildIndexes } from './concurrent-indexes.ts';
import { acquireDataDirLock, consumeCleanShutdown, recordCleanShutdown } from './data-dir.ts';
import {
  type Database,
  type DatabaseLocation,
  DatabaseOpenError,
  type Engine,
  postgresOpenMessage,
  sqliteOpenMessage,
} from './database.ts';
import { lockUntilCommit } from './engine.ts';
import { goBackIfAsked, keepIfAsked } from './going-back.ts';
import { withTablesLocked } from './lock-tables.ts';
import { submissionsAndLetters } from './migrations/0001-submissions-and-letters.ts';
import { quarantine } from './migrations/0002-quarantine.ts';
import { letterHistory } from './migrations/0003-letter-history.ts';
import { desk } from './migrations/0004-desk.ts';
import { staff } from './migrations/0005-staff.ts';
import { givenUpDetails } from './migrations/0006-given-up-details.ts';
import { auditDigests } from './migrations/0007-audit-digests.ts';
import { searchIndex } from './migrations/0008-search-index.ts';
import { jobs } from './migrations/0009-jobs.ts';
import { auditAction } from './migrations/0010-audit-action.ts';
import { responseTargets } from './migrations/0011-response-targets.ts';
import { claimant } from './migrations/0012-claimant.ts';
import { evidence } from './migrations/0013-evidence.ts';
import { attemptDetails } from './migrations/0014-attempt-details.ts';
import { acknowledgements } from './migrations/0015-acknowledgements.ts';
import { claimantUpdates } from './migrations/0016-claimant-updates.ts';
import { objectNames } from './migrations/0017-object-names.ts';
import { missingEvidence } from './migrations/0018-missing-evidence.ts';
import { withdrawnClaims } from './migrations/0019-withdrawn-claims.ts';
import { notPursued } from './migrations/0020-not-pursued.ts';
import { erasureAnswers } from './migrations/0021-erasure-answers.ts';
import { messageTerms } from './migrations/0022-message-terms.ts';
import { mergedSubmissions } from './migrations/0023-merged-submissions.ts';
import { dueCounts } from './migrations/0024-due-counts.ts';
import { removedEvidence } from './migrations/0027-removed-evidence.ts';
import { previewTime } from './migrations/0028-preview-time.ts';
import { quotasInMemory } from './migrations/0030-quotas-in-memory.ts';
import { nextReminder } from './migrations/0031-next-reminder.ts';
import { releaseBefore } from './migrations/0032-release-before.ts';
import { recordedActions } from './migrations/0034-recorded-actions.ts';
import { searchOnce } from './migrations/0035-search-once.ts';
import { nextSteps } from './migrations/0036-next-steps.ts';
import { doneActions } from './migrations/0037-done-actions.ts';
import { addedByStaff } from './migrations/0042-added-by-staff.ts';
import { messages } from './migrations/0044-messages.ts';
import { merges } from './migrations/0045-merges.ts';
import { awayStaff } from './migrations/0046-away-staff.ts';
import { actsOnMany } from './migrations/0047-acts-on-many.ts';
import { reportIndexes } from './migrations/0049-report-indexes.ts';
import { inboundEmails } from './migrations/0050-inbound-emails.ts';
import { passkeys } from './migrations/0051-passkeys.ts';
import { renumberedMailboxes } from './migrations/0053-renumbered-mailboxes.ts';
import { push } from './migrations/0055-push.ts';
import { escalations } from './migrations/0056-escalations.ts';
import { digestTimes } from './migrations/0057-digest-times.ts';
import { canary } from './migrations/0058-canary.ts';
import { siteVersions } from './migrations/0062-site-versions.ts';
import { sources } from './migrations/0063-sources.ts';
import { filmTime } from './migrations/0064-film-time.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import type { Db } from './schema.ts';
import { createSqliteDatabase, databaseFileName, openSqlite, type SqliteOptions } from './sqlite.ts';

/**
 * Opens the store without a migration. Throws `DatabaseOpenError`. `checkIntegrity`: checks every page of a SQLite file first.
 */
export function openDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  options: PostgresOptions & SqliteOptions = {},
): Database {
  return databaseUrl ? openPostgres(databaseUrl, options) : openSqlite(dataDir, options);
}

/** Opens a store read-only, also while another process serves from it. Null where a folder has none. Throws `DatabaseOpenError`. */
export function openReadOnly({ dataDir, databaseUrl }: DatabaseLocation): Database | null {
  if (databaseUrl) return openPostgres(databaseUrl, {});
  const path = join(dataDir, databaseFileName);
  if (!existsSync(path)) return null;
  try {
    return createSqliteDatabase(path, new Sqlite(path, { readonly: true }), null);
  } catch (error) {
    throw new DatabaseOpenError(sqliteOpenMessage(path, error), { cause: error });
  }
}

/** The migrations in order, which is that of their names. A released one is never edited, because stores have run it. */
const migrations: Record<string, (engine: Engine) => Migration> = {
  '0001-submissions-and-letters': submissionsAndLetters,
  '0002-quarantine': quarantine,
  '0003-letter-history': letterHistory,
  '0004-desk': desk,
  '0005-staff': staff,
  '0006-given-up-details': givenUpDetails,
  '0007-audit-digests': auditDigests,
  '0008-search-index': searchIndex,
  '0009-jobs': jobs,
  '0010-audit-action': auditAction,
  '0011-response-targets': responseTargets,
  '0012-claimant': claimant,
  '0013-evidence': evidence,
  '0014-attempt-details': attemptDetails,
  '0015-acknowledgements': acknowledgements,
  '0016-claimant-updates': claimantUpdates,
  '0017-object-names': objectNames,
  '0018-missing-evidence': missingEvidence,
  '0019-withdrawn-claims': withdrawnClaims,
  '0020-not-pursued': notPursued,
  '0021-erasure-answers': erasureAnswers,
  '0022-message-terms': messageTerms,
  '0023-merged-submissions': mergedSubmissions,
  '0024-due-counts': dueCounts,
  '0027-removed-evidence': removedEvidence,
  '0028-preview-time': previewTime,
  '0030-quotas-in-memory': quotasInMemory,
  '0031-next-reminder': nextReminder,
  '0032-release-before': releaseBefore,
  '0034-recorded-actions': recordedActions,
  '0035-search-once': searchOnce,
  '0036-next-steps': nextSteps,
  '0037-done-actions': doneActions,
  '0042-added-by-staff': addedByStaff,
  '0044-messages': messages,
  '0045-merges': merges,
  '0046-away-staff': awayStaff,
  '0047-acts-on-many': actsOnMany,
  '0049-report-indexes': reportIndexes,
  '0050-inbound-emails': inboundEmails,
  '0051-passkeys': passkeys,
  '0053-renumbered-mailboxes': renumberedMailboxes,
  '0055-push': push,
  '0056-escalations': escalations,
  '0057-digest-times': digestTimes,
  '0058-canary': canary,
  '0062-site-versions': siteVersions,
  '0063-sources': sources,
  '0064-film-time': filmTime,
};

export const newestMigration = Object.keys(migrations).at(-1) as string;

/** The number of the advisory lock that serialises migrations; it is arbitrary. */
const migrationLock = 4_757_229;

/**
 * Brings the schema up to date, or up to one migration, under the database's own lock, so that several instances may start at
 * once. `isTrial`, on PostgreSQL: nothing of it is kept, and indexes that are built afterwards are not tried.
 */
export async function migrate(
  database: Database,
  { upTo, isTrial = false }: { upTo?: keyof typeof migrations; isTrial?: boolean } = {},
): Promise<void> {
  const rolledBack = new Error('The migrations were tried.');
  const { db, engine } = database;
  if (engine === 'sqlite') await run(db, engine, upTo);
  else
    await withTablesLocked(database, {
      needsLocks: async (tx) => {
        await lockUntilCommit(tx, migrationLock);
        return (await pendingMigrations({ db: tx, engine }, upTo)).length > 0;
      },
      upgrade: async (tx) => {
        await run(tx, engine, upTo);
        if (isTrial) throw rolledBack;
      },
    }).catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  if (!upTo && !isTrial) await buildIndexes(database);
}

/**
 * Opens the store for serving, with its schema up to date. On SQLite this process locks it for itself; on PostgreSQL others may use
 * it too.
 */
export async function openMigrated(
  location: DatabaseLocation,
  options: Pick<PostgresOptions, 'timeouts'> = {},
): Promise<Database> {
  const lock = location.databaseUrl ? null : acquireDataDirLock(location.dataDir);
  const path = join(location.dataDir, databaseFileName);
  try {
    if (lock) goBackIfAsked(location.dataDir);
    // Migrations may take longer than the timeouts for requests allow.
    const database = openDatabase(location, {
      ...options,
      noTimeouts: true,
      checkIntegrity: lock !== null && !consumeCleanShutdown(path),
    });
    const upgrade = async () => {
      if (lock && (await pendingMigrations(database)).length > 0) await keepIfAsked(database, location.dataDir);
      await migrate(database);
    };
    await upgrade().catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    if (!lock) await database.close();
    const serving = lock ? database : openDatabase(location, options);
    const close = async () => {
      await serving.close();
      if (lock) recordCleanShutdown(path);
    };
    return { ...serving, close: () => close().finally(() => lock?.release()) };
  } catch (error) {
    lock?.release();
    if (error instanceof DatabaseOpenError) throw error;
    const { databaseUrl } = location;
    const message = databaseUrl ? postgresOpenMessage(databaseUrl, error) : sqliteOpenMessage(path, error);
    throw new DatabaseOpenError(message, { cause: error });
  }
}

async function run(db: Db, engine: Engine, upTo?: string): Promise<void> {
  const migrator = createMigrator(db, engine);
  const { error } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (error) throw isFromLaterVersion(error) ? new DatabaseOpenError(laterVersion, { cause: error }) : error;
}

/** The names of the migrations that this store has not run. */
export async function pendingMigrations({ db, engine }: { db: Db; engine: Engine }, upTo?: string): Promise<string[]> {
  const all = await createMigrator(db, engine).getMigrations();
  const pending = all.filter(({ name, executedAt }) => executedAt === undefined && (upTo === undefined || name <= upTo));
  return pending.map(({ name }) => name);
}

function createMigrator(db: Db, engine: Engine): Migrator {
  const entries = Object.entries(migrations).map(([name, create]) => [name, create(engine)]);
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(entries) } });
}

const laterVersion = 'The database was made by a later version of Kerbside: start that version, or restore a backup of this one.';

function isFromLaterVersion(error: unknown): boolean {
  return error instanceof Error && /corrupted migrations: previously executed migration .* is missing/.test(error.message);
}
