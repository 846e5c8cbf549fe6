import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restore } from '#server/database/back-up.ts';
import { CopyError } from '#server/database/copy.ts';
import { readEnv } from '#server/env.ts';
import { printChecksums, runTool } from './run-tool.ts';

/** npm run restore -- --from folder [--replace]: brings a backup back, into DATA_DIR or into the database of DATABASE_URL. */
await runTool(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } } });
  if (!values.from) throw new CopyError('Say which backup: npm run restore -- --from backups/…');
  const { madeAt, tables } = await restore(resolve(values.from), readEnv(process.env), { replace: values.replace });
  printChecksums(tables);
  console.log(`Restored what was there at ${madeAt}. Start Kerbside to use it.`);
});
