import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { site } from '#content/site.ts';
import type { App } from '#server/core/app.ts';
import { createFolderMailer } from './folder-mailer.ts';
import { type Mailbox, type Mailer, mailboxOf } from './mailer.ts';
import { replyTagsOf } from './reply-tags.ts';
import { createSmtpMailer, type SmtpMailerOptions } from './smtp-mailer.ts';
import type { Addresses } from './write-email.ts';

/** How emails leave: by the mail server, or into a folder where none is set. */
export function openMailer(env: App['env'], options: SmtpMailerOptions = {}): Mailer {
  return env.smtpUrl
    ? createSmtpMailer(env.smtpUrl, { ...options, heloName: heloNameOf(env) })
    : createFolderMailer(mailFolderOf(env));
}

/** The name with which we greet the mail server: the one that is set, or the first of our names that is one of the DNS. */
export function heloNameOf(env: App['env']): string | undefined {
  const names = [new URL(env.siteUrl).hostname, domainToASCII(senderOf(env).address.split('@').at(-1) ?? '')];
  return env.smtpHeloName ?? names.find((name) => /\.[a-z][a-z\d-]*$/.test(name));
}

export function mailFolderOf({ dataDir }: Pick<App['env'], 'dataDir'>): string {
  return join(dataDir, 'mail');
}

/** The addresses of emails: those of the settings, or of the content. */
export function addressesOf(app: App): Addresses {
  const { mailTo, siteUrl } = app.env;
  return { from: senderOf(app.env), to: mailTo ?? [mailboxOf(site.email)], siteUrl, replyTo: replyTagsOf(app).addressOf };
}

/** From whom they come: an address without a name of its own gets the brand's. */
export function senderOf(
  { mailFrom }: Pick<App['env'], 'mailFrom'>,
  { brand, email }: { brand: string; email: string } = site,
): Mailbox {
  const { name, address } = mailFrom ?? mailboxOf(email);
  return { name: name || brand, address };
}
