import { parseArgs } from 'node:util';
import { CopyError, moveData } from '#server/database/copy.ts';
import { authSecretFileName } from '#server/database/data-dir.ts';
import { readEnv } from '#server/env.ts';
import { parseLocation, printChecksums, runTool } from './run-tool.ts';

/** npm run move-data -- --to postgres://… (or a folder): copies everything to another store and proves that it arrived. */
await runTool(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
  if (!values.to) throw new CopyError('Say where to: npm run move-data -- --to postgres://… or --to folder');
  const from = values.from ? parseLocation(values.from) : readEnv(process.env);
  printChecksums(await moveData(from, parseLocation(values.to)));
  console.log('The files of claims were not moved: copy DATA_DIR/evidence too, or keep EVIDENCE_URL as it is.');
  console.log(
    `The secret was not moved: copy DATA_DIR/${authSecretFileName} too, or set AUTH_SECRET. Without it no second factor works.`,
  );
  console.log('Everything arrived. Set DATABASE_URL or DATA_DIR to the new place before you start Kerbside again.');
});
