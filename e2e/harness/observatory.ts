import type { IncomingHttpHeaders } from 'node:http';

/**
 * The MDN HTTP Observatory's published scoring of one response: a hundred points, less what is wrong, and extra points from ninety up.
 * That http is sent on to https, and that the certificate is good, is for the proxy in front; here they count as given.
 */
export type Seen = { headers: IncomingHttpHeaders; text: string };

type Verdict = { points: number; problem?: string };

export function scoreOf(seen: Seen): { score: number; faults: string[] } {
  const verdicts = [policy, framing, transport, types, referrer, resources, cookies, sharing, integrity].map((rule) =>
    rule(seen),
  );
  const sum = (points: number[]) => points.reduce((all, one) => all + one, 0);
  const without = 100 + sum(verdicts.map(({ points }) => Math.min(points, 0)));
  const extra = sum(verdicts.map(({ points }) => Math.max(points, 0)));
  return {
    score: Math.max(without >= 90 ? without + extra : without, 0),
    faults: verdicts.flatMap(({ problem }) => problem ?? []),
  };
}

export function gradeOf(score: number): string {
  const grades = [
    'F',
    'F',
    'F',
    'F',
    'F',
    'D-',
    'D',
    'D',
    'D+',
    'C-',
    'C',
    'C',
    'C+',
    'B-',
    'B',
    'B',
    'B+',
    'A-',
    'A',
    'A',
    'A+',
  ];
  return grades[Math.floor(Math.min(score, 100) / 5)] as string;
}

const anywhere = ['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*'];
const unsafe = [...anywhere, 'data:', "'unsafe-inline'"];

function policy({ headers }: Seen): Verdict {
  const directives = directivesOf(headers);
  if (directives.size === 0) return { points: -25, problem: 'no policy' };
  const of = (name: string) => directives.get(name) ?? directives.get('default-src') ?? ['*'];
  const has = (name: string, bad: string[]) => withoutIdle(of(name)).some((source) => bad.includes(source));
  if (has('script-src', unsafe) || has('object-src', anywhere))
    return { points: -20, problem: 'scripts or objects from anywhere' };
  if ([...directives.values()].flat().some((source) => /^(http|ftp):/.test(source)))
    return { points: -20, problem: 'something without TLS' };
  if (has('script-src', ["'unsafe-eval'"]) || has('style-src', ["'unsafe-eval'"])) return { points: -10, problem: 'eval' };
  if (has('style-src', unsafe)) return { points: 0, problem: 'styles from anywhere' };
  return directives.get('default-src')?.join() === "'none'"
    ? { points: 10 }
    : { points: 5, problem: 'open unless said otherwise' };
}

/** With a hash or a nonce browsers ignore sources that allow everything. */
function withoutIdle(sources: string[]): string[] {
  return sources.some((source) => /^'(nonce|sha256|sha384|sha512)-/.test(source))
    ? sources.filter((source) => source !== "'unsafe-inline'")
    : sources;
}

function framing({ headers }: Seen): Verdict {
  if (directivesOf(headers).has('frame-ancestors')) return { points: 5 };
  const old = String(headers['x-frame-options']).toLowerCase();
  return { points: ['deny', 'sameorigin'].includes(old) ? 0 : -20, problem: 'no frame-ancestors' };
}

const halfAYearSeconds = 15_552_000;

function transport({ headers }: Seen): Verdict {
  const age = /(?:^|;)\s*max-age=(\d+)/i.exec(headers['strict-transport-security'] ?? '')?.[1];
  if (age === undefined) return { points: -20, problem: 'https is not kept to' };
  return Number(age) >= halfAYearSeconds ? { points: 0 } : { points: -10, problem: 'https is kept to for a short time' };
}

function types({ headers }: Seen): Verdict {
  return headers['x-content-type-options'] === 'nosniff' ? { points: 0 } : { points: -5, problem: 'types are guessed' };
}

function referrer({ headers }: Seen): Verdict {
  const last =
    String(headers['referrer-policy'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? '';
  if (['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(last)) return { points: 5 };
  return { points: last === '' ? 0 : -5, problem: 'the address is told' };
}

function resources({ headers }: Seen): Verdict {
  const told = String(headers['cross-origin-resource-policy'] ?? '');
  if (['same-origin', 'same-site'].includes(told)) return { points: 10 };
  return { points: ['', 'cross-origin'].includes(told) ? 0 : -5, problem: 'other sites may load this' };
}

/** The public site needs none of them. */
function cookies({ headers }: Seen): Verdict {
  return headers['set-cookie'] === undefined ? { points: 0 } : { points: -40, problem: 'a cookie' };
}

function sharing({ headers }: Seen): Verdict {
  const [origin, credentials] = [headers['access-control-allow-origin'], headers['access-control-allow-credentials']];
  if (origin === undefined) return { points: 0 };
  return { points: credentials === 'true' && origin !== '*' ? -50 : 0, problem: 'other sites may read this' };
}

function integrity({ text }: Seen): Verdict {
  const foreign = [...text.matchAll(/<script[^<>]* src="(?:https?:)?\/\/[^"]*"[^<>]*>/g)];
  const bare = foreign.filter(([tag]) => !tag.includes('integrity='));
  return bare.length === 0 ? { points: 0 } : { points: -50, problem: 'a script from elsewhere' };
}

function directivesOf(headers: IncomingHttpHeaders): Map<string, string[]> {
  const parts = String(headers['content-security-policy'] ?? '')
    .split(';')
    .filter((part) => part.trim() !== '');
  return new Map(
    parts.map((part) => {
      const [name = '', ...sources] = part.trim().toLowerCase().split(/\s+/);
      return [name, sources];
    }),
  );
}
