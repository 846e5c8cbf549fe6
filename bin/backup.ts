import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp, recordBackup } from '#server/database/back-up.ts';
import { readEnv } from '#server/env.ts';
import { printChecksums, runTool } from './run-tool.ts';

/**
 * npm run backup [-- --to folder]: a consistent copy of the whole store, also while it serves.
 * With --made-by "pg_dump to s3" it makes none, and notes that another program has just made one.
 */
await runTool(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, 'made-by': { type: 'string' } } });
  const env = readEnv(process.env);
  const time = new Date().toISOString();
  const by = values['made-by'];
  if (by) {
    recordBackup(env.dataDir, { madeAt: time, by });
    console.log(`Noted: a backup was made by ${by}.`);
    return;
  }
  const folder = resolve(values.to ?? `backups/kerbside-${time.slice(0, 19).replaceAll(':', '-')}Z`);
  const { tables, madeAt, evidence } = await backUp(env, folder);
  recordBackup(env.dataDir, { madeAt, by: `npm run backup, to ${folder}` });
  printChecksums(tables);
  for (const name of evidence?.damaged ?? []) console.error(`Missing or changed: ${name}`);
  if (evidence && evidence.damaged.length > 0) process.exitCode = 1;
  if (env.evidenceUrl)
    console.log('The files of claims are in S3 (EVIDENCE_URL) and not in this backup: keep versions of the bucket.');
  console.log(`Backed up to ${folder}. It holds personal data and secrets: keep it as safe as the store itself.`);
});
