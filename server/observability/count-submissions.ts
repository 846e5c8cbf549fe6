import type { MiddlewareHandler } from 'hono';
import type { Metrics, RefusalReason } from './metrics.ts';

/** Counts what became of each submission, and how long the answer took; the reasons are the kinds of the outcome. */
export function countOutcomes<Enquiry, Outcome extends { kind: string }>(
  accept: (enquiry: Enquiry) => Promise<Outcome>,
  metrics: Metrics,
): (enquiry: Enquiry) => Promise<Outcome> {
  return async (enquiry) => {
    const began = performance.now();
    const outcome = await accept(enquiry);
    metrics.acceptSeconds.observe((performance.now() - began) / 1_000);
    if (outcome.kind === 'accepted') metrics.accepted.inc();
    else if (outcome.kind === 'repeated') metrics.repeated.inc();
    else metrics.refused(outcome.kind as RefusalReason);
    return outcome;
  };
}

/** What was turned away before anybody looked at the form in it, by status. */
const reasons: Record<number, RefusalReason> = {
  400: 'malformed',
  403: 'foreign',
  404: 'unknown_form',
  405: 'method',
  413: 'too_large',
  415: 'not_json',
  500: 'fault',
};

/** Counts the refusals that no outcome stands for. */
export function countRefusals(metrics: Metrics): MiddlewareHandler {
  return async function countRefusal(c, next) {
    await next();
    const reason = c.req.method === 'GET' || c.req.method === 'HEAD' ? undefined : reasons[c.res.status];
    if (reason) metrics.refused(reason);
  };
}
