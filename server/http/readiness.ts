import type { Context } from 'hono';
import { wireErrors } from '#forms/errors.ts';
import { problem } from './problem.ts';

/** A load balancer asks every few seconds; whoever has asked twice within this time is one. */
const askedWithinMs = 60_000;

/** How long a balancer may take to notice: with two failures of checks every two seconds, this is enough. */
const noticeMs = 5_000;

export type Readiness = ReturnType<typeof createReadiness>;

/** Whether new requests should be sent here: what GET /readyz answers. */
export function createReadiness({ isStoreUp, now }: { isStoreUp: () => Promise<boolean>; now: () => number }) {
  let isEnding = false;
  let asked: number[] = [];

  return {
    endpoint: async (c: Context): Promise<Response> => {
      asked = [...asked.slice(-1), now()];
      if (isEnding) return problem(c, 503, wireErrors.stopping);
      return (await isStoreUp()) ? c.json({ ready: true }) : problem(c, 503, wireErrors.storeSilent);
    },

    /** Answers 503 from now on, and says for how many milliseconds requests should still be served: 0 where no balancer asks. */
    end: (): number => {
      isEnding = true;
      const [earlier] = asked.length === 2 ? asked : [];
      return earlier !== undefined && now() - earlier <= askedWithinMs ? noticeMs : 0;
    },
  };
}
