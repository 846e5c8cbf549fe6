import { randomUUID } from 'node:crypto';
import type { Env } from '#server/env.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { createSmtpMailer } from '#server/mail/smtp.ts';
import { exampleAddressesIn } from './example-addresses.ts';
import { amber, type Finding, green, red } from './finding.ts';

export type Sender = { brand: string; email: string };

/** Whether letters can leave. It asks the mail server, and sends it one real letter where an address is given for that. */
export async function letterFindings(env: Env, sender: Sender, testLetterTo: string | null): Promise<Finding[]> {
  const addresses = [
    addressFinding('MAIL_TO', env.mailTo ?? sender.email),
    addressFinding('MAIL_FROM', env.mailFrom ?? sender.email),
  ];
  if (env.smtpUrl === null) {
    const todo = 'Set SMTP_URL to the mail server that may send for your domain.';
    return [
      red('mail server', 'SMTP_URL is not set: letters are files in the data folder, and nobody is told.', todo),
      ...addresses,
    ];
  }
  const { host } = new URL(env.smtpUrl);
  const mailer = createSmtpMailer(env.smtpUrl);
  try {
    const line = await lineFinding(mailer, host);
    const letter = testLetterTo ? [await testLetter(mailer, env, sender, testLetterTo)] : [];
    return [line, ...linkFindings(env.smtpUrl), ...letter, ...addresses];
  } finally {
    mailer.close();
  }
}

function addressFinding(name: string, address: string): Finding {
  const about = name === 'MAIL_TO' ? 'letters to' : 'letters from';
  if (exampleAddressesIn(address).length === 0) return green(about, `It is ${address}.`);
  return red(
    about,
    `It is ${address}, which reaches nobody.`,
    `Set ${name}, or email in content/site.ts, to an address of yours.`,
  );
}

async function lineFinding(mailer: Mailer, host: string): Promise<Finding> {
  const { kind, answer } = await mailer.check();
  if (kind === 'ready') return green('mail server', `${host} answers and takes our login.`);
  const todo = kind === 'barred' ? 'Mend the user or the password in SMTP_URL.' : 'Mend SMTP_URL, or the way to that server.';
  return red('mail server', `${host} says: ${answer}`, todo);
}

function linkFindings(smtpUrl: string): Finding[] {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const tls = searchParams.get('tls');
  if (/^(?:localhost|127\..*|\[::1\])$/.test(hostname)) return [];
  if (tls === 'unchecked')
    return [
      red(
        'mail link',
        `The certificate of ${hostname} is not checked.`,
        'Take ?tls=unchecked out of SMTP_URL: it is for this machine only.',
      ),
    ];
  if (protocol === 'smtps:' || tls === 'required') return [green('mail link', `The way to ${hostname} is encrypted.`)];
  const todo = 'Add ?tls=required to SMTP_URL, or write smtps://.';
  return [amber('mail link', `Whoever stands between us and ${hostname} could keep letters unencrypted.`, todo)];
}

async function testLetter(mailer: Mailer, env: Env, sender: Sender, to: string): Promise<Finding> {
  const from = env.mailFrom ?? sender.email;
  const words = `This is a test letter from the website of ${sender.brand} (${env.siteUrl}). If you can read it, its letters can arrive.`;
  const { kind, answer } = await mailer.send({
    id: `<test-${randomUUID()}@${new URL(env.siteUrl).hostname}>`,
    fileName: 'test.eml',
    from,
    to,
    replyTo: null,
    subject: `${sender.brand}: test letter`,
    text: words,
    html: `<p>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
    sentAt: Date.now(),
  });
  if (kind === 'sent')
    return green('test letter', `It was taken for ${to}: ${answer} Look whether it arrived, and not among the spam.`);
  return red(
    'test letter',
    `It was not taken for ${to} (${kind}): ${answer}`,
    'Mend what the mail server says, and send another.',
  );
}
