import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Database } from '#server/core/database/database.ts';
import { migrate, openDatabase } from '#server/core/database/open.ts';
import { recordBackup } from '#server/operations/backup/last-backup.ts';
import type { CheckResult } from '../bin/launch/check-result.ts';
import { checkLaunch } from '../bin/launch-check.ts';
import { testDatabases } from './databases.ts';
import { readyBusiness } from './fixtures/example-content.ts';
import { startMailServer } from './mail-server.ts';
import { longTimeouts } from './postgres-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The check refuses a data folder in memory, where a run of tests writes. */
const folderOnDisk = existsSync('/var/tmp') ? '/var/tmp' : undefined;

const now = Date.parse('2026-11-21T09:00:00Z');

export type Settings = { DATA_DIR: string } & Record<string, string>;

/** Returns the settings of a product that is ready in every way, with a store, staff and a backup. */
export function setupLaunch() {
  const { newPlace } = testDatabases();
  return {
    readyPlace: async (staff?: Staff | null) =>
      makeReady({ ...(await newPlace()), dataDir: temporaryFolder(folderOnDisk) }, staff),
  };
}

async function makeReady(
  place: Parameters<typeof openDatabase>[0],
  staff: Staff | null = [{ role: 'owner', secure: true }],
): Promise<Settings> {
  const database = openDatabase(place, { timeouts: longTimeouts });
  await migrate(database);
  if (staff) await plantStaff(database, staff);
  else await dropStaff(database);
  await database.close();
  recordBackup(place.dataDir, { madeAt: '2026-11-21T02:00:00Z', by: 'npm run backup' });
  const server = await startMailServer();
  onTestFinished(server.close);
  const settings: Settings = {
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? '',
    SITE_URL: 'https://www.grangehillclaims.co.uk',
    TRUST_PROXY: '1',
    METRICS_TOKEN: 'f0a1'.repeat(8),
    SMTP_URL: server.url,
    MAIL_REPLY_TO: readyBusiness.site.email,
    INBOUND_SECRET: 'b7e2'.repeat(8),
  };
  return settings;
}

type Staff = { role: string; secure: boolean; left?: boolean }[];

async function plantStaff({ db }: Database, staff: Staff): Promise<void> {
  const names = ['id', 'name', 'email', 'role', 'twoFactorEnabled', 'leftAt', 'createdAt', 'updatedAt'].map((name) =>
    sql.ref(name),
  );
  for (const [index, { role, secure, left = false }] of staff.entries()) {
    const values = [`${index}`, 'Ola', `${index}@grangehillclaims.co.uk`, role, secure ? 1 : 0, left ? now : null, '', ''];
    await sql`insert into ${sql.table('staff')} (${sql.join(names)}) values (${sql.join(values)})`.execute(db);
  }
}

/** Makes the store like one from before there was a desk. */
async function dropStaff({ db, engine }: Database): Promise<void> {
  await sql`drop table ${sql.table('staff')} ${sql.raw(engine === 'postgres' ? 'cascade' : '')}`.execute(db);
}

/** Runs the launch check on the morning after the backup. */
export function check(
  place: Settings,
  change: { settings?: Record<string, string>; testEmailTo?: string; testsAlarm?: boolean } = {},
): Promise<CheckResult[]> {
  const { settings = {}, testEmailTo = null, testsAlarm = false } = change;
  return checkLaunch({ settings: { ...place, ...settings }, content: readyBusiness, testEmailTo, testsAlarm, now });
}

/** The subjects of the results with this state. */
export function about(findings: CheckResult[], state: CheckResult['state']): string[] {
  return findings.filter((finding) => finding.state === state).map((finding) => finding.about);
}
