// Protects: a setting that was mistyped is named with the right name, and nothing else of the environment is.
import { expect, test } from 'vitest';
import { checkSettings } from '../../../bin/launch/settings-check.ts';
import { readEnv, settings } from './env.ts';
import { misspeltSettings } from './misspelt-settings.ts';

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['SMTP_URI', 'SMTP_URL'],
  ['smtp_url', 'SMTP_URL'],
  ['HSOT', 'HOST'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['MAILFROM', 'MAIL_FROM'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['SMTP_URL_FIL', 'SMTP_URL_FILE'],
])('%s is named, with %s', (typed, right) => {
  expect(misspeltSettings({ [typed]: 'a secret' })).toEqual([
    `${typed} is no setting and is not read: ${right} is meant, perhaps.`,
  ]);
});

test('the settings themselves, and what machines, cron and npm set, are not named', () => {
  const ours = Object.keys(settings.shape).flatMap((name) => [name, `${name}_FILE`]);
  const others = [
    'PATH',
    'HOME',
    'MAIL',
    'MAILTO',
    'LANG',
    'PWD',
    'SHELL',
    'HOSTNAME',
    'HOSTTYPE',
    'LOGNAME',
    'TZ',
    'http_proxy',
  ];
  const more = [
    'HTTP_PROXY',
    'NODE_ENV',
    'DATABASE_HOST',
    'npm_config_cache',
    'INIT_CWD',
    'INVOCATION_ID',
    'EXPORT_DIR',
    'CONTENT_DIR',
  ];
  const all = [...ours, ...others, ...more].map((name) => [name, 'x']);
  expect(misspeltSettings(Object.fromEntries(all))).toEqual([]);
});

test('the launch check shows it in red', () => {
  const [first] = checkSettings(readEnv({}), { SMPT_URL: 'smtp://mail.example' });
  expect(first).toMatchObject({ state: 'red', says: expect.stringContaining('SMTP_URL is meant') });
});
