import { Resolver } from 'node:dns/promises';
import type { Env } from '#server/core/settings/env.ts';
import { placeOf } from '#server/mail/in/imap-connection.ts';
import { senderOf } from '#server/mail/out/open-mailer.ts';
import { amber, type CheckResult, green, red } from './check-result.ts';
import { exampleAddressesIn } from './reserved-names.ts';

type Settings = Pick<Env, 'smtpUrl' | 'mailFrom' | 'mailReplyTo' | 'canaryTo' | 'imapUrl' | 'inboundSecret'>;

/** Whether a domain takes e-mail; null where nothing can be looked up. */
type TakesEmail = (domain: string) => Promise<boolean | null>;

const about = 'emails that come back';

/** A name that says that nobody reads it: noreply, no-reply, do.not.reply. */
const unread = /^(?:no|do[._-]?not)[._-]?reply/i;

/** Whether what comes back is read: mail servers send it to MAIL_FROM, and the desk knows of it where that is the mailbox which it reads. */
export async function checkBounces(
  env: Settings,
  sender: { brand: string; email: string },
  takesEmail: TakesEmail = takesEmailByDns,
): Promise<CheckResult[]> {
  const { address } = senderOf(env, sender);
  if (env.smtpUrl === null || exampleAddressesIn(address).length > 0) return [];
  const goes = `Emails that come back go to ${address} (MAIL_FROM)`;
  const [name = '', domain = ''] = address.split('@');
  const known = mailboxesOf(env);
  const todo = known[0] === undefined ? 'Set MAIL_FROM to an address that somebody reads.' : `Set MAIL_FROM to ${known[0]}.`;
  if ((await takesEmail(domain)) === false)
    return [red(about, `${goes}, and ${domain} takes no email: they reach nobody.`, todo)];
  if (known.some((one) => plain(one) === plain(address))) return [green(about, `${goes}, which the desk reads.`)];
  if (unread.test(name)) return [amber(about, `${goes}, which nobody reads, as its name says.`, todo)];
  if (known[0] === undefined) {
    const says = `${goes}, and the desk reads no mailbox: it does not know of them.`;
    return [amber(about, says, 'Have somebody read that address, or set IMAP_URL and make it that mailbox.')];
  }
  const also = `Set MAIL_FROM to ${known[0]}, or have that address delivered into the same folder.`;
  return [amber(about, `${goes}, and the desk reads ${known.join(' and ')}: it may not know of them.`, also)];
}

/** The addresses of the mailbox that the desk reads, as far as the settings say; none where it reads none. */
function mailboxesOf({ imapUrl, inboundSecret, mailReplyTo, canaryTo }: Settings): string[] {
  if (imapUrl === null && inboundSecret === null) return [];
  const user = imapUrl === null ? '' : placeOf(imapUrl).user;
  const named = [mailReplyTo ?? '', user, canaryTo?.address ?? ''].filter((address) => address.includes('@'));
  return [...new Map(named.map((address) => [plain(address), address])).values()];
}

/** Without what stands behind a +, and in small letters. */
function plain(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*/, '');
}

/** By its MX records; without any, e-mail goes to the address of the name itself (RFC 5321). */
async function takesEmailByDns(domain: string): Promise<boolean | null> {
  const dns = new Resolver({ timeout: 3_000, tries: 1 });
  const [exchanges, ...addresses] = await Promise.all([
    dns.resolveMx(domain).catch(() => []),
    dns.resolve4(domain).catch(() => []),
    dns.resolve6(domain).catch(() => []),
  ]);
  // A "null MX" says that there is no e-mail (RFC 7505).
  if (exchanges.length > 0) return exchanges.some(({ exchange }) => exchange !== '');
  if (addresses.flat().length > 0) return true;
  // Nothing is known where even the top-level domain is not found, as behind a firewall.
  return dns.resolveNs(domain.replace(/.*\./, '')).then(
    () => false,
    () => null,
  );
}
