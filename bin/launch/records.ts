import { CannotOpen } from '#server/database/cannot-open.ts';
import { readLastBackup } from '#server/database/last-backup.ts';
import type { Database } from '#server/database/open.ts';
import { openReadOnly } from '#server/database/read-only.ts';
import type { Env } from '#server/env.ts';
import { wordsOf } from '#server/ops/log.ts';
import { createBacklog } from '#server/outbox/backlog.ts';
import { amber, type Finding, green, red } from './finding.ts';
import { readStaff } from './store.ts';

const dayMs = 24 * 60 * 60_000;
const oldBackupMs = 2 * dayMs;
const uselessBackupMs = 7 * dayMs;
const longWaitMs = 15 * 60_000;

/** What the store and what lies beside it tell. It is only looked at, so that the product may serve meanwhile. */
export async function recordFindings(env: Env, now: number): Promise<Finding[]> {
  return [...(await storeFindings(env, now)), backupFinding(env.dataDir, now)];
}

async function storeFindings(env: Env, now: number): Promise<Finding[]> {
  let store: Database | null = null;
  try {
    store = openReadOnly(env);
    if (store === null)
      return [red('store', `There is no database in ${env.dataDir} yet.`, 'Start the product once, then check again.')];
    const { waiting, oldestSince, givenUp } = await createBacklog(store).count();
    const stuck = givenUp > 0 || (oldestSince !== null && now - oldestSince > longWaitMs);
    return [
      green('store', `It answers (${store.engine}).`),
      staffFinding(await readStaff(store)),
      stuck
        ? red('outbox', `${waiting} letters wait and ${givenUp} were given up.`, 'See to them: npm run letters.')
        : green('outbox', 'No letter needs anybody.'),
    ];
  } catch (error) {
    const says = error instanceof CannotOpen ? error.message : `The store does not answer: ${wordsOf(error)}.`;
    return [red('store', says, 'Start the product once: it brings the store up to date, or says what is wrong.')];
  } finally {
    await store?.close();
  }
}

function staffFinding(staff: Awaited<ReturnType<typeof readStaff>>): Finding {
  const owners = staff?.filter(({ role }) => role === 'owner') ?? [];
  const bare = staff?.filter(({ hasSecondFactor }) => !hasSecondFactor).length ?? 0;
  if (owners.length === 0)
    return red(
      'staff',
      'Nobody may sign in to the desk as an owner.',
      'Make the first account: npm run staff -- add you@your-site.example.',
    );
  if (bare > 0)
    return amber('staff', `${bare} staff accounts have no second factor.`, 'Have them set one up at their next sign-in.');
  return green('staff', `${staff?.length} staff accounts, each with a second factor.`);
}

function backupFinding(dataDir: string, now: number): Finding {
  const last = readLastBackup(dataDir);
  const todo =
    'Have npm run backup run every day, and after each backup by another program: npm run backup -- --made-by "its name".';
  if (last === null) return red('backup', 'No backup has been seen.', todo);
  const ageMs = now - Date.parse(last.madeAt);
  const says = `The last backup is from ${last.madeAt.slice(0, 16).replace('T', ' ')} UTC, by ${last.by}.`;
  if (ageMs > uselessBackupMs) return red('backup', says, todo);
  return ageMs > oldBackupMs ? amber('backup', says, todo) : green('backup', `${says} Rehearse the restore.`);
}
