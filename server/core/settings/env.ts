import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  absolute,
  answerMailbox,
  clamdUrl,
  hostName,
  imapUrl,
  mailbox,
  mailboxes,
  mailboxOfToken,
  oauthUrl,
  oneOf,
  onOrOff,
  optional,
  origin,
  postgresUrl,
  s3Url,
  secret,
  smtpUrl,
  splitList,
  webUrl,
  wholeNumber,
} from './setting-kinds.ts';

/**
 * The settings of one start, by the names of their environment variables. The error for a bad one is one sentence that begins with
 * the name. Nothing else reads the environment. `.env.example` is printed from this list by `npm run env-example`.
 */
export const settings = z.object({
  PORT: wholeNumber(65_535).default(3_000).describe('The port where it listens.'),
  HOST: z.string().default('127.0.0.1').describe('The address where it listens.'),
  SITE_URL: optional(origin(), 'https://www.example.com').describe(
    'The public origin: canonical links, the sitemap, origin checks, also behind a TLS proxy. Unset: where it listens.',
  ),
  DATA_DIR: z
    .string()
    .transform(absolute)
    .prefault('./data')
    .describe('The folder of the database, of emails not sent by SMTP, of the files of claims, and of generated secrets.'),
  DATABASE_URL: optional(postgresUrl(), 'postgres://user:password@host:5432/kerbside').describe(
    'PostgreSQL instead of SQLite in DATA_DIR.',
  ),
  SMTP_URL: optional(smtpUrl(), 'smtp://user:password@host:587').describe(
    'The mail server. Unset: each email is an .eml file in DATA_DIR/mail. Add ?tls=unchecked only for a server on this machine.',
  ),
  SMTP_HELO_NAME: optional(hostName(), 'www.example.com').describe(
    'The name with which it greets the mail server (EHLO). Unset: the host of SITE_URL, or the domain of MAIL_FROM.',
  ),
  MAIL_TO: optional(mailboxes(), 'claims@example.com').describe(
    'Where emails go: one address, or several with a comma between them. Unset: the address in content/site.ts.',
  ),
  MAIL_FROM: optional(mailbox(), 'website@example.com').describe(
    'Where they come from: an address, or `Name <address>`. Unset: the address in content/site.ts.',
  ),
  MAIL_REPLY_TO: optional(answerMailbox(), 'claims@example.com').describe(
    'The mailbox for answers: emails to claimants have it as Reply-To, as claims+REFERENCE.CODE@example.com. Unset: answers go to MAIL_TO.',
  ),
  IMAP_URL: optional(imapUrl(), 'imaps://user:password@host/INBOX').describe(
    'The mailbox of answers, which is read and never changed. Without a password: by an access token.',
  ),
  MAIL_OAUTH_URL: optional(oauthUrl(), 'microsoft://CLIENT_ID:SECRET@TENANT?secret_ends=2027-05-31').describe(
    'Who gives access tokens (OAuth 2.0) for SMTP_URL and IMAP_URL, where these have a user and no password: google:///etc/kerbside/google.json for Google.',
  ),
  INBOUND_SECRET: optional(secret()).describe(
    'Signs emails that a mail server hands over by POST /inbound/email: 32 characters or more. Unset: none come by this way.',
  ),
  MAIL_AUTH_SERV_ID: optional(z.string(), 'mx.example.com').describe(
    'The name under which the mail server of the mailbox writes Authentication-Results: its word on who sent an email counts.',
  ),
  ACKNOWLEDGE: onOrOff()
    .default(true)
    .describe('off: people who send a form get no acknowledgement by email, and no email on what happens with it.'),
  EVIDENCE_URL: optional(s3Url(), 's3://KEY:SECRET@s3.eu-west-2.amazonaws.com/your-bucket?region=eu-west-2').describe(
    'An S3 for the files of claims instead of DATA_DIR/evidence; several instances need one. Add &tls=off only for a server on this machine.',
  ),
  FILM_MB: wholeNumber(1_000_000)
    .default(2_048)
    .describe('The largest film of a claim, in MB. Films are resumed where they stopped.'),
  CLAIM_FILES_MB: wholeNumber(10_000_000).default(6_144).describe('What all files of a claim can have together, in MB.'),
  CLAMD_URL: optional(clamdUrl(), 'unix:/run/clamav/clamd.ctl').describe(
    'clamd, which looks for viruses in the files of claims: tcp://host:port, or a socket. Unset: nobody does.',
  ),
  FFMPEG_PATH: optional(z.string().transform(absolute), '/usr/bin/ffmpeg').describe(
    'The program ffmpeg, which makes stills of films, and copies that play of those that browsers do not play. Unset: nobody does.',
  ),
  AUTH_SECRET: optional(secret()).describe(
    'Signs sessions of the desk: 32 characters or more. Unset: made once and kept in DATA_DIR. Several instances need the same one.',
  ),
  AUTH_SECRET_PREVIOUS: optional(secret()).describe(
    'The secret before that one, while sessions, second factors and links made with it are to go on working.',
  ),
  TRUST_PROXY: wholeNumber(10).default(0).describe("How many proxies in front may be believed for the client's address."),
  CANARY: onOrOff()
    .default(true)
    .describe(
      'off: the site does not send itself a claim every five minutes, to see that the way from the form to the email works.',
    ),
  CANARY_TO: optional(mailbox(), 'claims+canary@example.com').describe(
    'Where the email of that claim goes: an address of the mailbox of IMAP_URL, which has to remove old ones by a rule of its own. Unset: it goes as far as the login at the mail server.',
  ),
  METRICS_TOKEN: optional(z.string()).describe(
    'Who sends it as a bearer token may read /metrics, and nobody else. Unset: programs on this machine may.',
  ),
  ALARM_URL: optional(webUrl(), 'https://hooks.example.com/services/your-channel').describe(
    'A webhook that gets a POST with JSON when an alarm begins, once a day while it lasts, and when it ends. Unset: only /metrics, the log and the desk tell.',
  ),
  HEARTBEAT_URL: optional(webUrl(), 'https://ping.example.com/your-check').describe(
    'An address that gets a GET every minute; the service there raises an alarm when the requests stop.',
  ),
  EXPORT_DIR: optional(z.string().transform(absolute), '/var/www/kerbside').describe(
    'Where the public pages are exported as files by npm run upgrade, and whenever an owner publishes a change. Unset: nowhere.',
  ),
  PUSH_HOSTS: z
    .string()
    .transform(splitList)
    .prefault('')
    .meta({ example: 'push.example.com' })
    .describe(
      'Hosts of push services besides those of Chrome, Edge, Firefox and Safari, separated by spaces or commas. They may be in your own network.',
    ),
  RATE_LIMIT: onOrOff().default(true).describe('off for load tests.'),
  ALLOWED_ORIGINS: z
    .string()
    .transform(splitList)
    .pipe(z.array(origin()))
    .prefault('')
    .meta({ example: 'https://partner.example.com' })
    .describe('Other origins that may call the two public endpoints, separated by spaces or commas.'),
  HSTS_PRELOAD: onOrOff()
    .default(false)
    .describe(
      "on: HSTS says `preload`, so that anybody may submit the domain to the browsers' lists of https-only sites. Slow to undo.",
    ),
  SERVICE_WORKER: onOrOff()
    .default(true)
    .describe('off: browsers save no pages to read without a network, and remove what they saved.'),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('debug, info, warn, error or silent. JSON lines on standard error; never an answer that a visitor typed.'),
});

