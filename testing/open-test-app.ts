import type { App } from '#server/core/app.ts';
import type { Database } from '#server/core/database/database.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { type Overrides, openApp } from '#server/open-app.ts';
import { makeFolder } from './test-run.ts';

export const testSecret = 'a secret of thirty-two characters';

/** What a process is made of, on this store: with no file of this machine, and no other address than its own. */
export async function openTestApp(
  db: Database,
  { settings, ...overrides }: Overrides & { settings?: Record<string, string> } = {},
): Promise<App> {
  const env = readEnv({
    DATA_DIR: await makeFolder(),
    SITE_URL: 'https://kerbside.example',
    AUTH_SECRET: testSecret,
    RATE_LIMIT: 'off',
    MAIL_REPLY_TO: 'claims@kerbside.example',
    MAIL_AUTH_SERV_ID: 'mx.kerbside.example',
    ACKNOWLEDGE: 'off',
    LOG_LEVEL: 'debug',
    ...settings,
  });
  return openApp(env, { db, writeLog: () => {}, ...overrides });
}
