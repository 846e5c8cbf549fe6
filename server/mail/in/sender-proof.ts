import { domainKey } from '#server/core/email-address.ts';

type Header = { key: string; value: string };

/**
 * Whether the mail server with this name says (RFC 8601) that the domain of the sender's address is proven: by DMARC, or where it knows of no
 * DMARC by a DKIM signature of that very domain. SPF alone proves the sender of the envelope, which nobody sees.
 *
 * OpenDKIM and Exim repeat without quotes what a signer has written as `header.i`, which may read as further results. So nothing behind one
 * proves a signature, and DMARC has nothing of a signature behind it.
 */
export function isSenderProven(headers: Header[], from: string, authServId: string): boolean {
  const domain = domainKey(from.slice(from.lastIndexOf('@') + 1));
  if (!domain || headers.filter(({ key }) => key === 'from').length !== 1) return false;
  const fields = ownFields(headers, authServId.toLowerCase());
  const dmarc = fields.flatMap((field) => results(field, 'dmarc'));
  if (!dmarc.every(({ value }) => value === 'none' || value === 'bestguesspass')) {
    const [only] = dmarc;
    const isProven = only?.value === 'pass' && domainKey(only.property('header.from') ?? '') === domain;
    return isProven && dmarc.length === 1 && !/\bheader\.[abs]\s*=/.test(only.after);
  }
  return fields
    .map((field) => field.split(/\bheader\.[abis]\s*=/)[0] ?? '')
    .some((field) =>
      results(field, 'dkim').some(({ value, property }) => value === 'pass' && domainKey(property('header.d') ?? '') === domain),
    );
}

/**
 * The fields of that mail server. A sender may have written some with its name, and not every server removes them, so that only the topmost
 * counts, and the others above all `Received`, where nobody else writes: OpenDKIM, SPF and OpenDMARC write one each there, rspamd one below.
 */
function ownFields(headers: Header[], authServId: string): string[] {
  const firstReceived = headers.findIndex(({ key }) => key === 'received');
  return headers
    .flatMap(({ key, value }, index) => (key === 'authentication-results' ? [{ index, value: withoutComments(value) }] : []))
    .filter(({ value }) => serverOf(value) === authServId)
    .filter(({ index }, place) => place === 0 || index < firstReceived)
    .map(({ value }) => value.toLowerCase());
}

/** The name before a version, or before the number that the filter gives to the e-mail. */
function serverOf(value: string): string {
  return (
    value
      .trim()
      .split(/[\s;/]/)[0]
      ?.toLowerCase() ?? ''
  );
}

function results(field: string, wanted: string) {
  return [...field.matchAll(/;\s*([\w-]+)\s*=\s*([\w-]+)([^;]*)/g)]
    .filter(([, method]) => method === wanted)
    .map(({ 0: whole, 2: value, 3: rest = '', index }) => {
      const words = rest.split(/[\s=]+/);
      const property = (name: string) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
      return { value, property, after: rest + field.slice(index + whole.length) };
    });
}

/**
 * The value of a header without comments in brackets and without quoted texts, in which either could say anything; nothing where one does not
 * end. A backslash takes the character after it out of the rules in both (RFC 5322): a sender may have such an address, which the mail
 * server repeats.
 */
function withoutComments(value: string): string {
  let depth = 0;
  let isQuoted = false;
  let isEscaped = false;
  let kept = '';
  for (const character of value.slice(0, 10_000)) {
    if (isEscaped) isEscaped = false;
    else if (character === '\\' && (isQuoted || depth > 0)) isEscaped = true;
    else if (character === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return depth === 0 && !isQuoted ? kept : '';
}
