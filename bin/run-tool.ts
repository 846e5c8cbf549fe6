import { resolve } from 'node:path';
import { type DatabaseLocation, DatabaseOpenError, storeReason } from '#server/core/database/database.ts';
import { ownerHint } from '#server/core/database/ownership.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { SettingError } from '#server/core/settings/env.ts';
import { CopyError, type TableChecksum } from '#server/operations/backup/copy.ts';

/** Runs a command-line tool: whatever goes wrong is a sentence and exit code 1. LOG_LEVEL=debug shows the stack too. */
export async function runTool(tool: () => Promise<void>): Promise<void> {
  // Files are only for their owner, as the product's are: a backup is as private as its store.
  process.umask(0o077);
  try {
    await tool();
  } catch (error) {
    console.error(sentenceOf(error));
    if (process.env.LOG_LEVEL === 'debug') console.error(error);
    process.exitCode = 1;
  }
}

const fileReasons: Record<string, string> = {
  EACCES: 'this user may not read or write it',
  EPERM: 'this user may not do that',
  EROFS: 'it is on a file system that cannot be written to',
  ENOSPC: 'there is no space left on the disk',
  EDQUOT: 'there is no space left on the disk',
  ENOENT: 'it is not there',
  ENOTDIR: 'it is not a folder',
  EISDIR: 'it is a folder',
};

function sentenceOf(error: unknown): string {
  const message = errorMessage(error);
  const { code = '', path } = (error ?? {}) as { code?: string; path?: string };
  const isExpected = error instanceof SettingError || error instanceof DatabaseOpenError || error instanceof CopyError;
  if (isExpected || code.startsWith('ERR_PARSE_ARGS')) return message;
  if (code === '42P01' || /^no such (?:table|column)/.test(message))
    return 'The store is not up to date. Start the product once, with the same settings.';
  const reason = storeReason(error);
  if (reason) return `The store cannot be used: ${reason} (${message}). Look at DATABASE_URL, or DATA_DIR.`;
  if (path && fileReasons[code]) return `${path} cannot be used: ${fileReasons[code]} (${code}).${ownerHint(path)}`;
  return `It failed: ${message} (LOG_LEVEL=debug shows where.)`;
}

/** A store as people type it: postgres://… or a folder. */
export function parseLocation(text: string): DatabaseLocation {
  return /^postgres(ql)?:\/\//.test(text) ? { dataDir: '', databaseUrl: text } : { dataDir: resolve(text), databaseUrl: null };
}

export function printChecksums(sums: TableChecksum[]): void {
  for (const { table, rows, checksum } of sums) console.log(`${table.padEnd(20)} ${String(rows).padStart(8)} rows  ${checksum}`);
}
