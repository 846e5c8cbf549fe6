import { constants, randomUUID, sign, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { errorMessage } from '#server/core/observability/log.ts';

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
  const [secretEnds, keyFile] = ['secret_ends', 'key_file'].map((name) => searchParams.get(name)) as [
    string | null,
    string | null,
  ];
  return { issuer, hasTokenForEachMailbox: mailbox === true, secretEnds, keyFile };
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

/** Where an access token is asked for, and with what: client credentials, or for Google an assertion about the mailbox (RFC 7523). */
export async function tokenRequest(oauthUrl: string, mailbox: string, at: number) {
  const { protocol, host, origin, pathname, username, searchParams } = new URL(oauthUrl);
  if (protocol === 'google:') return readingKey(() => assertionRequest(decodeURIComponent(pathname), mailbox, at));
  const isMicrosoft = protocol === 'microsoft:';
  const endpoint = isMicrosoft ? `https://login.microsoftonline.com/${host}/oauth2/v2.0/token` : origin + pathname;
  const scope = isMicrosoft ? scopes.microsoft : searchParams.get('scope');
  const clientId = decodeURIComponent(username);
  const proof = await readingKey(() => clientProof(oauthUrl, clientId, endpoint, at));
  return { endpoint, form: { grant_type: 'client_credentials', client_id: clientId, ...proof, ...(scope && { scope }) } };
}

/** The secret of the client, or an assertion signed with the key of its certificate, which names that as Microsoft wants it. */
async function clientProof(oauthUrl: string, clientId: string, endpoint: string, at: number): Promise<Record<string, string>> {
  const { keyFile } = oauthPlace(oauthUrl);
  if (keyFile === null) return { client_secret: decodeURIComponent(new URL(oauthUrl).password) };
  const pem = await readFile(keyFile, 'utf8');
  const thumbprint = Buffer.from(new X509Certificate(pem).fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
  const claims = { iss: clientId, sub: clientId, aud: endpoint, jti: randomUUID(), ...validFrom(at) };
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signed({ alg: 'PS256', 'x5t#S256': thumbprint }, claims, pem),
  };
}

/** With the file that Google gives for a service account. */
async function assertionRequest(path: string, mailbox: string, at: number) {
  const { client_email: iss, private_key: key, private_key_id: kid, token_uri: aud } = JSON.parse(await readFile(path, 'utf8'));
  const claims = { iss, sub: mailbox, scope: scopes.google, aud, ...validFrom(at) };
  const assertion = signed({ alg: 'RS256', kid }, claims, key);
  return { endpoint: new URL(aud).href, form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion } };
}

/** A key is read each time, so that another one needs no restart. */
async function readingKey<Request>(read: () => Promise<Request>): Promise<Request> {
  try {
    return await read();
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing ? 'it is not there' : 'it has no key of this kind, or cannot be read';
    throw new TokenError(`no access token is asked for, because of the file in MAIL_OAUTH_URL: ${reason}`, true);
  }
}

function validFrom(at: number) {
  const iat = Math.floor(at / 1_000);
  return { iat, exp: iat + assertionSeconds };
}

/** A JSON Web Token (RFC 7519), signed with an RSA key. */
function signed(header: { alg: 'RS256' | 'PS256' } & Record<string, string>, claims: object, key: string): string {
  const parts = [{ typ: 'JWT', ...header }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const padding = header.alg === 'PS256' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  const signature = sign('sha256', Buffer.from(parts.join('.')), { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST });
  return [...parts, signature.toString('base64url')].join('.');
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
  [/AADSTS700027/, 'the application has not the certificate in the key_file of MAIL_OAUTH_URL, or it has ended'],
  [/AADSTS7000215/, 'the secret in MAIL_OAUTH_URL is wrong; its value is needed, not its id'],
  [/AADSTS700016/, 'the tenant has no application of this client id'],
  [/AADSTS(90002|900023)\b/, 'there is no such tenant'],
  [/AADSTS53003/, 'a rule of Conditional Access forbids it'],
  [
    /unauthorized_client/,
    'the client is not allowed to ask for it; for Google, allow its client id the scope https://mail.google.com/ (domain-wide delegation)',
  ],
  [/JWT Signature/i, 'the key in the file is not, or no longer, one of the service account'],
  [/\biat\b/, 'the clock of this machine is wrong'],
  [/Invalid email|account not found/i, 'there is no such mailbox or service account'],
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
