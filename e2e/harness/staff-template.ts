import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import type { PasswordHash } from '#server/core/app.ts';
import { authSecretFileName } from '#server/core/database/data-dir.ts';
import type { Database } from '#server/core/database/database.ts';
import { openDatabase } from '#server/core/database/open.ts';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { openCommandApp } from '#server/open-app.ts';
import { authOf } from '#server/people/staff/auth.ts';
import { idleSeconds } from '#server/people/staff/cookies.ts';
import { passwordHash } from '#server/people/staff/password-hash.ts';
import type { Role } from '#server/people/staff/staff-member.ts';
import { copySqliteTemplate } from '#testing/migrated-databases.ts';
import type { Product } from '#testing/product.ts';
import { reserveDisk } from '#testing/reserve-disk.ts';
import { codeFor, createTestBrowser, goodPassword, joinAsStaff, type TestStaff } from '#testing/test-accounts.ts';
import { makeFolder, oncePerRun } from '#testing/test-run.ts';
import { waitLimitMs } from '#testing/until.ts';

type Place = Pick<Product, 'dataDir' | 'url'>;

/** A new data folder in which an owner and a handler have joined and are signed in. They join once per run, because that takes a second. */
export async function copyStaffTemplate(): Promise<string> {
  const { folder } = await staffTemplate();
  const dataDir = await makeFolder();
  reserveDisk(dataDir);
  for (const name of [databaseFileName, authSecretFileName]) copyFileSync(join(folder, name), join(dataDir, name));
  return dataDir;
}

export async function staffOfTemplate(): Promise<{ owner: TestStaff; handler: TestStaff }> {
  const { owner, handler } = await staffTemplate();
  return { owner: signedIn(owner), handler: signedIn(handler) };
}

/** Begins the sessions of all staff again: the product may be older than a session without a request lasts. */
export function renewSessions({ dataDir }: Pick<Place, 'dataDir'>): void {
  const store = new Sqlite(join(dataDir, databaseFileName), { timeout: waitLimitMs });
  const at = (ms: number) => new Date(ms).toISOString();
  store
    .prepare('update staff_sessions set createdAt = ?, expiresAt = ?')
    .run(at(Date.now()), at(Date.now() + idleSeconds * 1_000));
  store.close();
}

function staffTemplate() {
  return oncePerRun('staff template', async () => {
    const folder = await makeFolder();
    await copySqliteTemplate(folder);
    const place = { dataDir: folder, url: 'http://127.0.0.1' };
    const owner = await createStaff(place, 'grace@kerbside.example', 'owner', 'Grace Boateng');
    const handler = await createStaff(place, 'hana@kerbside.example', 'handler', 'Hana Novak');
    return { folder, owner: stored(owner), handler: stored(handler) };
  });
}

const stored = ({ browser, staff, uri, recoveryCodes }: TestStaff) => ({
  staff,
  uri,
  recoveryCodes,
  cookies: [...browser.cookies],
});

function signedIn({ cookies, ...member }: ReturnType<typeof stored>): TestStaff {
  const browser = createTestBrowser();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return { ...member, browser, code: () => codeFor(member.uri) };
}

let hashing: Promise<string> | null = null;

/** The product's own hash of the password that all accounts here have, made once. The product checks it at its full cost. */
const goodPasswordHash: PasswordHash = {
  hash: () => {
    hashing ??= passwordHash.hash(goodPassword);
    return hashing;
  },
  verify: async ({ password }) => password === goodPassword,
};

/**
 * Opens the store beside the running product. It waits for the product's writes as long as the disk may take, and its own writes
 * do not wait for the disk, because the product waits for them for five seconds only.
 */
export async function openBeside({ dataDir }: Pick<Place, 'dataDir'>): Promise<Database> {
  const database = openDatabase({ dataDir, databaseUrl: null });
  await sql`pragma busy_timeout = ${sql.lit(waitLimitMs)}`.execute(database.db);
  await sql`pragma synchronous = off`.execute(database.db);
  return database;
}

/** Opens an account of the desk beside the running product, as the command for it does, and signs in to it. */
export async function createStaff(place: Place, email: string, role: Role = 'handler', name?: string): Promise<TestStaff> {
  const database = await openBeside(place);
  try {
    const env = readEnv({ DATA_DIR: place.dataDir, SITE_URL: place.url });
    const app = await openCommandApp(env, { db: database, passwordHash: goodPasswordHash });
    return await joinAsStaff(authOf(app), email, role, name);
  } finally {
    await database.close();
  }
}
