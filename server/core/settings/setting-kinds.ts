import { resolve } from 'node:path';
import addressParser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { decoded } from '#server/core/decoded.ts';
import type { Mailbox } from '#server/mail/out/mailer.ts';

/** A setting that is null unless it is set. */
export function optional<T extends z.ZodType>(schema: T, example = '') {
  return schema
    .nullable()
    .default(null as never)
    .meta({ example });
}

/** A text that passes the test. `demand` is the message after the setting's name; it alone decides whether to quote the text, which may be a secret. */
function textThat(test: (text: string) => boolean, demand: (text: string) => string) {
  return z.string().refine(test, { error: ({ input }) => demand(String(input)), abort: true });
}

export function wholeNumber(max: number) {
  const fits = (text: string) => /^\d+$/.test(text) && Number(text) <= max;
  return textThat(fits, (text) => `must be a whole number from 0 to ${max}, not "${text}".`).transform(Number);
}

export function oneOf<const T extends string>(choices: readonly T[]) {
  const find = (text: string) => choices.find((choice) => choice === text.toLowerCase());
  const demand = (text: string) => `must be one of ${choices.join(', ')}, not "${text}".`;
  return textThat((text) => find(text) !== undefined, demand).transform((text) => find(text) as T);
}

export function onOrOff() {
  return oneOf(['on', 'off']).transform((choice) => choice === 'on');
}

export function origin() {
  const isOrigin = (text: string) => {
    if (!URL.canParse(text)) return false;
    const { protocol, pathname, search, hash, username } = new URL(text);
    return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username;
  };
  const demand = (text: string) => `must be an origin such as https://www.example.com, without a path, not "${text}".`;
  return textThat(isOrigin, demand).transform((text) => new URL(text).origin);
}

/** The least length of a secret: shorter ones can be guessed. */
const minSecretLength = 32;

export function secret() {
  const demand = () => `must have at least ${minSecretLength} characters; leave it unset to have one made.`;
  return textThat((text) => text.length >= minSecretLength, demand);
}

/** What ends the host of an address, and is easily typed as it is in a password. */
const encodings: Record<string, string> = { '#': '%23', '/': '%2F', '?': '%3F' };

/**
 * Such a character in the user or password, or null. An address that can be read may have the last two elsewhere, but not behind digits of a
 * password, which were read as a port.
 */
function unencoded(text: string): string | null {
  if (text.includes('#')) return '#';
  const [, login = ''] = /^[a-z\d+]+:\/\/([^@]*)@/i.exec(text) ?? [];
  const isRead = URL.canParse(text) && !/^\w+:\/\/[^/?@]*:\d+[/?][^=]*@/.test(text);
  return isRead ? null : (Object.keys(encodings).find((character) => login.includes(character)) ?? null);
}

/** A URL with one of these protocols. The message does not repeat it, because it may contain a password. */
export function url(protocols: string[]) {
  const hasLogin = !protocols.includes('https:');
  const isEncoded = (text: string) => !hasLogin || unencoded(text) === null;
  const demandEncoding = (text: string) => {
    const character = unencoded(text) ?? '#';
    return `has a ${character} that is not written as ${encodings[character]}, as it must be in a user or password.`;
  };
  const isUrl = (text: string) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '';
  const starts = protocols.map((protocol) => `${protocol}//`).join(' or ');
  const demandUrl = `must be a URL that starts with ${starts} and names a host.`;
  return textThat(isEncoded, demandEncoding).refine(isUrl, { error: demandUrl, abort: true });
}

/** What PostgreSQL's driver reads behind the question mark. It takes anything else too, and does nothing about it. */
const postgresOptions =
  'application_name client_encoding host options password port ssl sslcert sslkey sslmode sslnegotiation sslrootcert uselibpqcompat user'.split(
    ' ',
  );

