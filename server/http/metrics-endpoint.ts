import { createHash, timingSafeEqual } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { problem } from './problem.ts';

/** Any of these says that somebody passed the request on: it only looks as if it came from this machine. */
const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** GET /metrics: for whoever asks on this machine itself, and for whoever has the token. */
export function metricsEndpoint(options: { token: string | null; text: () => Promise<string> }) {
  return async function answerMetrics(c: Context): Promise<Response> {
    if (!isLocal(c) && !hasToken(c, options.token)) return problem(c, 403, 'The metrics are not public.');
    return c.text(await options.text(), 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  };
}

function isLocal(c: Context): boolean {
  if (passedOn.some((name) => c.req.header(name) !== undefined)) return false;
  return /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress(c));
}

function remoteAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? '';
  } catch {
    return '';
  }
}

function hasToken(c: Context, token: string | null): boolean {
  const given = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  return token !== null && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
