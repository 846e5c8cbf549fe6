import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { App } from '#server/core/app.ts';
import { pathForLog } from '#server/core/observability/log.ts';
import { createTokenBuckets } from '#server/core/observability/token-buckets.ts';

/** The longest report that is read: several times what browsers send. */
const maxBytes = 16 * 1024;

/** How many reports are logged, of all clients together: anybody may send them, and a browser extension causes many. */
const logged = { burst: 10, perMinute: 1 };

const directives = [
  ...['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'manifest-src', 'frame-src', 'media-src'],
  ...['form-action', 'base-uri', 'require-trusted-types-for', 'trusted-types', 'default-src'],
];

/** A report as browsers post it for `report-uri`. */
const reportShape = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'blocked-uri': z.string(),
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
  }),
});

/** POST /csp-reports: violations of a page's Content-Security-Policy, all counted, the first ones logged. */
export function createCspReports({ log, metrics }: App) {
  const buckets = createTokenBuckets(logged);
  const limit = bodyLimit({ maxSize: maxBytes, onError: (c) => c.body(null, 413) });

  async function report(c: Context): Promise<Response> {
    const text = await c.req.text();
    const violation = reportShape.safeParse(parsed(text)).data?.['csp-report'];
    if (!violation) return c.body(null, 400);
    const reported = (violation['effective-directive'] ?? violation['violated-directive'] ?? '').split(' ')[0] ?? '';
    // A directive such as script-src-elem counts as the one that its name begins with.
    const directive = directives.find((one) => reported === one || reported.startsWith(`${one}-`)) ?? 'other';
    metrics.cspReports(directive);
    if (buckets.waitSeconds('all', Date.now()) === 0) {
      buckets.take('all', Date.now());
      log.warn('csp violation', {
        directive,
        blocked: sourceOf(violation['blocked-uri']),
        path: pathOf(violation['document-uri']),
      });
    }
    return c.body(null, 204);
  }

  return { limit, report };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The origin that was blocked, or a keyword such as `inline`. Paths and queries are left out, because they may contain personal data.
 */
function sourceOf(blocked: string): string {
  if (URL.canParse(blocked)) {
    const { origin, protocol } = new URL(blocked);
    return origin === 'null' ? protocol : origin;
  }
  return /^[a-z-]{1,40}$/.test(blocked) ? blocked : 'other';
}

function pathOf(address: string): string {
  return URL.canParse(address) ? pathForLog(new URL(address).pathname).slice(0, 200) : 'other';
}
