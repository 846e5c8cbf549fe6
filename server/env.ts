import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The settings of one start, parsed once. Nothing else reads the environment. */
export type Env = {
  port: number;
  host: string;
  /** The public origin, without a slash at the end. */
  siteUrl: string;
  /** Absolute path of the folder that holds the database, letters not sent by SMTP, and generated secrets. */
  dataDir: string;
  /** postgres://…, or null for SQLite in the data folder. */
  databaseUrl: string | null;
  /** smtp(s)://…, with ?tls=required or ?tls=unchecked where wanted, or null: letters become files in the data folder. */
  smtpUrl: string | null;
  /** Null where the address in content/site.ts stands. */
  mailTo: string | null;
  mailFrom: string | null;
  /** Signs sessions. Null: one is made once and kept in the data folder. */
  authSecret: string | null;
  /** How many proxies in front may be believed for the client's address. */
  trustProxy: number;
  rateLimit: boolean;
  /** Who has it may read /metrics from elsewhere than this machine; null: nobody. */
  metricsToken: string | null;
  /** Other origins that may call the two public endpoints. */
  allowedOrigins: string[];
  /** Offers the domain to the browsers' lists of sites that are https only. */
  hstsPreload: boolean;
  logLevel: LogLevel;
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** A setting that cannot be used; the message is one sentence that names it. */
export class BadSetting extends Error {}

export function readEnv(source: Record<string, string | undefined>): Env {
  // An empty value counts as unset: that is how compose files and .env files leave a name out.
  const get = (name: string) => source[name]?.trim() || fromFile(`${name}_FILE`, source[`${name}_FILE`]?.trim());
  const port = wholeNumber('PORT', get('PORT') ?? '3000', 0, 65_535);
  const host = get('HOST') ?? '127.0.0.1';
  return {
    port,
    host,
    siteUrl: origin('SITE_URL', get('SITE_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`),
    dataDir: resolve(get('DATA_DIR') ?? './data'),
    databaseUrl: optionalUrl('DATABASE_URL', get('DATABASE_URL'), ['postgres:', 'postgresql:']),
    smtpUrl: optionalSmtpUrl('SMTP_URL', get('SMTP_URL')),
    mailTo: optionalAddress('MAIL_TO', get('MAIL_TO')),
    mailFrom: optionalAddress('MAIL_FROM', get('MAIL_FROM')),
    authSecret: optionalSecret('AUTH_SECRET', get('AUTH_SECRET')),
    trustProxy: wholeNumber('TRUST_PROXY', get('TRUST_PROXY') ?? '0', 0, 10),
    rateLimit: oneOf('RATE_LIMIT', get('RATE_LIMIT') ?? 'on', ['on', 'off'] as const) === 'on',
    metricsToken: get('METRICS_TOKEN'),
    allowedOrigins: (get('ALLOWED_ORIGINS') ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((text) => origin('ALLOWED_ORIGINS', text)),
    hstsPreload: oneOf('HSTS_PRELOAD', get('HSTS_PRELOAD') ?? 'off', ['on', 'off'] as const) === 'on',
    logLevel: oneOf('LOG_LEVEL', get('LOG_LEVEL') ?? 'info', ['debug', 'info', 'warn', 'error', 'silent'] as const),
  };
}

/** A secret may stand in a file of its own, which is how containers and systemd hand one over: NAME_FILE says where. */
function fromFile(name: string, path: string | undefined): string | null {
  if (!path) return null;
  try {
    return readFileSync(path, 'utf8').trim() || null;
  } catch {
    throw new BadSetting(`${name} must be a file that can be read, not "${path}".`);
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new BadSetting(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
}

function oneOf<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((value) => value === text.toLowerCase());
  if (choice) return choice;
  throw new BadSetting(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
}

function origin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username)
    return url.origin;
  throw new BadSetting(`${name} must be an origin such as https://www.example.com, without a path, not "${text}".`);
}

/** Shorter ones can be guessed. */
const leastSecret = 32;

function optionalSecret(name: string, text: string | null): string | null {
  if (text === null || text.length >= leastSecret) return text;
  throw new BadSetting(`${name} must have at least ${leastSecret} characters; leave it unset to have one made.`);
}

function optionalUrl(name: string, text: string | null, protocols: string[]): string | null {
  if (text === null) return null;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname) return text;
  // The value may hold a password, so it is not repeated.
  throw new BadSetting(
    `${name} must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')} and names a host.`,
  );
}

function optionalSmtpUrl(name: string, text: string | null): string | null {
  const url = optionalUrl(name, text, ['smtp:', 'smtps:']);
  if (url === null) return null;
  const { username, password, searchParams } = new URL(url);
  const options = [...searchParams].map(([option, value]) => `${option}=${value}`);
  if (options.some((option) => option !== 'tls=required' && option !== 'tls=unchecked'))
    throw new BadSetting(`${name} may end in ?tls=required or ?tls=unchecked and nothing else.`);
  if (/%(?![\da-f]{2})/i.test(username + password))
    throw new BadSetting(`${name} has a % in its user or password that is not written as %25.`);
  return url;
}

function optionalAddress(name: string, text: string | null): string | null {
  if (text === null || /[^\s@<>]@[^\s@<>]/.test(text)) return text;
  throw new BadSetting(`${name} must be an e-mail address, not "${text}".`);
}
