import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { minute } from '#forms/durations.ts';
import { wireErrors } from '#forms/errors.ts';
import { type App, perApp } from '#server/core/app.ts';
import { storeFault } from '#server/core/database/write-probe.ts';
import { problem } from '#server/core/http/problem.ts';
import { isSame } from '#server/core/is-same.ts';

/** Two requests within this time mean that there is a load balancer, which checks every few seconds. */
const balancerIntervalMs = minute;

/** How long to go on serving for a load balancer: enough for two failed checks at two seconds each. */
const deregistrationMs = 5_000;

/** A balancer gives up on an answer within a second or two, and would take out every process while the store hangs. */
const longestAnswerMs = 900;

type ReadinessOptions = {
  /** Why no submission can be stored, in words for anybody; null where it can. */
  whyStoreIsAway: () => Promise<string | null>;
  now: () => number;
};

/**
 * GET /readyz: whether requests should be sent to this process, by its status. What all processes share is told in its body alone: while
 * the store is away each of them still shows the pages, with the number to call, and a balancer must not take them all out.
 */
export function createReadiness({ whyStoreIsAway, now }: ReadinessOptions) {
  let isStopping = false;
  let requestedAt: number[] = [];
  /** What was found last; undefined before that. */
  let found: string | null | undefined;

  return {
    endpoint: async (c: Context): Promise<Response> => {
      requestedAt = [...requestedAt.slice(-1), now()];
      if (isStopping) return problem(c, 503, wireErrors.stopping);
      const asked = whyStoreIsAway().then((why) => {
        found = why;
        return why;
      });
      const why = found === undefined ? await asked : await Promise.race([asked, pause(longestAnswerMs, found, { ref: false })]);
      return c.json({ ready: true, ...(why === null ? { store: 'up' } : { store: 'away', why }) });
    },

    /** Answers 503 from now on. Returns for how many milliseconds to go on serving: 0 without a load balancer. */
    end: (): number => {
      isStopping = true;
      const [earlier] = requestedAt.length === 2 ? requestedAt : [];
      return earlier !== undefined && now() - earlier <= balancerIntervalMs ? deregistrationMs : 0;
    },
  };
}

/** The readiness of this process. */
export const readinessOf = perApp((app) =>
  createReadiness({ whyStoreIsAway: async () => (await storeFault(app))?.why ?? null, now: app.now }),
);

/** A request with one of these headers was forwarded by a proxy on this machine. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** GET /metrics, for whoever has the token, or, where there is none, for requests from this machine to it. */
export function metricsEndpoint({ env, metrics }: App) {
  return async function answerMetrics(c: Context): Promise<Response> {
    const may = env.metricsToken === null ? isLocal(c) : hasToken(c, env.metricsToken);
    if (!may) return problem(c, 403, 'The metrics are not public.');
    return c.text(await metrics.text(), 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  };
}

/** A proxy on this machine that adds no header still asks for the name of the site. */
function isLocal(c: Context): boolean {
  if (proxyHeaders.some((name) => c.req.header(name) !== undefined)) return false;
  const { hostname } = new URL(c.req.url);
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) && /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress(c));
}

function remoteAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? '';
  } catch {
    return '';
  }
}

function hasToken(c: Context, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  return given !== undefined && isSame(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
