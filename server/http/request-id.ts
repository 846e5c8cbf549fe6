import type { MiddlewareHandler } from 'hono';
import { type Log, newRequestId, withRequestId } from '#server/observability/log.ts';

export const requestIdHeader = 'X-Request-Id';

export type WithRequestId = { Variables: { requestId: string } };

/** The shape of the ids that proxies make. Anybody can send the header, so its value must not look like a sentence in the log. */
const shape = /^[\w.:-]{8,128}$/;

/**
 * Gives each request an id, which is in its response and on every line that is logged for it. Where there is a proxy in front, its id
 * is used. Level `debug` logs every request but those for files in memory, by the first part of its path.
 */
export function requestId({ trustProxy }: { trustProxy: number }, log: Log): MiddlewareHandler<WithRequestId> {
  return function identify(c, next) {
    const given = trustProxy > 0 ? c.req.header(requestIdHeader) : undefined;
    const id = given && shape.test(given) ? given : newRequestId();
    c.set('requestId', id);
    return withRequestId(id, async () => {
      await next();
      c.res.headers.set(requestIdHeader, id);
      log.debug('request', { method: c.req.method, path: firstPartOf(c.req.path), status: c.res.status });
    });
  };
}

/** The first part of a path, where it cannot be the token of a link that somebody mistyped. */
function firstPartOf(path: string): string {
  return /^\/[\w.-]{0,30}(?=\/|$)/.exec(path)?.[0] ?? '/…';
}
