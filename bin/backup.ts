import { accessSync, constants } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createPrivateFolder } from '#server/core/database/data-dir.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { backUp } from '#server/operations/backup/back-up.ts';
import { CopyError } from '#server/operations/backup/copy.ts';
import { datedName, type Keep, newestBackup, pruneBackups } from '#server/operations/backup/dated-backups.ts';
import { recordBackup } from '#server/operations/backup/last-backup.ts';
import { printChecksums, runTool } from './run-tool.ts';

/**
 * npm run backup: a consistent copy of the whole store, also while it serves. By default into a new folder with the time in its name,
 * in --into FOLDER (backups); with --to FOLDER into exactly that one. --keep-daily N and --keep-weekly N then remove earlier ones.
 * With --made-by "pg_dump to s3" it makes none, and notes that another program has just made one.
 */
await runTool(async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      into: { type: 'string' },
      'keep-daily': { type: 'string' },
      'keep-weekly': { type: 'string' },
      'made-by': { type: 'string' },
    },
  });
  const keep = readKeep(values['keep-daily'], values['keep-weekly']);
  if (values.to && (values.into || keep))
    throw new CopyError('--to names one folder. For dated folders, of which some are kept, say --into instead.');
  const env = readEnv(process.env);
  const now = Date.now();
  const by = values['made-by'];
  if (by) {
    recordBackup(env.dataDir, { madeAt: new Date(now).toISOString(), by });
    console.log(`Noted: a backup was made by ${by}.`);
    return;
  }
  const folder = resolve(values.to ?? join(values.into ?? 'backups', datedName(now)));
  requireWritable(dirname(folder));
  const { tables, madeAt, evidence } = await backUp(env, folder, newestBackup(dirname(folder)));
  recordBackup(env.dataDir, { madeAt, by: `npm run backup, to ${folder}` });
  printChecksums(tables);
  const damaged = evidence?.damaged ?? [];
  for (const name of damaged) console.error(`Missing or changed: ${name}`);
  if (damaged.length > 0) process.exitCode = 1;
  if (env.evidenceUrl)
    console.log('The files of claims are in S3 (EVIDENCE_URL) and not in this backup: keep versions of the bucket.');
  console.log(`Backed up to ${folder}. It holds personal data and secrets: keep it as safe as the store itself.`);
  if (!keep) return;
  // An earlier backup may have files that are missing in this one.
  if (damaged.length > 0) console.error('No earlier backup was removed.');
  else for (const name of pruneBackups(dirname(folder), keep)) console.log(`Removed ${name}.`);
});

function readKeep(daily: string | undefined, weekly: string | undefined): Keep | null {
  if (daily === undefined && weekly === undefined) return null;
  const [days, weeks] = [daily ?? '1', weekly ?? '0'];
  if (!/^[1-9]\d{0,3}$/.test(days)) throw new CopyError('--keep-daily is how many days keep a backup: 1 or more.');
  if (!/^\d{1,4}$/.test(weeks)) throw new CopyError('--keep-weekly is how many weeks keep a backup: 0 or more.');
  return { daily: Number(days), weekly: Number(weeks) };
}

function requireWritable(folder: string): void {
  try {
    createPrivateFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CopyError(`Nothing can be written to ${folder} (${code}). Say where backups go: npm run backup -- --into FOLDER`);
  }
}
