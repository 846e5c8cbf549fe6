import { domainToASCII } from 'node:url';
import { addressKey } from '#server/core/email-address.ts';

/** The longest address that RFC 5321 allows. */
const maxAddressLength = 254;

/**
 * The visitor's address for the Reply-To header, or null for none. Some mail servers refuse an email with other scripts in a
 * header: a domain in another script is converted to ASCII, and there is no header where the part before the @ is in another
 * script. The email itself contains the address as it was typed.
 */
export function replyAddress(typed: string): string | null {
  const at = typed.lastIndexOf('@');
  const name = typed.slice(0, at);
  const domain = typed.length <= maxAddressLength ? domainToASCII(typed.slice(at + 1)).replace(/\.$/, '') : '';
  const address = `${name}@${domain}`;
  return isPlainName(name) && isNamed(domain) && address.length <= maxAddressLength ? address : null;
}

/** The box to which an address leads: at Gmail dots do not count, nor what is behind a plus, and it has two domains. */
export function mailboxOf(address: string): string {
  const key = addressKey(address);
  const [, name, domain = ''] = /^(.*)@([^@]*)$/s.exec(key) ?? [];
  if (name === undefined || !['gmail.com', 'googlemail.com'].includes(domain)) return key;
  return `${name.split('+')[0]?.replaceAll('.', '')}@gmail.com`;
}

/** Whether the part before the @ needs no quotes, so that nothing in it has a meaning in a list of addresses. */
function isPlainName(name: string): boolean {
  return /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(name);
}

/** Whether a domain is a name. A number is a computer without a mail domain, possibly one of ours. */
function isNamed(domain: string): boolean {
  return domain.includes('.') && !/^[\d.]+$/.test(domain);
}
