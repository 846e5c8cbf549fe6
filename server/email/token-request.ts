import { sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { errorMessage } from '#server/observability/log.ts';

/** How long an issuer has for its answer. */
const maxAnswerMs = 10_000;

/** How long a signed assertion is valid: long enough for clocks that are not the same. */
const assertionSeconds = 300;

/** What Exchange Online and Gmail call reading and sending by IMAP and SMTP. */
const scopes = { microsoft: 'https://outlook.office365.com/.default', google: 'https://mail.google.com/' };

/** Why there is no access token, as the end of a sentence. `isRefused`: for a person to correct; otherwise it may be given later. */
export class TokenError extends Error {
  readonly isRefused: boolean;

  constructor(message: string, isRefused: boolean) {
    super(message);
    this.isRefused = isRefused;
  }
}

/** The parts of MAIL_OAUTH_URL that are no secret. */
export function oauthPlace(oauthUrl: string) {
  const { protocol, host, searchParams } = new URL(oauthUrl);
  const [issuer, mailbox] = ({ 'microsoft:': ['Microsoft'], 'google:': ['Google', true] } as const)[protocol] ?? [host];
  return { issuer, hasTokenForEachMailbox: mailbox === true, secretEnds: searchParams.get('secret_ends') };
}

/** The mailbox of SMTP_URL or IMAP_URL that is opened by an access token; null where there is a password, or no login. */
export function mailboxOfToken(url: string | null): string | null {
  const { username, password } = new URL(url ?? 'smtp://none');
  return username !== '' && password === '' ? decodeURIComponent(username) : null;
}

/** Asks for an access token (OAuth 2.0, RFC 6749). Throws a TokenError. */
export async function requestToken(
  oauthUrl: string,
  mailbox: string,
  now: () => number,
): Promise<{ token: string; endsAt: number }> {
  const { issuer } = oauthPlace(oauthUrl);
  const askedAt = now();
  const { endpoint, form } = await tokenRequest(oauthUrl, mailbox, askedAt);
  const { status, answer } = await post(endpoint, form).catch((error) => {
    throw new TokenError(
      `${issuer} gives no access token, because ${new URL(endpoint).host} does not answer (${reasonOf(error)})`,
      false,
    );
  });
  const { access_token: token, expires_in: seconds } = answer;
  if (typeof token === 'string' && token !== '') return { token, endsAt: askedAt + (Number(seconds) || 600) * 1_000 };
  if (status < 400 || status >= 500 || status === 429)
    throw new TokenError(`${issuer} gives no access token for now (HTTP ${status})`, false);
  throw new TokenError(`${issuer} refuses an access token: ${whyRefused(answer, status)}`, true);
}

/** Where an access token is asked for, and with what: client credentials, or for Google an assertion signed with the key of a service account (RFC 7523). */
export async function tokenRequest(oauthUrl: string, mailbox: string, at: number) {
  const { protocol, host, origin, pathname, username, password, searchParams } = new URL(oauthUrl);
  if (protocol === 'google:') return assertionRequest(decodeURIComponent(pathname), mailbox, at);
  const isMicrosoft = protocol === 'microsoft:';
  const scope = isMicrosoft ? scopes.microsoft : searchParams.get('scope');
  const client = { client_id: decodeURIComponent(username), client_secret: decodeURIComponent(password) };
  return {
    endpoint: isMicrosoft ? `https://login.microsoftonline.com/${host}/oauth2/v2.0/token` : origin + pathname,
    form: { grant_type: 'client_credentials', ...client, ...(scope && { scope }) },
  };
}

/** The file that Google gives for a service account. It is read each time, so that another key needs no restart. */
async function assertionRequest(path: string, mailbox: string, at: number) {
  try {
    const { client_email: iss, private_key: key, private_key_id: kid, token_uri: aud } = JSON.parse(await readFile(path, 'utf8'));
    const iat = Math.floor(at / 1_000);
    const claims = { iss, sub: mailbox, scope: scopes.google, aud, iat, exp: iat + assertionSeconds };
    const parts = [{ alg: 'RS256', typ: 'JWT', kid }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signature = sign('sha256', Buffer.from(parts.join('.')), key).toString('base64url');
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: [...parts, signature].join('.') };
    return { endpoint: new URL(aud).href, form };
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? 'it is not there'
        : 'it is not the key of a service account, or cannot be read';
    throw new TokenError(`no access token is asked for, because of the file in MAIL_OAUTH_URL: ${reason}`, true);
  }
}

async function post(endpoint: string, form: Record<string, string>) {
  // A redirect would take the secret elsewhere.
  const options = {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(maxAnswerMs),
  } as const;
  const response = await fetch(endpoint, options);
  const answer: Record<string, unknown> = await response.json().catch(() => ({}));
  return { status: response.status, answer: answer ?? {} };
}

function reasonOf(error: unknown): string {
  const { cause, name } = error as Error & { cause?: NodeJS.ErrnoException };
  return name === 'TimeoutError' ? 'in ten seconds' : (cause?.code ?? errorMessage(cause ?? error));
}

/** What issuers answer where somebody has made a mistake: codes of Entra ID, and words of Google; the first that matches. */
const refusals: [RegExp, string][] = [
  [/AADSTS7000222/, 'the secret in MAIL_OAUTH_URL has ended'],
  [/AADSTS7000215/, 'the secret in MAIL_OAUTH_URL is wrong; its value is needed, not its id'],
  [/AADSTS700016/, 'the tenant has no application of this client id'],
  [/AADSTS(90002|900023)\b/, 'there is no such tenant'],
  [/AADSTS53003/, 'a rule of Conditional Access forbids it'],
  [
    /unauthorized_client/,
    'the client is not allowed to ask for it; for Google, allow its client id the scope https://mail.google.com/ (domain-wide delegation)',
  ],
  [/invalid_grant.*\bsignature/i, 'the key in the file is not, or no longer, one of the service account'],
  [/invalid_grant.*\biat\b/i, 'the clock of this machine is wrong'],
  [/invalid_grant.*\b(email|user|account)\b/i, 'there is no such mailbox or service account'],
  [/invalid_client/, 'the client id or the secret in MAIL_OAUTH_URL is wrong'],
  [/invalid_scope/, 'the scope in MAIL_OAUTH_URL is wrong'],
];

function whyRefused({ error, error_description: description }: Record<string, unknown>, status: number): string {
  if (typeof error !== 'string') return `it answers with HTTP ${status}`;
  const said = `${error}: ${String(description ?? '').split(/[\r\n]/)[0]}`;
  const [, why] = refusals.find(([pattern]) => pattern.test(said)) ?? [];
  const code = /AADSTS\d+/.exec(said)?.[0] ?? error;
  return why === undefined ? `“${said.slice(0, 200)}”` : `${why} (${code})`;
}
