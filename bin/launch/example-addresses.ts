/** Names that are reserved for examples and tests (RFC 2606) and reach nobody. */
const reserved = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/i;

export function isExampleHost(host: string): boolean {
  return reserved.test(host.replace(/\.$/, ''));
}

/** E-mail and web addresses under such names. */
export function exampleAddressesIn(text: string): string[] {
  const found = text.matchAll(/(?:[\w.+'-]+@|https?:\/\/)((?:[a-z\d-]+\.)*[a-z\d-]+)/gi);
  return [...new Set(Array.from(found).flatMap(([address, host = '']) => (isExampleHost(host) ? [address] : [])))];
}
