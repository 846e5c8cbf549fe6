// Protects: an access token is asked for as each issuer wants it, renewed before it ends, and kept from nobody who can still use it.
import { execFileSync, spawnSync } from 'node:child_process';
import { constants, createHash, generateKeyPairSync, verify, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { day, minute } from '#forms/durations.ts';
import { daysAhead } from '#testing/days-ahead.ts';
import { startIssuer } from '#testing/oauth-issuer.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { createAccessTokens, secretEnding } from './access-tokens.ts';
import { tokenRequest } from './token-request.ts';

const mailbox = 'claims@firm.example';
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

async function setup(oauthUrl = (url: string) => url) {
  const issuer = await startIssuer();
  const clock = { time: Date.parse('2026-11-29T09:00:00Z') };
  const tokens = createAccessTokens(oauthUrl(issuer.url), () => clock.time);
  const get = async (of = mailbox) => (await tokens.get(of)).token.split('.')[0];
  return { issuer, clock, tokens, get };
}

test('Microsoft and other issuers are asked with client id and secret', async () => {
  expect(await tokenRequest('microsoft://a-b:s%25cret@firm.onmicrosoft.example', mailbox, 0)).toEqual({
    endpoint: 'https://login.microsoftonline.com/firm.onmicrosoft.example/oauth2/v2.0/token',
    form: {
      grant_type: 'client_credentials',
      client_id: 'a-b',
      client_secret: 's%cret',
      scope: 'https://outlook.office365.com/.default',
    },
  });
  const { issuer, get } = await setup((url) => `${url}?scope=mail`);
  expect([await get(), await get('web@firm.example')]).toEqual(['1', '1']);
  expect(issuer.requests).toEqual([
    { grant_type: 'client_credentials', client_id: 'kerbside', client_secret: 'hunter2', scope: 'mail' },
  ]);
});

test('Google is asked for each mailbox, with the key of a service account, which is read anew', async () => {
  const path = join(temporaryFolder(), 'google.json');
  const { issuer, get, clock, tokens } = await setup(() => `google://${path}`);
  await expect(get()).rejects.toThrow('because of the file in MAIL_OAUTH_URL: it is not there');
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const account = {
    client_email: 'kerbside@firm.iam.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    private_key_id: 'key-1',
    token_uri: issuer.endpoint,
  };
  writeFileSync(path, JSON.stringify(account));
  clock.time += minute;
  expect([await get(), await get('web@firm.example'), await get()]).toEqual(['1', '2', '1']);
  expect(tokens.whatIsWrong()).toBeNull();
  const [head = '', body = '', signature = ''] = String(issuer.requests[0]?.assertion).split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const iat = clock.time / 1_000;
  expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' });
  expect(read(body)).toEqual({
    iss: account.client_email,
    sub: mailbox,
    scope: 'https://mail.google.com/',
    aud: issuer.endpoint,
    iat,
    exp: iat + 300,
  });
  expect(verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
});

test.skipIf(!hasOpenssl)('a certificate proves the client by its key, and says itself when it ends', async () => {
  const folder = temporaryFolder();
  const [key, certificate, path] = ['key.pem', 'certificate.pem', 'both.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const output = ['-keyout', key, '-out', certificate, '-days', String(20 + daysAhead), '-subj', '/CN=kerbside'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...output], { stdio: 'ignore' });
  writeFileSync(path, readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'));
  const { issuer, get, clock } = await setup((url) => `${url.replace(':hunter2', '')}?key_file=${path}`);
  expect(await get()).toBe('1');
  const { client_assertion: assertion, ...form } = issuer.requests[0] as unknown as Record<string, string>;
  expect(form).toEqual({
    grant_type: 'client_credentials',
    client_id: 'kerbside',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  });
  const [head = '', body = '', signature = ''] = String(assertion).split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { raw, publicKey } = new X509Certificate(readFileSync(certificate));
  const thumbprint = createHash('sha256').update(raw).digest('base64url');
  const iat = clock.time / 1_000;
  expect(read(head)).toEqual({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint });
  expect(read(body)).toEqual({
    iss: 'kerbside',
    sub: 'kerbside',
    aud: issuer.endpoint,
    jti: expect.any(String),
    iat,
    exp: iat + 300,
  });
  const pss = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  expect(verify('sha256', Buffer.from(`${head}.${body}`), pss, Buffer.from(signature, 'base64url'))).toBe(true);
  const url = `microsoft://a@firm.example?key_file=${path}`;
  expect(secretEnding(url, Date.now())).toContain('The certificate in MAIL_OAUTH_URL ends on ');
  expect(secretEnding(url, Date.now() - 20 * day)).toBeNull();
});

test('one request is for all who ask at once, and ten minutes before its end a token is renewed', async () => {
  const { issuer, clock, get, tokens } = await setup();
  expect(await Promise.all([get(), get(), get()])).toEqual(['1', '1', '1']);
  clock.time += 50 * minute - 1;
  expect(await get()).toBe('1');
  clock.time += 1;
  expect(await get()).toBe('2');
  tokens.noteRefused(mailbox);
  expect(await get()).toBe('3');
  issuer.answer.seconds = 60;
  clock.time += 55 * minute;
  expect([await get(), await get()]).toEqual(['4', '4']);
});

test('a token is used to its end while the issuer is away, which is told then, and is left alone in between', async () => {
  const { issuer, clock, get, tokens } = await setup();
  await get();
  clock.time += 55 * minute;
  // As a proxy on the way answers.
  issuer.answer.instead = { statusCode: 200, body: '' };
  expect([await get(), await get(), tokens.whatIsWrong()]).toEqual(['1', '1', null]);
  expect(issuer.requests).toHaveLength(2);
  await issuer.stop();
  clock.time += 5 * minute;
  await expect(get()).rejects.toThrow(/^127\.0\.0\.1:\d+ gives no access token, because .+ does not answer/);
  expect(tokens.whatIsWrong()).toContain('does not answer');
});

test.each([
  [
    'invalid_client',
    "AADSTS7000222: The provided client secret keys for app 'a' are expired.",
    'the secret in MAIL_OAUTH_URL has ended',
  ],
  ['invalid_client', 'AADSTS7000215: Invalid client secret provided.', 'its value is needed, not its id (AADSTS7000215)'],
  [
    'unauthorized_client',
    "AADSTS700016: Application with identifier 'a' was not found",
    'the tenant has no application of this client id',
  ],
  ['invalid_request', "AADSTS90002: Tenant 'firm' not found.", 'there is no such tenant'],
  [
    'unauthorized_client',
    'Client is unauthorized to retrieve access tokens',
    'allow its client id the scope https://mail.google.com/',
  ],
  ['invalid_grant', 'Invalid JWT Signature.', 'the key in the file is not, or no longer, one of the service account'],
  ['invalid_grant', 'Invalid email or User ID', 'there is no such mailbox or service account'],
  [
    'invalid_grant',
    'Invalid JWT: Token must be a short-lived token. Check your iat and exp values',
    'the clock of this machine is wrong',
  ],
  ['invalid_client', 'Client authentication failed', 'the client id or the secret in MAIL_OAUTH_URL is wrong (invalid_client)'],
  ['access_denied', 'Not today\r\nTrace ID: 7', '“access_denied: Not today”'],
  [undefined, undefined, 'it answers with HTTP 400'],
])(
  'an issuer that answers %s (%s) is told in a sentence at once, and the token is used while it lasts',
  async (error, description, says) => {
    const { issuer, get, tokens } = await setup();
    await get();
    issuer.answer.instead = { statusCode: 400, body: { error, error_description: description } };
    tokens.noteRefused(mailbox);
    expect(await get()).toBe('1');
    expect(tokens.whatIsWrong()).toMatch(/^127\.0\.0\.1:\d+ refuses an access token: /);
    expect(tokens.whatIsWrong()).toContain(says);
  },
);

test.each([
  ['2026-12-30', null],
  ['2026-12-29', 'The secret in MAIL_OAUTH_URL ends on 29 December 2026.'],
  ['2026-11-29', 'The secret in MAIL_OAUTH_URL ends on 29 November 2026.'],
  ['2026-11-28', 'The secret in MAIL_OAUTH_URL ended on 28 November 2026.'],
])('of a secret that ends on %s it is said on 29 November: %s', (ends, says) => {
  expect(secretEnding(`microsoft://a:b@firm.example?secret_ends=${ends}`, Date.parse('2026-11-29T23:00:00Z'))).toBe(says);
});
