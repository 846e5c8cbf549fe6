import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { refusals, wireErrors } from '#forms/errors.ts';
import { problem } from './problem.ts';

/** Several times the longest claim that anybody has typed, in any script. */
export const bodyLimitBytes = 100 * 1024;

export type WithBody = { Variables: { body: unknown } };

export const limitBody: MiddlewareHandler = async function limitBody(c, next) {
  // Where the length is told, Node reads no more than that; Hono's own check would first turn the body into a web stream.
  const told = c.req.header('transfer-encoding') === undefined ? c.req.header('content-length') : undefined;
  if (told === undefined) return limitUntold(c, next);
  return Number(told) > bodyLimitBytes ? tooLong(c) : next();
};

const tooLong = (c: Context) => problem(c, 413, refusals.tooLong);
const limitUntold = bodyLimit({ maxSize: bodyLimitBytes, onError: tooLong });

/** Takes JSON in UTF-8 and nothing else, and puts it at `c.get('body')`. */
export const jsonBody: MiddlewareHandler<WithBody> = async function jsonBody(c, next) {
  const [type, ...parameters] = (c.req.header('content-type') ?? '').toLowerCase().split(';');
  if (type?.trim() !== 'application/json') return problem(c, 415, wireErrors.notJsonType);
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  if (charset && !/^charset="?utf-8"?$/.test(charset)) return problem(c, 415, wireErrors.notUtf8);
  if ((c.req.header('content-encoding') ?? 'identity') !== 'identity') return problem(c, 415, wireErrors.compressed);
  try {
    c.set('body', JSON.parse(utf8.decode(await c.req.arrayBuffer())));
  } catch {
    return problem(c, 400, wireErrors.notJson);
  }
  return next();
};

const utf8 = new TextDecoder('utf-8', { fatal: true });
