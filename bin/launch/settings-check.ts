import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Env } from '#server/core/settings/env.ts';
import { misspeltSettings } from '#server/core/settings/misspelt-settings.ts';
import type { AccessTokens } from '#server/mail/out/access-tokens.ts';
import { type Mailbox, type Mailer, mailboxOf } from '#server/mail/out/mailer.ts';
import { heloNameOf, openMailer, senderOf } from '#server/mail/out/open-mailer.ts';
import { amber, type CheckResult, green, red } from './check-result.ts';
import { exampleAddressesIn, isExampleHost } from './reserved-names.ts';
import { tokenTodo } from './token-check.ts';

export function checkSettings(env: Env, source: Record<string, string | undefined>): CheckResult[] {
  return [...checkNames(source), checkSiteUrl(env), checkProxy(env), ...checkRateLimit(env), ...checkDatabaseLink(env)];
}

function checkNames(source: Record<string, string | undefined>): CheckResult[] {
  return misspeltSettings(source).map((says) => red('settings', says, 'Correct its name, or remove it.'));
}

function checkSiteUrl({ siteUrl }: Env): CheckResult {
  const { protocol, hostname } = new URL(siteUrl);
  const todo = 'Set SITE_URL to the address that visitors use, such as https://www.your-site.co.uk.';
  if (protocol !== 'https:') return red('site address', `SITE_URL is ${siteUrl}, which is not https.`, todo);
  if (isExampleHost(hostname) || isIP(hostname)) return red('site address', `SITE_URL is ${siteUrl}, which is nobody’s.`, todo);
  return green('site address', `The site is ${siteUrl}.`);
}

function checkProxy({ siteUrl, trustProxy }: Env): CheckResult {
  if (trustProxy > 0) return green('proxy', `${trustProxy} in front may say who asks.`);
  if (siteUrl.startsWith('https:'))
    return red(
      'proxy',
      'The site is https, so a proxy is in front, and TRUST_PROXY is 0: all visitors would count as one.',
      'Set TRUST_PROXY to the number of proxies that add to X-Forwarded-For, usually 1.',
    );
  return amber('proxy', 'TRUST_PROXY is 0.', 'Set it to 1 when a proxy with TLS stands in front.');
}

function checkRateLimit({ rateLimit }: Env): CheckResult[] {
  return rateLimit ? [] : [red('limits', 'RATE_LIMIT is off, which is for load tests.', 'Unset RATE_LIMIT.')];
}

/**
 * Whether the connection to PostgreSQL is encrypted. A host whose name has no dot is a neighbour on a private network, as in a
 * compose file.
 */
function checkDatabaseLink({ databaseUrl }: Env): CheckResult[] {
  if (!databaseUrl) return [];
  const { hostname, searchParams } = new URL(databaseUrl);
  if (!hostname.includes('.') || isIP(hostname) || (searchParams.get('sslmode') ?? 'disable') !== 'disable') return [];
  const says = `The link to the PostgreSQL at ${hostname} is not encrypted.`;
  return [amber('database link', says, 'Add ?sslmode=verify-full to DATABASE_URL, unless the network between is your own.')];
}

type Sender = { brand: string; email: string };

/** Whether e-mails can be sent. It asks the mail server, and sends one real e-mail where an address is given for that. */
export async function checkEmail(
  env: Env,
  sender: Sender,
  testEmailTo: string | null,
  tokens: AccessTokens | null,
): Promise<CheckResult[]> {
  const addresses = [
    checkAddress('emails to', 'MAIL_TO', env.mailTo ?? [mailboxOf(sender.email)]),
    checkAddress('emails from', 'MAIL_FROM', [senderOf(env, sender)]),
  ];
  if (env.smtpUrl === null) {
    const says = 'SMTP_URL is not set: emails are files in the data folder, and nobody is told.';
    return [red('mail server', says, 'Set SMTP_URL to the mail server that may send for your domain.'), ...addresses];
  }
  const mailer = openMailer(env, { tokens });
  try {
    const server = await checkMailServer(mailer, new URL(env.smtpUrl).host, heloNameOf(env));
    const testEmail = testEmailTo ? [await sendTestEmail(mailer, env, sender, testEmailTo)] : [];
    return [server, ...checkMailLink(env.smtpUrl), ...testEmail, ...addresses];
  } finally {
    mailer.close();
  }
}

function checkAddress(about: string, setting: string, mailboxes: Mailbox[]): CheckResult {
  const says = mailboxes.map(({ name, address }) => (name ? `${address} with the name ${name}` : address)).join(' and ');
  if (mailboxes.every(({ address }) => exampleAddressesIn(address).length === 0)) return green(about, `It is ${says}.`);
  const todo = `Set ${setting}, or email in content/site.ts, to an address of yours.`;
  return red(about, `It is ${says}, which reaches nobody.`, todo);
}

async function checkMailServer(mailer: Mailer, host: string, heloName: string | undefined): Promise<CheckResult> {
  const { kind, reply } = await mailer.check();
  const greeting = heloName ? `EHLO ${heloName}` : 'a greeting without a name';
  if (kind === 'ready' && !heloName) {
    const todo = 'Set SITE_URL, MAIL_FROM or SMTP_HELO_NAME to a name of yours: many servers refuse a greeting without one.';
    return amber('mail server', `${host} answers to ${greeting} and takes our login.`, todo);
  }
  if (kind === 'ready') return green('mail server', `${host} answers to ${greeting} and takes our login.`);
  const todo =
    kind === 'misconfigured'
      ? 'Correct the user or the password in SMTP_URL.'
      : 'Correct SMTP_URL, the name in SMTP_HELO_NAME, or the network to that server.';
  return red('mail server', `${host} says to ${greeting}: ${reply}`, tokenTodo(reply) ?? todo);
}

function checkMailLink(smtpUrl: string): CheckResult[] {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const tls = searchParams.get('tls');
  if (/^(?:localhost|127\..*|\[::1\])$/.test(hostname)) return [];
  if (tls === 'unchecked') {
    const todo = 'Take ?tls=unchecked out of SMTP_URL: it is for this machine only.';
    return [red('mail link', `The certificate of ${hostname} is not checked.`, todo)];
  }
  if (protocol === 'smtps:' || tls === 'required') return [green('mail link', `The way to ${hostname} is encrypted.`)];
  const todo = 'Add ?tls=required to SMTP_URL, or write smtps://.';
  return [amber('mail link', `Anyone between us and ${hostname} could keep emails unencrypted.`, todo)];
}

async function sendTestEmail(mailer: Mailer, env: Env, sender: Sender, to: string): Promise<CheckResult> {
  const text = `This is a test email from the website of ${sender.brand} (${env.siteUrl}). If you can read it, its emails can arrive.`;
  const { kind, reply } = await mailer.send({
    id: `<test-${randomUUID()}@${new URL(env.siteUrl).hostname}>`,
    fileName: 'test.eml',
    from: senderOf(env, sender),
    to: [mailboxOf(to)],
    replyTo: null,
    autoSubmitted: 'auto-generated',
    subject: `${sender.brand}: test email`,
    text,
    html: `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
    sentAt: Date.now(),
  });
  if (kind === 'sent')
    return green('test email', `It was taken for ${to}: ${reply} Look whether it arrived, and not among the spam.`);
  const says = `It was not taken for ${to} (${kind}): ${reply}`;
  return red('test email', says, 'Put right what the mail server complains of, and send another.');
}