type Settings = z.output<typeof settings>;

/** The name of a setting in code: SITE_URL becomes siteUrl. */
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

export type Env = Omit<{ [Name in keyof Settings as CamelCase<Name>]: Settings[Name] }, 'siteUrl'> & { siteUrl: string };

/** A setting that cannot be used; the message is one sentence that names it. */
export class SettingError extends Error {}

export function readEnv(source: Record<string, string | undefined>): Env {
  // An empty value counts as unset, because compose files and .env files leave a name out in that way.
  const given = Object.keys(settings.shape).map((name) => [name, source[name]?.trim() || fromFile(name, source)]);
  const { data, error } = settings.safeParse(Object.fromEntries(given.filter(([, text]) => text !== undefined)));
  const [issue] = error?.issues ?? [];
  if (issue) throw new SettingError(`${String(issue.path[0])} ${issue.message}`);
  const { PORT, HOST, SITE_URL } = data as Settings;
  demandTokens(data as Settings);
  const siteUrl = SITE_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
  const named = Object.entries(data as Settings).map(([name, value]) => [camelCase(name), value]);
  return { ...Object.fromEntries(named), siteUrl };
}

/** What has a user and no password takes an access token, which never travels unencrypted. */
function demandTokens({ SMTP_URL, IMAP_URL, MAIL_OAUTH_URL }: Settings): void {
  for (const [name, url] of Object.entries({ SMTP_URL, IMAP_URL })) {
    if (url === null || mailboxOfToken(url) === null) continue;
    if (MAIL_OAUTH_URL === null) throw new SettingError(`${name} has a user and no password: add it, or set MAIL_OAUTH_URL.`);
    if (url.startsWith('smtp:') && !new URL(url).searchParams.has('tls'))
      throw new SettingError(
        `${name} has no password: end it in ?tls=required, so that the access token is encrypted on its way.`,
      );
  }
}

/** Reads a setting from the file that NAME_FILE names, which is how containers and systemd provide secrets. */
function fromFile(name: string, source: Record<string, string | undefined>): string | undefined {
  const path = source[`${name}_FILE`]?.trim();
  if (!path) return undefined;
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    throw new SettingError(`${name}_FILE must be a file that can be read, not "${path}".`);
  }
}

function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
