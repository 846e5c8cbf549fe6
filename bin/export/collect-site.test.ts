// Protects: the export has what was published in the store of the settings, wherever they are written.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { storeOf } from './collect-site.ts';

const url = 'postgres://kerbside:hunter2@db/kerbside';

test('the store is the one of DATABASE_URL, or of the file with it, as in compose.yaml', () => {
  const file = join(temporaryFolder(), 'database_url');
  writeFileSync(file, `${url}\n`);
  const dataDir = resolve('data');
  expect(storeOf({ DATABASE_URL_FILE: file, SMTP_URL: 'of no interest' })).toEqual({ dataDir, databaseUrl: url });
  expect(storeOf({ DATABASE_URL: url })).toEqual({ dataDir, databaseUrl: url });
  expect(storeOf({ DATA_DIR: '/srv/kerbside' })).toEqual({ dataDir: '/srv/kerbside', databaseUrl: null });
});
