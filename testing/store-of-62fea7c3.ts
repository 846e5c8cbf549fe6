import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { DatabaseLocation } from '#server/core/database/database.ts';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { query } from './postgres-server.ts';

/** Of its owner, whose second factor is this, and one of whose recovery codes; the password is that of all tests. */
export const ownerOfStore = {
  email: 'hana@kerbside.example',
  uri: 'otpauth://totp/Kerbside%20Claims:hana%40kerbside.example?secret=OZEE2ZLILB2UKZKWIZUGGWBWIF5EG5SSOJ4EWMCGJIZEW2TMKZVA&issuer=Kerbside+Claims&digits=6&period=30',
  recoveryCode: 'hpcc3-w4ern',
};

/** Puts a store of commit 62fea7c3 with rows in every table, which its own code wrote, into a new place. */
export async function loadStore({ dataDir, databaseUrl }: DatabaseLocation): Promise<void> {
  const text = (name: string) => readFileSync(new URL(`store-of-62fea7c3/${name}.sql`, import.meta.url), 'utf8');
  if (databaseUrl) {
    const numbers =
      "select setval(pg_get_serial_sequence('indexed_submissions', 'number'), max(number)) from indexed_submissions";
    await query(databaseUrl, text('postgres') + text('rows') + numbers);
    return;
  }
  const sqlite = new Sqlite(join(dataDir, databaseFileName));
  sqlite.pragma('journal_mode = wal');
  sqlite.exec(text('sqlite') + text('rows'));
  sqlite.close();
}
