import { resolve } from 'node:path';
import { CopyError, type TableChecksum } from '#server/database/copy.ts';
import { type DatabaseLocation, DatabaseOpenError } from '#server/database/database.ts';
import { SettingError } from '#server/env.ts';

/** Runs a command-line tool: what can be expected to go wrong is one sentence and exit code 1, everything else a stack. */
export async function runTool(tool: () => Promise<void>): Promise<void> {
  // As the product does: a backup is as private as what it is a backup of.
  process.umask(0o077);
  try {
    await tool();
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    process.exitCode = 1;
  }
}

function sentenceOf(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  const expected = error instanceof SettingError || error instanceof DatabaseOpenError || error instanceof CopyError;
  if (expected || code?.startsWith('ERR_PARSE_ARGS')) return message ?? null;
  const isOld = code === '42P01' || /^no such (?:table|column)/.test(message ?? '');
  return isOld ? 'The store is not up to date. Start the product once, with the same settings.' : null;
}

/** A store as people write it: postgres://… or a folder. */
export function parseLocation(text: string): DatabaseLocation {
  return /^postgres(ql)?:\/\//.test(text) ? { dataDir: '', databaseUrl: text } : { dataDir: resolve(text), databaseUrl: null };
}

export function printChecksums(sums: TableChecksum[]): void {
  for (const { table, rows, checksum } of sums) console.log(`${table.padEnd(20)} ${String(rows).padStart(8)} rows  ${checksum}`);
}
