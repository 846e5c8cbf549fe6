// Protects: before launch each mistake on the way from the issuer to the mailbox is named, for what leaves and what comes in.
import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#server/core/settings/env.ts';
import { createAccessTokens } from '#server/mail/out/access-tokens.ts';
import { findDovecot, startImapServer } from '#testing/imap-server.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { type Issuer, startIssuer, takesTokensOf } from '#testing/oauth-issuer.ts';
import { checkMailbox } from './mailbox-check.ts';
import { checkEmail } from './settings-check.ts';
import { checkTokens, tokenTodo } from './token-check.ts';

const dovecot = findDovecot();
const now = Date.parse('2026-11-29T09:00:00Z');
const sender = { brand: 'Fieldfare', email: 'claims@fieldfare.co.uk' };
const refuse = ({ answer }: Issuer) => {
  answer.instead = { statusCode: 401, body: { error: 'invalid_client', error_description: 'AADSTS7000215: Wrong.' } };
};
const notGranted = ({ valid }: Issuer) => {
  valid.add = () => valid;
};

test.skipIf(!dovecot).each<[string, (issuer: Issuer) => unknown, string, string[], [string, string, RegExp][]]>([
  [
    'all is right',
    () => {},
    '',
    [],
    [
      ['access token', 'green', /^127\.0\.0\.1:\d+ gives one for claims \(MAIL_OAUTH_URL\)\.$/],
      ['mail server', 'green', / answers to EHLO \S+ and takes our login\.$/],
      ['mailbox', 'green', /^Answers can be read/],
    ],
  ],
  [
    'the issuer refuses',
    refuse,
    '',
    ['Correct'],
    [
      ['access token', 'red', /^None for claims: .+ refuses an access token: the secret in MAIL_OAUTH_URL is wrong;/],
      ['mail server', 'red', / refuses an access token: the secret in MAIL_OAUTH_URL is wrong;/],
      ['mailbox', 'red', / refuses an access token: the secret in MAIL_OAUTH_URL is wrong;/],
    ],
  ],
  [
    'the mailbox is not granted',
    notGranted,
    '',
    ['Grant'],
    [
      ['access token', 'green', / gives one for claims/],
      ['mail server', 'red', / says to EHLO \S+: The access token does not open the mailbox claims: 535/],
      ['mailbox', 'red', /: the access token does not open the mailbox claims\.$/],
    ],
  ],
  ['the secret ends soon', () => {}, '?secret_ends=2026-12-20', [], [['secret', 'amber', / ends on 20 December 2026\.$/]]],
  ['the secret has ended', () => {}, '?secret_ends=2026-11-20', [], [['secret', 'red', / ended on 20 November 2026\.$/]]],
])('where %s', async (_, change, options, doing, expected) => {
  const issuer = await startIssuer();
  const [smtp, imap] = await Promise.all([
    startMailServer(takesTokensOf(issuer)),
    startImapServer(dovecot ?? '', { introspectionUrl: issuer.introspectionUrl }),
  ]);
  onTestFinished(async () => void (await Promise.all([smtp.close(), imap.stop()])));
  const env = readEnv({
    MAIL_OAUTH_URL: issuer.url + options,
    SMTP_URL: `smtp://claims@127.0.0.1:${smtp.port}?tls=unchecked`,
    IMAP_URL: imap.url.replace(':secret', ''),
  });
  change(issuer);
  const tokens = createAccessTokens(issuer.url + options, Date.now);
  const results = [
    ...(await checkTokens(env, tokens, now)),
    ...(await checkEmail(env, sender, null, tokens)),
    ...(await checkMailbox(env, tokens)),
  ];
  for (const [about, state, says] of expected)
    expect(results).toContainEqual(expect.objectContaining({ about, state, says: expect.stringMatching(says) }));
  const todos = results.flatMap(({ about, todo }) => (about === 'mail server' || about === 'mailbox' ? (todo ?? []) : []));
  expect(new Set(todos.map((todo) => todo.split(' ')[0]))).toEqual(new Set(doing));
  expect(JSON.stringify(results)).not.toMatch(/hunter2|eyJ/);
});

test('a setting that nothing uses, and a secret of Microsoft whose end is not known, are amber', async () => {
  const oauthUrl = 'microsoft://client:hunter2@firm.example';
  const env = readEnv({ MAIL_OAUTH_URL: oauthUrl, SMTP_URL: 'smtp://web:secret@mail.example' });
  const results = await checkTokens(env, createAccessTokens(oauthUrl, Date.now), now);
  expect(results.map(({ about, state }) => `${about} ${state}`)).toEqual(['access token amber', 'secret amber']);
});

test('where Exchange has SMTP off for a mailbox, that is what to change', () => {
  const reply = '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Mailbox.';
  expect(tokenTodo(`The access token does not open the mailbox web@firm.example: ${reply}`)).toMatch(
    /^Switch on SMTP for this mailbox/,
  );
  expect(tokenTodo(reply)).toBeNull();
});
