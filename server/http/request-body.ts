import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { refusals, wireErrors } from '#forms/errors.ts';
import { problem } from './problem.ts';

/** The longest body that is read: several times the longest claim, in any script. */
export const bodyLimitBytes = 100 * 1024;

export type WithBody = { Variables: { body: unknown } };

export const limitBody: MiddlewareHandler = async function limitBody(c, next) {
  // Where there is a Content-Length, Node reads no more than that. Hono's own check would first turn the body into a web stream.
  const length = c.req.header('transfer-encoding') === undefined ? c.req.header('content-length') : undefined;
  if (length === undefined) return limitStream(c, next);
  return Number(length) > bodyLimitBytes ? tooLarge(c) : next();
};

const tooLarge = (c: Context) => problem(c, 413, refusals.tooLong);
const limitStream = bodyLimit({ maxSize: bodyLimitBytes, onError: tooLarge });

/** Parses JSON in UTF-8 into `c.get('body')`; anything else is a 400 or 415. */
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

/** Refuses form posts that no browser sends, so that `request.formData()` of the page behind it cannot fail. */
export const formBody: MiddlewareHandler = async function formBody(c, next) {
  const type = (c.req.header('content-type') ?? '').toLowerCase();
  if (!/^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/.test(type))
    return problem(c, 415, wireErrors.notFormType);
  if (/;\s*charset=(?!\s*"?utf-8"?\s*(;|$))/.test(type)) return problem(c, 415, wireErrors.notUtf8);
  if ((c.req.header('content-encoding') ?? 'identity') !== 'identity') return problem(c, 415, wireErrors.compressed);
  const body = new Uint8Array(await c.req.raw.arrayBuffer());
  if (!(await isReadable(body, c.req.header('content-type') ?? ''))) return problem(c, 400, refusals.unreadablePost);
  c.req.raw = new Request(c.req.raw, { body });
  return next();
};

async function isReadable(body: Uint8Array<ArrayBuffer>, type: string): Promise<boolean> {
  try {
    const posted = await new Response(body, { headers: { 'Content-Type': type } }).formData();
    const texts = [...posted].flat().filter((part) => typeof part === 'string');
    return !texts.some((text) => text.includes(replacement)) || hasTypedReplacement(body);
  } catch {
    return false;
  }
}

/** The character by which the decoder replaces bytes that are not UTF-8. A visitor may also have typed it. */
const replacement = '\ufffd';

function hasTypedReplacement(body: Uint8Array): boolean {
  const bytes = Buffer.from(body).toString('latin1');
  return /%EF%BF%BD|\xef\xbf\xbd/i.test(bytes);
}
