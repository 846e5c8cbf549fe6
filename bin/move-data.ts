import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { authSecretFileName, createPrivateFolder } from '#server/core/database/data-dir.ts';
import type { DatabaseLocation } from '#server/core/database/database.ts';
import { forgetMove } from '#server/core/database/moved-away.ts';
import { openDatabase } from '#server/core/database/open.ts';
import { giveToOwnerOf } from '#server/core/database/ownership.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { CopyError, moveData } from '#server/operations/backup/copy.ts';
import { parseLocation, printChecksums, runTool } from './run-tool.ts';

/**
 * npm run move-data -- --to postgres://… (or a folder): copies everything to another store and proves that it arrived. With --from-moved: a
 * store that was moved is to be used again.
 */
await runTool(async () => {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, 'from-moved': { type: 'boolean', default: false } },
  });
  if (values['from-moved']) return takeBackMove(readEnv(process.env));
  if (!values.to) throw new CopyError('Say where to: npm run move-data -- --to postgres://… or --to folder');
  const env = readEnv(process.env);
  const from = values.from ? parseLocation(values.from) : env;
  const to = parseLocation(values.to);
  // With PostgreSQL the secret is in DATA_DIR as well.
  const secret = { from: from.dataDir || env.dataDir, to: to.dataDir || env.dataDir };
  if (!env.authSecret) refuseOtherSecret(secret);
  printChecksums(await moveData(from, to, (sentence) => console.error(sentence)));
  console.log('The files of claims were not moved: copy DATA_DIR/evidence too, or keep EVIDENCE_URL as it is.');
  console.log(env.authSecret ? 'AUTH_SECRET is set: set it to the same at the new place.' : takeAlong(secret));
  console.log('Everything arrived. Set DATABASE_URL or DATA_DIR to the new place before you start Kerbside again.');
});

async function takeBackMove(env: DatabaseLocation): Promise<void> {
  const database = openDatabase(env, { isForCommand: true });
  try {
    const was = await forgetMove(database);
    console.log(was ? 'It is used again. What came to the other store since is not here.' : 'This store was not moved.');
  } finally {
    await database.close();
  }
}

type Folders = { from: string; to: string };

/** Its second factors and private links are of the store that is there, and nobody could tell which is wanted. */
function refuseOtherSecret(folders: Folders): void {
  const [source, target] = [join(folders.from, authSecretFileName), join(folders.to, authSecretFileName)];
  if (!existsSync(source) || !existsSync(target) || readFileSync(source, 'utf8') === readFileSync(target, 'utf8')) return;
  throw new CopyError(`${folders.to} has another ${authSecretFileName}, with which no second factor works: move it away first.`);
}

/** Without the secret nobody's second factor works, and no private link opens. */
function takeAlong(folders: Folders): string {
  const [source, target] = [join(folders.from, authSecretFileName), join(folders.to, authSecretFileName)];
  if (!existsSync(source)) return `There is no ${source}: nothing is encrypted or signed with it yet.`;
  if (folders.from === folders.to)
    return `The secret stays in ${source}: another machine needs a copy of it in its DATA_DIR, or the same AUTH_SECRET.`;
  createPrivateFolder(folders.to);
  // Its rights are copied too.
  copyFileSync(source, target);
  giveToOwnerOf(folders.to, target);
  return `The secret was copied to ${target}.`;
}
