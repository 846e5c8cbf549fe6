import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { wireErrors } from '#forms/errors.ts';
import { problem } from './problem.ts';

/** The longest body that is read: several times the longest claim, in any script. */
export const bodyLimitBytes = 100 * 1024;

/**
 * The most commas, colons and opening brackets of a JSON body: several times what a client sends to sign a thousand files at once.
 * 100 KB can hold fifty thousand of them, which take ten milliseconds to parse and as long again to walk through.
 */
export const maxJsonSeparators = 3_000;

export type WithBody = { Variables: { body: unknown } };

export const limitBody: MiddlewareHandler = async function limitBody(c, next) {
  // Where there is a Content-Length, Node reads no more than that. Hono's own check would first turn the body into a web stream.
  const length = c.req.header('transfer-encoding') === undefined ? c.req.header('content-length') : undefined;
  if (length === undefined) return limitStream(c, next);
  return Number(length) > bodyLimitBytes ? tooLarge(c) : next();
};

const tooLarge = (c: Context) => problem(c, 413, (said) => said.tooLong);
const limitStream = bodyLimit({ maxSize: bodyLimitBytes, onError: tooLarge });

/** Parses JSON in UTF-8 into `c.get('body')`; anything else is a 400 or 415. */
export const jsonBody: MiddlewareHandler<WithBody> = async function jsonBody(c, next) {
  const [type, ...parameters] = (c.req.header('content-type') ?? '').toLowerCase().split(';');
  if (type?.trim() !== 'application/json') return problem(c, 415, wireErrors.notJsonType);
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  if (charset && !/^charset="?utf-8"?$/.test(charset)) return problem(c, 415, wireErrors.notUtf8);
  if ((c.req.header('content-encoding') ?? 'identity') !== 'identity') return problem(c, 415, wireErrors.compressed);
  const body = new Uint8Array(await c.req.arrayBuffer());
  if (hasMoreSeparators(body, maxJsonSeparators)) return problem(c, 413, (said) => said.tooLong);
  try {
    c.set('body', JSON.parse(utf8.decode(body)));
  } catch {
    return problem(c, 400, wireErrors.notJson);
  }
  return next();
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const [comma, colon, bracket, brace, quote, backslash] = [...',:[{"\\'].map((character) => character.charCodeAt(0));

/** Whether there are more commas, colons and opening brackets outside of the texts of this JSON. */
function hasMoreSeparators(json: Uint8Array, limit: number): boolean {
  let found = 0;
  let isText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (isText && byte === backslash) index += 1;
    else if (byte === quote) isText = !isText;
    else if (!isText && (byte === comma || byte === colon || byte === bracket || byte === brace)) found += 1;
    if (found > limit) return true;
  }
  return false;
}
