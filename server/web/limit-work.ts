import type { Context, MiddlewareHandler } from 'hono';
import type { App } from '#server/core/app.ts';
import type { WithAddress } from '#server/core/http/client-address.ts';
import { problem } from '#server/core/http/problem.ts';
import { createNetworkLimit } from '#server/core/observability/network-limit.ts';
import type { Allowance } from '#server/core/observability/token-buckets.ts';

/**
 * What one address may cause to be rendered: ten small pages a second, all day, which is a tenth of a processor. A mobile carrier has
 * thousands of phones behind one address, most of which use scripts, and whose forms therefore cost no page.
 */
export const workAllowance: Allowance = { burst: 600, perMinute: 600 };

/** What a network of many addresses may, as a multiple of that. */
const networkFactor = 4;

/** A page shows what was posted to it, so a post counts once more for each of these. */
const bytesOfOnePage = 1_024;

/**
 * Limits requests that cost milliseconds of the processor whatever their outcome: pages that are rendered for each request. It comes
 * before anything of them is read. A request that costs nothing passes always.
 */
export function createWorkLimit({ env, metrics, now }: App) {
  const { burst, perMinute } = workAllowance;
  const network = { burst: burst * networkFactor, perMinute: perMinute * networkFactor };
  const limit = createNetworkLimit({ client: workAllowance, network });

  return function limitWork(costOf: (c: Context) => number): MiddlewareHandler<WithAddress> {
    return async function takeTurn(c, next) {
      const [address, cost] = [c.get('address'), costOf(c)];
      if (!env.rateLimit || address === null || cost === 0) return next();
      const seconds = limit.waitSeconds(address, now());
      if (seconds > 0) {
        if (c.req.method === 'POST') metrics.refused('rate_limited');
        c.header('Retry-After', String(seconds));
        return problem(c, 429, (said) => said.tooMuchWork(seconds));
      }
      limit.take(address, now(), cost);
      return next();
    };
  };
}

/** The cost of a page that shows what was posted to it. Where no length is announced it may be the longest. */
export function byLength(longestBody: number) {
  return (c: Context): number => {
    const announced = c.req.method === 'POST' ? Number(c.req.header('content-length') ?? longestBody) : 0;
    return 1 + Math.floor(Math.min(announced, longestBody) / bytesOfOnePage);
  };
}
