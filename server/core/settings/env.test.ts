// Protects: settings are read, have their defaults, and a bad one is named in one sentence without its secret.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { readEnv, SettingError } from './env.ts';

test('an empty environment is enough', () => {
  expect(readEnv({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    siteUrl: 'http://127.0.0.1:3000',
    dataDir: resolve('data'),
    databaseUrl: null,
    smtpUrl: null,
    smtpHeloName: null,
    mailTo: null,
    mailReplyTo: null,
    imapUrl: null,
    mailOauthUrl: null,
    inboundSecret: null,
    mailAuthServId: null,
    mailFrom: null,
    acknowledge: true,
    evidenceUrl: null,
    filmMb: 2_048,
    claimFilesMb: 6_144,
    clamdUrl: null,
    ffmpegPath: null,
    authSecret: null,
    authSecretPrevious: null,
    trustProxy: 0,
    canary: true,
    canaryTo: null,
    pushHosts: [],
    rateLimit: true,
    metricsToken: null,
    alarmUrl: null,
    heartbeatUrl: null,
    exportDir: null,
    allowedOrigins: [],
    hstsPreload: false,
    serviceWorker: true,
    logLevel: 'info',
  });
});

test('a name with nothing behind it counts as unset', () => {
  expect(readEnv({ PORT: '', SMTP_URL: ' ', ALLOWED_ORIGINS: '' })).toEqual(readEnv({}));
});

test('every setting is read', () => {
  expect(
    readEnv({
      PORT: '8080',
      HOST: '::',
      SITE_URL: 'https://www.example.com/',
      DATA_DIR: '/var/lib/kerbside',
      DATABASE_URL: 'postgres://kerbside:secret@db/kerbside',
      SMTP_URL: 'smtps://user:secret@mail.example.com:465',
      SMTP_HELO_NAME: 'mail.example.com',
      MAIL_TO: 'claims@example.com, "Smith, Jones & Co" <office@example.com>',
      MAIL_REPLY_TO: "'answers@example.com'",
      IMAP_URL: 'imaps://claims:secret@mail.example.com/INBOX',
      MAIL_OAUTH_URL: 'google:///etc/kerbside/google.json',
      INBOUND_SECRET: 'thirty-two characters for answers',
      MAIL_AUTH_SERV_ID: 'mx.example.com',
      MAIL_FROM: '"Kerbside <web@example.com>"',
      ACKNOWLEDGE: 'off',
      EVIDENCE_URL: 's3://key:secret@s3.eu-west-2.amazonaws.com/evidence?region=eu-west-2',
      FILM_MB: '500',
      CLAIM_FILES_MB: '1024',
      CLAMD_URL: 'unix:/run/clamav/clamd.ctl',
      FFMPEG_PATH: '/usr/bin/ffmpeg',
      AUTH_SECRET: 'thirty-two characters, or one more',
      AUTH_SECRET_PREVIOUS: 'the thirty-two characters before it',
      TRUST_PROXY: '2',
      CANARY: 'off',
      CANARY_TO: 'claims+canary@example.com',
      PUSH_HOSTS: 'push.example.com:8443, 10.0.0.7',
      RATE_LIMIT: 'OFF',
      METRICS_TOKEN: 'a-token-of-sixteen-or-more',
      ALARM_URL: 'https://hooks.example.com/x?token=y',
      HEARTBEAT_URL: 'http://uptime.example:3001/api/push/x',
      EXPORT_DIR: '/var/www/kerbside',
      ALLOWED_ORIGINS: 'https://a.example, https://b.example:8443',
      HSTS_PRELOAD: 'on',
      SERVICE_WORKER: 'off',
      LOG_LEVEL: 'debug',
    }),
  ).toEqual({
    port: 8080,
    host: '::',
    siteUrl: 'https://www.example.com',
    dataDir: '/var/lib/kerbside',
    databaseUrl: 'postgres://kerbside:secret@db/kerbside',
    smtpUrl: 'smtps://user:secret@mail.example.com:465',
    smtpHeloName: 'mail.example.com',
    mailTo: [
      { name: '', address: 'claims@example.com' },
      { name: 'Smith, Jones & Co', address: 'office@example.com' },
    ],
    mailReplyTo: 'answers@example.com',
    imapUrl: 'imaps://claims:secret@mail.example.com/INBOX',
    mailOauthUrl: 'google:///etc/kerbside/google.json',
    inboundSecret: 'thirty-two characters for answers',
    mailAuthServId: 'mx.example.com',
    mailFrom: { name: 'Kerbside', address: 'web@example.com' },
    acknowledge: false,
    evidenceUrl: 's3://key:secret@s3.eu-west-2.amazonaws.com/evidence?region=eu-west-2',
    filmMb: 500,
    claimFilesMb: 1_024,
    clamdUrl: 'unix:/run/clamav/clamd.ctl',
    ffmpegPath: '/usr/bin/ffmpeg',
    authSecret: 'thirty-two characters, or one more',
    authSecretPrevious: 'the thirty-two characters before it',
    trustProxy: 2,
    canary: false,
    canaryTo: { name: '', address: 'claims+canary@example.com' },
    pushHosts: ['push.example.com:8443', '10.0.0.7'],
    rateLimit: false,
    metricsToken: 'a-token-of-sixteen-or-more',
    alarmUrl: 'https://hooks.example.com/x?token=y',
    heartbeatUrl: 'http://uptime.example:3001/api/push/x',
    exportDir: '/var/www/kerbside',
    allowedOrigins: ['https://a.example', 'https://b.example:8443'],
    hstsPreload: true,
    serviceWorker: false,
    logLevel: 'debug',
  });
});

test('an IPv6 host makes an address with brackets', () => {
  expect(readEnv({ HOST: '::1' }).siteUrl).toBe('http://[::1]:3000');
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
  [{ PORT: '1e3' }, 'PORT must be a whole number from 0 to 65535, not "1e3".'],
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET must have at least 32 characters; leave it unset to have one made.'],
  [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY must be a whole number from 0 to 10, not "-1".'],
  [
    { SITE_URL: 'www.example.com' },
    'SITE_URL must be an origin such as https://www.example.com, without a path, not "www.example.com".',
  ],
  [
    { SITE_URL: 'https://example.com/site' },
    'SITE_URL must be an origin such as https://www.example.com, without a path, not "https://example.com/site".',
  ],
  [
    { ALLOWED_ORIGINS: 'https://a.example *' },
    'ALLOWED_ORIGINS must be an origin such as https://www.example.com, without a path, not "*".',
  ],
  [{ ALARM_URL: 'hooks' }, 'ALARM_URL must be a URL that starts with https:// or http:// and names a host.'],
  [{ HEARTBEAT_URL: 'https://a:b@ping' }, 'HEARTBEAT_URL must have no user and password before its host.'],
  [{ RATE_LIMIT: 'maybe' }, 'RATE_LIMIT must be one of on, off, not "maybe".'],
  [{ HSTS_PRELOAD: 'yes' }, 'HSTS_PRELOAD must be one of on, off, not "yes".'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud".'],
  ...[
    'the office',
    'claims@example.com office@example.com',
    'claims@example.com\noffice@example.com',
    'claims@example.com and office@example.com',
    'claims@example.com, the office',
    'the office, Claims <claims@example.com>',
    'claims@example.com the office',
    'Team: claims@example.com',
  ].map((text): [object, string] => [
    { MAIL_TO: text },
    `MAIL_TO must be an email address, or several with a comma between them, not "${text.replace('\n', ' ')}".`,
  ]),
  [
    { MAIL_FROM: 'web@example.com, claims@example.com' },
    'MAIL_FROM must be one email address, or a name and an address such as Kerbside <web@example.com>, not "web@example.com, claims@example.com".',
  ],
  [
    { MAIL_REPLY_TO: 'Claims <claims@example.com>' },
    'MAIL_REPLY_TO must be an email address such as claims@example.com, with 30 characters at most before its @, not "Claims <claims@example.com>".',
  ],
  [
    { DATABASE_URL: 'postgres://kerbside:a,b@one:5432,two:5432/kerbside' },
    'DATABASE_URL names several hosts, of which only one would be asked: name one that leads to the server that can be written to, such as HAProxy (docs/operations.md).',
  ],
  [
    { DATABASE_URL: 'postgres://kerbside:a,b@/kerbside?host=one,two' },
    'DATABASE_URL names several hosts, of which only one would be asked: name one that leads to the server that can be written to, such as HAProxy (docs/operations.md).',
  ],
  [
    { DATABASE_URL: 'postgres://kerbside:a,b@one/kerbside?sslmode=require&target_session_attrs=read-write' },
    'DATABASE_URL has target_session_attrs, of which nothing would come: take it out.',
  ],
  ...[
    ['?', '4711?hunter2@db'],
    ['/', '4711/hunter2@db'],
    ['/', 'a,b/hunter2@db'],
  ].map(([sign = '', rest]): [object, string] => [
    { DATABASE_URL: `postgres://kerbside:${rest}/kerbside` },
    `DATABASE_URL has a ${sign} that is not written as ${encodeURIComponent(sign)}, as it must be in a user or password.`,
  ]),
  [
    { DATABASE_URL: 'mysql://db/x' },
    'DATABASE_URL must be a URL that starts with postgres:// or postgresql:// and names a host.',
  ],
  [{ IMAP_URL: 'imaps://mail.example' }, 'IMAP_URL must have a user.'],
  [{ IMAP_URL: 'imaps://a@mail.example' }, 'IMAP_URL has a user and no password: add it, or set MAIL_OAUTH_URL.'],
  [{ SMTP_URL: 'smtps://a@mail.example' }, 'SMTP_URL has a user and no password: add it, or set MAIL_OAUTH_URL.'],
  [
    { SMTP_URL: 'smtp://a@mail.example', MAIL_OAUTH_URL: 'google:///key.json' },
    'SMTP_URL has no password: end it in ?tls=required, so that the access token is encrypted on its way.',
  ],
  ...['%', '%fe'].map((sign): [object, string] => [
    { SMTP_URL: `smtps://a:hunter2${sign}@mail.example` },
    'SMTP_URL has a % in its user or password that is not written as %25.',
  ]),
  [{ IMAP_URL: 'imaps://a:b@mail.example/INBOX?tls=unchecked' }, 'IMAP_URL may end in ?tls=off and nothing else.'],
  [{ SMTP_HELO_NAME: 'web-1' }, 'SMTP_HELO_NAME must be the name of a host, such as www.example.com, not "web-1".'],
  [{ SMTP_URL: 'smtp:mail' }, 'SMTP_URL must be a URL that starts with smtp:// or smtps:// and names a host.'],
  ...[
    'microsoft://client@firm.example',
    'microsoft://client:hunter2/x@firm.example',
    'microsoft://client:hunter2@firm.example?key_file=/key.pem',
    'google://key.json',
    'http://client:hunter2@login.example/token',
    'http://client:hunter2@127.0.0.1.example/token',
    'http://client:hunter2@login.example/x@127.0.0.1/token',
    'https://login.example/token',
  ].map((url): [object, string] => [
    { MAIL_OAUTH_URL: url },
    'MAIL_OAUTH_URL must be microsoft://CLIENT_ID:SECRET@TENANT, google:///path/of/key.json, or https://CLIENT_ID:SECRET@ and the token endpoint of another issuer.',
  ]),
  ...['scope=mail', 'secret_ends=2027-02-30', 'secret_ends=31/05/2027', 'tls=off'].map((options): [object, string] => [
    { MAIL_OAUTH_URL: `microsoft://client:hunter2@firm.example?${options}` },
    'MAIL_OAUTH_URL may end in ?secret_ends=YYYY-MM-DD, or instead of :SECRET in key_file=/PATH, for another issuer in scope=SCOPE, and nothing else.',
  ]),
])('%j is refused in one sentence', (source, sentence) => {
  expect(() => readEnv(source as Record<string, string>)).toThrow(new SettingError(sentence));
});

test('a password is never repeated in the sentence', () => {
  expect(() => readEnv({ DATABASE_URL: 'http://kerbside:hunter2@db' })).toThrow(/^(?!.*hunter2)/);
});

test('a setting may be in a file, and the setting itself comes first', () => {
  const path = join(temporaryFolder(), 'smtp_url');
  writeFileSync(path, 'smtps://user:secret@mail.example\n');
  expect(readEnv({ SMTP_URL_FILE: path }).smtpUrl).toBe('smtps://user:secret@mail.example');
  expect(readEnv({ SMTP_URL_FILE: path, SMTP_URL: 'smtp://other.example' }).smtpUrl).toBe('smtp://other.example');
  expect(() => readEnv({ SMTP_URL_FILE: `${path}-not` })).toThrow(/^SMTP_URL_FILE must be a file that can be read, not ".+"\.$/);
});
