import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from '#server/core/settings/env.ts';
import { restore } from '#server/operations/backup/back-up.ts';
import { CopyError } from '#server/operations/backup/copy.ts';
import { printChecksums, runTool } from './run-tool.ts';

/** npm run restore -- --from folder [--replace]: brings a backup back, into DATA_DIR or into the database of DATABASE_URL. */
await runTool(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } } });
  if (!values.from) throw new CopyError('Say which backup: npm run restore -- --from backups/…');
  const env = readEnv(process.env);
  const { madeAt, tables, evidence } = await restore(resolve(values.from), env, { replace: values.replace });
  printChecksums(tables);
  if (evidence?.in === 'S3, not in this backup')
    console.log('The files of claims are in S3 and not in this backup: check EVIDENCE_URL.');
  else if (env.evidenceUrl)
    console.log(`EVIDENCE_URL is set: copy what is in ${env.dataDir}/evidence to the bucket, under the same names.`);
  // In a folder of another user the files were restored for that user.
  if (process.getuid?.() === 0 && !env.databaseUrl && statSync(env.dataDir).uid === 0)
    console.log(`${env.dataDir} belongs to root: before another user starts Kerbside, chown -R USER: ${env.dataDir}`);
  console.log(`Restored what was there at ${madeAt}. Start Kerbside to use it.`);
});
