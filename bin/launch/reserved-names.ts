/**
 * Ofcom's telephone numbers for use in TV and radio drama: all twenty ranges, a thousand numbers in each, without the 0 in front and
 * the three digits that vary. Nobody has them, and nobody will.
 */
const ranges = [
  ...['113', '114', '115', '116', '117', '118', '121', '131', '141', '151', '161'].map((city) => `${city} 496 0`),
  '191 498 0',
  '20 7946 0',
  '28 9649 6',
  '29 2018 0',
  '1632 960',
  '3069 990',
  '7700 900',
  '8081 570',
  '9098 790',
];

const between = '[\\s().\\u2010-\\u2015-]{0,3}';
const pattern = new RegExp(
  `(?<!\\d)(?:(?:\\+|00)?44${between}0?|0)${between}(?:${ranges.map(spaced).join('|')})(?:${between}\\d){3}(?!\\d)`,
  'g',
);

/** The numbers from Ofcom's drama ranges in a text, however they are written, in their national form and without spaces. */
export function dramaNumbersIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([number]) => national(number)))];
}

function spaced(range: string): string {
  return [...range.replaceAll(' ', '')].join(between);
}

function national(number: string): string {
  return `0${number
    .replace(/\D/g, '')
    .replace(/^(?:00)?44/, '')
    .replace(/^0/, '')}`;
}

/** Names that are reserved for examples and tests (RFC 2606), and reach nobody. */
const exampleHosts = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/i;

export function isExampleHost(host: string): boolean {
  return exampleHosts.test(host.replace(/\.$/, ''));
}

/** E-mail and web addresses under such names. */
export function exampleAddressesIn(text: string): string[] {
  const found = text.matchAll(/(?:[\w.+'-]+@|https?:\/\/)((?:[a-z\d-]+\.)*[a-z\d-]+)/gi);
  return [...new Set(Array.from(found).flatMap(([address, host = '']) => (isExampleHost(host) ? [address] : [])))];
}

/** The numbers and addresses in a text that reach nobody. */
export function reservedIn(text: string): string[] {
  return [...dramaNumbersIn(text), ...exampleAddressesIn(text)];
}

/** Words that stand where something has still to be filled in. */
export const placeholder = /to be confirmed|owner to confirm|example|placeholder|\bTODO\b|lorem ipsum/i;

/** A number that was typed for want of a real one: the same digit throughout, or digits that count up. */
export const filler = /^\D*(?:(\d)\1+|0*123456(?:7(?:89?)?)?)$/;

/** Goes on from such a number. */
export const looksFilledIn = 'looks as if it was filled in for want of the real one';
