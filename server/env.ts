import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/**
 * The settings of one start, by the names of their environment variables. The error for a bad one is one sentence that begins with
 * the name. Nothing else reads the environment. `.env.example` says to whoever runs it what each is for; a test holds the two together.
 */
export const settings = z.object({
  PORT: wholeNumber(0, 65_535).default(3_000),
  HOST: z.string().default('127.0.0.1'),
  /** The public origin, without a slash at the end. Unless given, where it listens. */
  SITE_URL: optional(origin()),
  /** The folder that holds the database, e-mails not sent by SMTP, and generated secrets; becomes absolute. */
  DATA_DIR: z.string().prefault('./data').transform(absolute),
  /** postgres://…, or null for SQLite in the data folder. */
  DATABASE_URL: optional(url(['postgres:', 'postgresql:'])),
  /** smtp(s)://…, with ?tls=required or ?tls=unchecked where wanted, or null: e-mails become files in the data folder. */
  SMTP_URL: optional(smtpUrl()),
  /** Null where the address in content/site.ts stands. */
  MAIL_TO: optional(address()),
  MAIL_FROM: optional(address()),
  /** s3://KEY:SECRET@host/bucket, with ?region= and ?tls=off where wanted, or null: files of claims are kept in the data folder. */
  EVIDENCE_URL: optional(s3Url()),
  /** Where clamd listens, tcp://host:port or unix:/path, or null: files of claims are not scanned. */
  CLAMD_URL: optional(clamdUrl()),
  /** Signs sessions. Null: one is made once and kept in the data folder. */
  AUTH_SECRET: optional(secret()),
  /** The secret before this one: what was signed or encrypted with it is still accepted. */
  AUTH_SECRET_PREVIOUS: optional(secret()),
  /** How many proxies in front may be believed for the client's address. */
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  RATE_LIMIT: onOrOff().default(true),
  /** Allows reading /metrics from other machines; null: only from this one. */
  METRICS_TOKEN: optional(z.string()),
  /** Other origins that may call the two public endpoints, separated by spaces or commas. */
  ALLOWED_ORIGINS: z.string().prefault('').transform(splitList).pipe(z.array(origin())),
  /** Offers the domain to the browsers' lists of sites that are https only. */
  HSTS_PRELOAD: onOrOff().default(false),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

type Settings = z.output<typeof settings>;

/** SITE_URL as siteUrl. */
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

export type Env = Omit<{ [Name in keyof Settings as CamelCase<Name>]: Settings[Name] }, 'siteUrl'> & { siteUrl: string };

export type LogLevel = Env['logLevel'];

/** A setting that cannot be used; the message is one sentence that names it. */
export class SettingError extends Error {}

export function readEnv(source: Record<string, string | undefined>): Env {
  // An empty value counts as unset: that is how compose files and .env files leave a name out.
  const given = Object.keys(settings.shape).map((name) => [name, source[name]?.trim() || fromFile(name, source)]);
  const { data, error } = settings.safeParse(Object.fromEntries(given.filter(([, text]) => text !== undefined)));
  const [issue] = error?.issues ?? [];
  if (issue) throw new SettingError(`${String(issue.path[0])} ${issue.message}`);
  const { PORT, HOST, SITE_URL } = data as Settings;
  const siteUrl = SITE_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
  const named = Object.entries(data as Settings).map(([name, value]) => [camelCase(name), value]);
  return { ...Object.fromEntries(named), siteUrl };
}

/** A secret may stand in a file of its own, which is how containers and systemd hand one over: NAME_FILE says where. */
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

function optional<T extends z.ZodType>(schema: T) {
  return schema.nullable().default(null as never);
}

/** A text that passes the test. `demand` is the message after the setting's name; it alone decides whether to quote the text, which may be a secret. */
function textThat(test: (text: string) => boolean, demand: (text: string) => string) {
  return z.string().refine(test, { error: ({ input }) => demand(String(input)), abort: true });
}

function wholeNumber(min: number, max: number) {
  const fits = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  return textThat(fits, (text) => `must be a whole number from ${min} to ${max}, not "${text}".`).transform(Number);
}

function oneOf<const T extends string>(choices: readonly T[]) {
  const find = (text: string) => choices.find((choice) => choice === text.toLowerCase());
  const demand = (text: string) => `must be one of ${choices.join(', ')}, not "${text}".`;
  return textThat((text) => find(text) !== undefined, demand).transform((text) => find(text) as T);
}

function onOrOff() {
  return oneOf(['on', 'off']).transform((choice) => choice === 'on');
}

function origin() {
  const isOrigin = (text: string) => {
    if (!URL.canParse(text)) return false;
    const { protocol, pathname, search, hash, username } = new URL(text);
    return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username;
  };
  const demand = (text: string) => `must be an origin such as https://www.example.com, without a path, not "${text}".`;
  return textThat(isOrigin, demand).transform((text) => new URL(text).origin);
}

/** Shorter ones can be guessed. */
const minSecretLength = 32;

function secret() {
  const demand = () => `must have at least ${minSecretLength} characters; leave it unset to have one made.`;
  return textThat((text) => text.length >= minSecretLength, demand);
}

/** The value may hold a password, so it is not repeated. */
function url(protocols: string[]) {
  const isUrl = (text: string) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '';
  const starts = protocols.map((protocol) => `${protocol}//`).join(' or ');
  return textThat(isUrl, () => `must be a URL that starts with ${starts} and names a host.`);
}

function smtpUrl() {
  const hasKnownOptions = (text: string) =>
    [...new URL(text).searchParams].every(([name, value]) => name === 'tls' && ['required', 'unchecked'].includes(value));
  const isEncoded = (text: string) => !/%(?![\da-f]{2})/i.test(new URL(text).username + new URL(text).password);
  return url(['smtp:', 'smtps:'])
    .refine(hasKnownOptions, { error: 'may end in ?tls=required or ?tls=unchecked and nothing else.', abort: true })
    .refine(isEncoded, { error: 'has a % in its user or password that is not written as %25.' });
}

function s3Url() {
  const isEncoded = (text: string) => !/%(?![\da-f]{2})/i.test(new URL(text).username + new URL(text).password);
  const namesAll = (text: string) => {
    const { username, password, pathname } = new URL(text);
    return username !== '' && password !== '' && /^\/[a-z\d][a-z\d.-]+\/?$/.test(pathname);
  };
  const hasKnownOptions = (text: string) =>
    [...new URL(text).searchParams].every(([name, value]) => (name === 'tls' && value === 'off') || (name === 'region' && value));
  return url(['s3:'])
    .refine(namesAll, { error: 'must have a key, a secret and a bucket: s3://KEY:SECRET@host/bucket.', abort: true })
    .refine(hasKnownOptions, { error: 'may end in ?region=NAME and ?tls=off and nothing else.', abort: true })
    .refine(isEncoded, { error: 'has a % in its key or secret that is not written as %25.' });
}

function clamdUrl() {
  const isPlace = (text: string) => /^unix:\/[^/]/.test(text) || /^tcp:\/\/[^/:]+:\d+\/?$/.test(text);
  return textThat(isPlace, () => 'must be where clamd listens: tcp://host:port or unix:/path.');
}

function address() {
  return textThat(
    (text) => /[^\s@<>]@[^\s@<>]/.test(text),
    (text) => `must be an e-mail address, not "${text}".`,
  );
}

function absolute(path: string): string {
  return resolve(path);
}

function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
