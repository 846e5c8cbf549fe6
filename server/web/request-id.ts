import type { MiddlewareHandler } from 'hono';
import { requestId as chooseId, type RequestIdVariables } from 'hono/request-id';
import { type Log, newRequestId, withRequestId } from '#server/core/observability/log.ts';

export const requestIdHeader = 'X-Request-Id';

export type WithRequestId = { Variables: RequestIdVariables };

/**
 * Gives each request an id, which is in its response and on every line that is logged for it. Where there is a proxy in front, its id
 * is used. Level `debug` logs every request but those for files in memory, by the first part of its path.
 */
export function requestId({ trustProxy }: { trustProxy: number }, log: Log): MiddlewareHandler<WithRequestId> {
  const choose = chooseId({ headerName: trustProxy > 0 ? requestIdHeader : '', limitLength: 128, generator: newRequestId });
  return function identify(c, next) {
    return choose(c, () =>
      withRequestId(c.get('requestId'), async () => {
        await next();
        // Not by the library, which leaves it out of responses that were made elsewhere.
        c.res.headers.set(requestIdHeader, c.get('requestId'));
        log.debug('request', { method: c.req.method, path: firstPartOf(c.req.path), status: c.res.status });
      }),
    );
  };
}

/** The first part of a path, where it cannot be the token of a link that somebody mistyped. */
function firstPartOf(path: string): string {
  return /^\/[\w.-]{0,30}(?=\/|$)/.exec(path)?.[0] ?? '/…';
}
