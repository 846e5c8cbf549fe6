import { accessSync, constants, existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { day, minute } from '#forms/durations.ts';
import { connectionSentence, readConnectionRoom } from '#server/core/database/connection-room.ts';
import { authSecretFileName } from '#server/core/database/data-dir.ts';
import { type Database, DatabaseOpenError } from '#server/core/database/database.ts';
import { expectNotMoved } from '#server/core/database/moved-away.ts';
import { openReadOnly } from '#server/core/database/open.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import type { Env } from '#server/core/settings/env.ts';
import { countBacklog } from '#server/mail/out/backlog.ts';
import { readLastBackup } from '#server/operations/backup/last-backup.ts';
import { countUnreadableFactors, unreadableFactorsMessage } from '#server/people/staff/unreadable-factors.ts';
import { readNewest } from '#server/web/site/site-versions.ts';
import { amber, type CheckResult, green, red } from './check-result.ts';

/** The types of file systems by Linux's statfs. Files on those of the first group are lost when the machine or container ends. */
const passing: Record<number, string> = { 16914836: 'tmpfs', 2240043254: 'ramfs', 2035054128: 'overlay' };
const onNetwork: Record<number, string> = { 26985: 'NFS', 4283649346: 'SMB', 4266872130: 'SMB', 20859: 'SMB' };

const fewBytes = 200_000_000;
const enoughBytes = 2_000_000_000;

export function checkDataFolder({ dataDir, databaseUrl, smtpUrl }: Env): CheckResult[] {
  if (!existsSync(dataDir))
    return [red('data folder', `There is no ${dataDir} yet.`, 'Start the product once, as the user that runs it.')];
  return [
    checkFileSystem(dataDir, databaseUrl !== null),
    checkRights(dataDir),
    checkSpace(dataDir),
    ...checkUnsent(dataDir, smtpUrl !== null),
  ];
}

function checkFileSystem(dataDir: string, storeIsElsewhere: boolean): CheckResult {
  const { type } = statfsSync(dataDir);
  const todo = 'Set DATA_DIR to a folder on a local disk; in a container, to a volume.';
  const kind = passing[type];
  if (kind && storeIsElsewhere)
    return amber('data folder', `${dataDir} is on ${kind}: the secrets in it do not outlast the machine or container.`, todo);
  if (kind) return red('data folder', `${dataDir} is on ${kind}: it does not outlast the machine or container.`, todo);
  if (onNetwork[type] && !storeIsElsewhere)
    return red('data folder', `${dataDir} is on ${onNetwork[type]}, where SQLite’s locks do not hold.`, todo);
  return green('data folder', `${dataDir} is on a disk.`);
}

function checkRights(dataDir: string): CheckResult {
  const { mode } = statSync(dataDir);
  if ((mode & 0o077) !== 0) {
    const says = `${dataDir} can be entered by other users (${(mode & 0o777).toString(8)}); it holds personal data and secrets.`;
    return red('rights', says, `chmod 700 ${dataDir}`);
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return green('rights', `${dataDir} is for one user only.`);
  } catch {
    return amber('rights', `${dataDir} is not for the user that runs this check.`, 'Run it as the user that runs the product.');
  }
}

function checkSpace(dataDir: string): CheckResult {
  const { bavail, bsize } = statfsSync(dataDir);
  const megabytes = Math.floor((bavail * bsize) / 1_000_000);
  if (bavail * bsize >= enoughBytes) return green('space', `${megabytes} MB are free.`);
  const state = bavail * bsize < fewBytes ? red : amber;
  const says = `Only ${megabytes} MB are free on the disk of ${dataDir}.`;
  return state('space', says, 'Make room: a full disk turns visitors away.');
}

function checkUnsent(dataDir: string, bySmtp: boolean): CheckResult[] {
  const folder = join(dataDir, 'mail');
  const emails = bySmtp && existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')).length : 0;
  if (emails === 0) return [];
  const says = `${emails} emails were written to ${folder} before there was a mail server: nobody has been sent them.`;
  return [amber('unsent emails', says, 'Read them, call the people, and move them away.')];
}

async function checkFactors(store: Database, { authSecret, authSecretPrevious, dataDir }: Env): Promise<CheckResult[]> {
  const path = join(dataDir, authSecretFileName);
  const secret = authSecret ?? (existsSync(path) ? readFileSync(path, 'utf8').trim() : null);
  const says = unreadableFactorsMessage(await countUnreadableFactors(store, [secret, authSecretPrevious]));
  return says ? [red('second factors', says, 'Staff cannot sign in until then.')] : [];
}

const longWaitMs = 15 * minute;

/** Checks the store. It is opened read-only, so that the product may serve meanwhile. */
export async function checkStore(env: Env, now: number): Promise<CheckResult[]> {
  let store: Database | null = null;
  try {
    store = openReadOnly(env);
    if (store === null)
      return [red('store', `There is no database in ${env.dataDir} yet.`, 'Start the product once, then check again.')];
    await expectNotMoved(store);
    const { waiting, oldestSince, failed } = await countBacklog(store);
    const isStuck = failed > 0 || (oldestSince !== null && now - oldestSince > longWaitMs);
    return [
      green('store', `It answers (${store.engine}).`),
      ...checkConnections(await readConnectionRoom(store)),
      checkStaff(await readStaff(store)),
      ...(await checkFactors(store, env)),
      isStuck
        ? red('outbox', `${waiting} emails wait and ${failed} have failed.`, 'See to them: npm run emails.')
        : green('outbox', 'No email needs anybody.'),
      ...(await checkPublished(store)),
    ];
  } catch (error) {
    const says = error instanceof DatabaseOpenError ? error.message : `The store does not answer: ${errorMessage(error)}.`;
    return [red('store', says, 'Start the product once: it brings the store up to date, or says what is wrong.')];
  } finally {
    await store?.close();
  }
}

function checkConnections(found: Awaited<ReturnType<typeof readConnectionRoom>>): CheckResult[] {
  if (found === null) return [];
  const [says, todo] = [connectionSentence(found), 'Raise max_connections, or the limit of the role: docs/operations.md.'];
  if (found.instances === 0) return [red('connections', says, todo)];
  return [found.instances === 1 ? amber('connections', says, `For more than one: ${todo}`) : green('connections', says)];
}

/** What owners published goes over the files, which are all that the other checks read. */
export async function checkPublished(store: Pick<Database, 'read'>): Promise<CheckResult[]> {
  const { version, changes } = await store.read(readNewest);
  const names = Object.keys(changes).join(', ');
  if (names === '') return [];
  const says = `Version ${version} of the site, published at /desk/site, goes over what the files say: ${names}.`;
  return [amber('site', says, 'Read it there: the other lines are about the files. It says so where the rules refuse it.')];
}

type StaffMember = { role: string; hasSecondFactor: boolean };

function checkStaff(staff: StaffMember[]): CheckResult {
  if (!staff.some(({ role }) => role === 'owner')) {
    const todo = 'Make the first account: npm run staff -- add you@your-site.example.';
    return red('staff', 'Nobody may sign in to the desk as an owner.', todo);
  }
  const bare = staff.filter(({ hasSecondFactor }) => !hasSecondFactor).length;
  if (bare > 0)
    return amber('staff', `Staff accounts without a second factor: ${bare}.`, 'Have them set one up at their next sign-in.');
  return green('staff', `Staff accounts: ${staff.length}, each with a second factor.`);
}

/** The accounts that may sign in to the desk; none where the store is older than the desk. */
async function readStaff({ db }: Pick<Database, 'db'>): Promise<StaffMember[]> {
  try {
    const { rows } = await sql<{ role: string | null; twoFactorEnabled: unknown }>`
      select ${sql.ref('role')}, ${sql.ref('twoFactorEnabled')} from ${sql.table('staff')} where ${sql.ref('leftAt')} is null
    `.execute(db);
    // The column is a boolean on one engine, and one or zero on the other.
    return rows.map(({ role, twoFactorEnabled }) => ({ role: role ?? '', hasSecondFactor: Number(twoFactorEnabled) === 1 }));
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (code === '42P01' || /no such table/.test(message ?? '')) return [];
    throw error;
  }
}

const oldBackupMs = 2 * day;
const uselessBackupMs = 7 * day;

export function checkBackup({ dataDir }: Env, now: number): CheckResult {
  const last = readLastBackup(dataDir);
  const todo =
    'Have npm run backup run every day, and after each backup by another program: npm run backup -- --made-by "its name".';
  if (last === null) return red('backup', 'No backup has been seen.', todo);
  const ageMs = now - Date.parse(last.madeAt);
  const says = `The last backup is from ${last.madeAt.slice(0, 16).replace('T', ' ')} UTC, by ${last.by}.`;
  if (ageMs > uselessBackupMs) return red('backup', says, todo);
  return ageMs > oldBackupMs ? amber('backup', says, todo) : green('backup', `${says} Rehearse the restore.`);
}