/** One PostgreSQL. The driver asks the first of several hosts alone, and never learns which of them can be written to. */
export function postgresUrl() {
  const hostsOf = (text: string) => {
    const [, authority = ''] = /^\w+:\/\/([^/?#]*)/.exec(text) ?? [];
    return authority.slice(authority.lastIndexOf('@') + 1) + (/[?&]host=([^&]*)/.exec(text)?.[1] ?? '');
  };
  const several =
    'names several hosts, of which only one would be asked: name one that leads to the server that can be written to, such as HAProxy (docs/operations.md).';
  const ignored = (text: string) => [...new URL(text).searchParams.keys()].filter((name) => !postgresOptions.includes(name));
  return textThat(
    (text) => unencoded(text) !== null || !/,|%2c/i.test(hostsOf(text)),
    () => several,
  ).pipe(
    url(['postgres:', 'postgresql:']).refine((text) => ignored(text).length === 0, {
      error: ({ input }) => `has ${ignored(String(input)).join()}, of which nothing would come: take it out.`,
    }),
  );
}

/** A web address. Node's fetch does not accept a user and password in it. */
export function webUrl() {
  return url(['https:', 'http:']).refine((text) => new URL(text).username === '', {
    error: 'must have no user and password before its host.',
  });
}

export function smtpUrl() {
  const hasKnownOptions = (text: string) =>
    [...new URL(text).searchParams].every(([name, value]) => name === 'tls' && ['required', 'unchecked'].includes(value));
  return url(['smtp:', 'smtps:'])
    .refine(hasKnownOptions, { error: 'may end in ?tls=required or ?tls=unchecked and nothing else.', abort: true })
    .refine(isEncoded, { error: 'has a % in its user or password that is not written as %25.' });
}

/** Whether each % of its user and password is written as %25: two hexadecimal digits may follow it in a password, too. */
function isEncoded(text: string): boolean {
  return decoded(new URL(text).username + new URL(text).password) !== null;
}

export function imapUrl() {
  const hasKnownOptions = (text: string) =>
    [...new URL(text).searchParams].every(([name, value]) => name === 'tls' && value === 'off');
  return url(['imaps:', 'imap:'])
    .refine((text) => new URL(text).username !== '', { error: 'must have a user.', abort: true })
    .refine(hasKnownOptions, { error: 'may end in ?tls=off and nothing else.', abort: true })
    .refine(isEncoded, { error: 'has a % in its user or password that is not written as %25.' });
}

/** Who gives access tokens: Microsoft, Google, or the token endpoint of another issuer; without encryption on this machine only. */
const oauthForms = [
  /^microsoft:\/\/[^/@:]+(:[^/@]+)?@[\w.-]+(\?|$)/,
  /^google:\/\/\/[^?]+(\?|$)/,
  /^https:\/\/[^/@:]+(:[^/@]+)?@[^?]+(\?|$)/,
  /^http:\/\/[^/@:]+(:[^/@]+)?@(127\.0\.0\.1|localhost)[:/][^?]+(\?|$)/,
];

export function oauthUrl() {
  const isComplete = (text: string) => {
    if (!oauthForms.some((form) => form.test(text)) || !URL.canParse(text) || unencoded(text) !== null) return false;
    const { protocol, password, searchParams } = new URL(text);
    return protocol === 'google:' || (password === '') === searchParams.has('key_file');
  };
  const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text);
  const hasKnownOptions = (text: string) => {
    const { protocol, searchParams } = new URL(text);
    const known: Record<string, (value: string) => unknown> = {
      secret_ends: (value) => !searchParams.has('key_file') && isDate(value),
      key_file: (value) => protocol !== 'google:' && value.startsWith('/'),
      scope: (value) => value !== '' && protocol.startsWith('http'),
    };
    return [...searchParams].every(([name, value]) => known[name]?.(value));
  };
  const demand =
    'must be microsoft://CLIENT_ID:SECRET@TENANT, google:///path/of/key.json, or https://CLIENT_ID:SECRET@ and the token endpoint of another issuer.';
  const demandOptions =
    'may end in ?secret_ends=YYYY-MM-DD, or instead of :SECRET in key_file=/PATH, for another issuer in scope=SCOPE, and nothing else.';
  return textThat(isComplete, () => demand)
    .refine(hasKnownOptions, { error: demandOptions, abort: true })
    .refine(isEncoded, { error: 'has a % in its client id or secret that is not written as %25.' });
}

export function s3Url() {
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

export function clamdUrl() {
  const isPlace = (text: string) => /^unix:\/[^/]/.test(text) || /^tcp:\/\/[^/:]+:\d+\/?$/.test(text);
  return textThat(isPlace, () => 'must be where clamd listens: tcp://host:port or unix:/path.');
}

/** The name of a machine, with a dot, or its address in brackets. */
export function hostName() {
  return textThat(
    (text) => /^([a-z\d-]+(\.[a-z\d-]+)+|\[[a-f\d.:]+\])$/i.test(text),
    (text) => `must be the name of a host, such as www.example.com, not "${text}".`,
  );
}

/** One address, with or without a name: `Kerbside <web@example.com>`. */
export function mailbox() {
  return textThat(
    (text) => readMailboxes(text)?.length === 1,
    (text) => `must be one email address, or a name and an address such as Kerbside <web@example.com>, not ${quoted(text)}.`,
  ).transform((text) => readMailboxes(text)?.[0] as Mailbox);
}

/** One or several of them. */
export function mailboxes() {
  return textThat(
    (text) => readMailboxes(text) !== null,
    (text) => `must be an email address, or several with a comma between them, not ${quoted(text)}.`,
  ).transform((text) => readMailboxes(text) as Mailbox[]);
}

/** The addresses of a list; null where a part of it is none: what the parser takes for a name, or leaves out, may have been meant as one. */
function readMailboxes(text: string): Mailbox[] | null {
  const list = withoutQuotes(text);
  const found = addressParser(list);
  const isWhole = ({ name, address }: (typeof found)[number]): boolean =>
    address !== undefined &&
    /^[^\s@<>()[\]\\,;:"]+@[\p{L}\p{M}\d-]+(\.[\p{L}\p{M}\d-]+)*$/u.test(address) &&
    (name === '' || list.includes(`<${address}>`)) &&
    (!/[@,;]/.test(name) || list.includes(`"${name}"`));
  const signs = list.replaceAll(/"[^"]*"/g, '').split('@').length - 1;
  return signs > 0 && signs === found.length && found.every(isWhole) ? (found as Mailbox[]) : null;
}

/** Without the quotes around the whole of it, which `docker --env-file` takes for a part of the value. */
function withoutQuotes(text: string): string {
  return /^(["'])([^"']*@[^"']*)\1$/.exec(text)?.[2] ?? text;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/\s+/g, ' ')}"`;
}

/** An address alone, which leaves room for a reference and a code in the 64 characters before its @. */
export function answerMailbox() {
  return textThat(
    (text) => /^[\w.-]{1,30}@[\w-]+(\.[\w-]+)+$/.test(withoutQuotes(text)),
    (text) =>
      `must be an email address such as claims@example.com, with 30 characters at most before its @, not ${quoted(text)}.`,
  ).transform(withoutQuotes);
}

export function absolute(path: string): string {
  return resolve(path);
}

export function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** The mailbox of SMTP_URL or IMAP_URL that is opened by an access token; null where there is a password, or no login. */
export function mailboxOfToken(url: string | null): string | null {
  const { username, password } = new URL(url ?? 'smtp://none');
  return username !== '' && password === '' ? decodeURIComponent(username) : null;
}
