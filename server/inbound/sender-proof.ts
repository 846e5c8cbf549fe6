/**
 * Whether the mail server with this name says that DMARC has proved the domain of the sender's address (RFC 8601). Only the topmost of its
 * headers counts: a mail server removes those with its own name that a sender has written, and adds its own above all others.
 */
export function isSenderProven(headers: { key: string; value: string }[], from: string, authServId: string): boolean {
  const domain = from
    .slice(from.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '');
  if (!domain || headers.filter(({ key }) => key === 'from').length !== 1) return false;
  const own = headers
    .filter(({ key }) => key === 'authentication-results')
    .map(({ value }) => withoutComments(value))
    .find((value) => serverOf(value) === authServId.toLowerCase());
  const dmarc = own
    ?.split(';')
    .slice(1)
    .map((result) => result.trim().toLowerCase())
    .filter((result) => /^dmarc\s*=/.test(result));
  if (dmarc?.length !== 1) return false;
  const [result = ''] = dmarc;
  return /^dmarc\s*=\s*pass\b/.test(result) && /\bheader\.from\s*=\s*([^\s;]+)/.exec(result)?.[1] === domain;
}

function serverOf(value: string): string {
  return value.split(';')[0]?.trim().split(/\s+/)[0]?.toLowerCase() ?? '';
}

/**
 * The value of a header without comments in brackets and without quoted texts, in which either could say anything. A backslash takes the
 * character after it out of the rules in both (RFC 5322): a sender may have such an address, which the mail server repeats.
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
  return kept;
}
