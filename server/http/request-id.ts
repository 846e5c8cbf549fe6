import type { MiddlewareHandler } from 'hono';
import { newRequestId, withRequestId } from '#server/observability/log.ts';

export const requestIdHeader = 'X-Request-Id';

export type WithRequestId = { Variables: { requestId: string } };

/** As proxies write one. What anybody may send is nobody's id, and must not look like a sentence in the log. */
const shape = /^[\w.:-]{8,128}$/;

/**
 * Gives each request an id, which stands in its response and on each line that is logged meanwhile. A proxy's own is taken where there
 * is a proxy in front.
 */
export function requestId({ trustProxy }: { trustProxy: number }): MiddlewareHandler<WithRequestId> {
  return function identify(c, next) {
    const given = trustProxy > 0 ? c.req.header(requestIdHeader) : undefined;
    const id = given && shape.test(given) ? given : newRequestId();
    c.set('requestId', id);
    return withRequestId(id, async () => {
      await next();
      c.res.headers.set(requestIdHeader, id);
    });
  };
}
