import { domainToASCII, domainToUnicode } from 'node:url';
import { mixesAlphabets, plainName } from './shown-name.ts';

/** The longest answer that is looked at as an address. */
const longestAddress = 320;

/**
 * An address as it is compared: in small letters, and its domain in ASCII, so that `bücher.example` is `xn--bcher-kva.example`. Browsers
 * differ in which of both they send.
 */
export function addressKey(typed: string): string {
  const { name, domain } = partsOf(typed.trim().normalize('NFC').toLowerCase());
  return domain === null ? name : `${name}@${domainKey(domain)}`;
}

export function sameAddress(one: string, other: string): boolean {
  return addressKey(one) === addressKey(other);
}

/** A domain as it is compared, without the dot that it may end with. */
export function domainKey(domain: string): string {
  const plain = domain.toLowerCase().replace(/\.$/, '');
  // Of what is ASCII it would make addresses of computers, and of "victim.example/ü", which is none, a part.
  const isDomain = !isAscii(plain) && plain.length <= longestAddress && !/[/\\?#:%]/.test(plain);
  return (isDomain ? domainToASCII(plain) : '') || plain;
}

/**
 * An address as it is shown: its domain as people write it, which Chromium sends in ASCII. Where letters of two alphabets, or of another one
 * that look like Latin ones, make it look like another domain, it is in ASCII. Any other text stays as it is.
 */
export function shownAddress(text: string): string {
  const { name, domain } = partsOf(text);
  if (!name || !domain || text.length > longestAddress || /\s/.test(text) || !/xn--|[^ -~]/i.test(domain)) return text;
  const ascii = domainToASCII(domain);
  const unicode = domainToUnicode(ascii);
  if (!ascii || domainToASCII(unicode) !== ascii) return text;
  if (unicode.split('.').some(isDeceptive)) return `${name}@${ascii}`;
  return domain.toLowerCase().normalize('NFC') === unicode ? text : `${name}@${unicode}`;
}

/** Answers with their addresses as they are shown. */
export function shownAnswers(answers: Record<string, string>): Record<string, string> {
  const changed = Object.entries(answers).flatMap(([name, value]): [string, string][] => {
    const shown = value.includes('@') ? shownAddress(value) : value;
    return shown === value ? [] : [[name, shown]];
  });
  return changed.length > 0 ? { ...answers, ...Object.fromEntries(changed) } : answers;
}

function isDeceptive(label: string): boolean {
  if (isAscii(label)) return false;
  const looksLatin = !/\p{Script=Latin}/u.test(label) && /^[a-z\d]+$/.test(plainName(label));
  return looksLatin || mixesAlphabets(label.replaceAll('-', ''));
}

function partsOf(address: string): { name: string; domain: string | null } {
  const at = address.lastIndexOf('@');
  return at < 0 ? { name: address, domain: null } : { name: address.slice(0, at), domain: address.slice(at + 1) };
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
