import { errorMessage } from '#server/core/observability/log.ts';
import type { Env } from '#server/core/settings/env.ts';
import { mailboxOfToken } from '#server/core/settings/setting-kinds.ts';
import { type AccessTokens, secretEnding } from '#server/mail/out/access-tokens.ts';
import { amber, type CheckResult, green, red } from './check-result.ts';

const guide = 'docs/operations.md, Microsoft 365 and Google without a password';

const correctSetting = `Correct MAIL_OAUTH_URL, or what it names: ${guide}.`;

/** What to do about what is said of an access token; the first that matches. */
const todos: [RegExp, string][] = [
  [/access token does not open .*\b5\.7\.139\b/, `Switch on SMTP for this mailbox, which Exchange has off: ${guide}.`],
  [/access token does not open /, `Grant the application this mailbox, for SMTP and for IMAP: ${guide}.`],
  [/access token/, correctSetting],
];

/** Null where nothing is said of an access token. */
export function tokenTodo(says: string): string | null {
  return todos.find(([pattern]) => pattern.test(says))?.[1] ?? null;
}

/** Whether there is an access token for each mailbox that has no password, and how long the secret for it lasts. */
export async function checkTokens(
  { mailOauthUrl, smtpUrl, imapUrl }: Pick<Env, 'mailOauthUrl' | 'smtpUrl' | 'imapUrl'>,
  tokens: AccessTokens | null,
  now: number,
): Promise<CheckResult[]> {
  if (tokens === null || mailOauthUrl === null) return [];
  const mailboxes = [...new Set([smtpUrl, imapUrl].flatMap((url) => mailboxOfToken(url) ?? []))];
  const unused = amber(
    'access token',
    'MAIL_OAUTH_URL is set, and no mailbox is opened by a token.',
    'Take the password out of SMTP_URL and IMAP_URL, or remove MAIL_OAUTH_URL.',
  );
  const asked = await Promise.all(mailboxes.map((mailbox) => checkToken(tokens, mailbox)));
  return [...(asked.length > 0 ? asked : [unused]), ...checkSecret(mailOauthUrl, tokens, now)];
}

async function checkToken(tokens: AccessTokens, mailbox: string): Promise<CheckResult> {
  try {
    await tokens.get(mailbox);
    return green('access token', `${tokens.issuer} gives one for ${mailbox} (MAIL_OAUTH_URL).`);
  } catch (error) {
    const says = `None for ${mailbox}: ${errorMessage(error)}.`;
    return red('access token', says, correctSetting);
  }
}

function checkSecret(oauthUrl: string, { issuer, secretEnds, keyFile }: AccessTokens, now: number): CheckResult[] {
  const ending = secretEnding(oauthUrl, now);
  if (ending !== null) {
    const todo =
      keyFile === null
        ? 'Make another secret, and put it and its last day into MAIL_OAUTH_URL.'
        : 'Make another certificate, give it to the application, and put it with its key into that file.';
    return [(ending.includes('ended') ? red : amber)('secret', ending, todo)];
  }
  if (secretEnds !== null || keyFile !== null || issuer !== 'Microsoft') return [];
  const todo = 'Add ?secret_ends=YYYY-MM-DD to MAIL_OAUTH_URL: then an alarm comes thirty days before.';
  return [amber('secret', 'When the secret in MAIL_OAUTH_URL ends is not known.', todo)];
}
