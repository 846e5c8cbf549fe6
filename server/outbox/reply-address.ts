import { domainToASCII } from 'node:url';

/** The longest address that mail can carry (RFC 5321). */
const longest = 254;

/**
 * The visitor's address as a Reply-To header may hold it, or null. Not every mail server takes other scripts in a header, and a
 * letter must not be refused for one: a domain in another script is written in its ASCII form, a name in front of the @ in
 * another script leaves the header out. The address as it was typed stands in the letter all the same.
 */
export function replyAddress(typed: string): string | null {
  const at = typed.lastIndexOf('@');
  const name = typed.slice(0, at);
  const domain = typed.length <= longest ? domainToASCII(typed.slice(at + 1)) : '';
  const address = `${name}@${domain}`;
  return isPlainName(name) && domain.includes('.') && address.length <= longest ? address : null;
}

/** Only what needs no quotes, so that nothing in it can mean something in a list of addresses. */
function isPlainName(name: string): boolean {
  return /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(name);
}
