import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '#server/database/backup.ts';
import { readEnv } from '#server/env.ts';
import { printSums, runTool } from './run-tool.ts';

/** npm run backup [-- --to folder]: a consistent copy of the whole store, also while it serves. */
await runTool(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = resolve(values.to ?? `backups/kerbside-${time}Z`);
  const { tables } = await backUp(readEnv(process.env), folder);
  printSums(tables);
  console.log(`Backed up to ${folder}. It holds personal data and secrets: keep it as safe as the store itself.`);
});
