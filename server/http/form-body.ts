import type { MiddlewareHandler } from 'hono';
import { refusals, wireErrors } from '#forms/errors.ts';
import { problem } from './problem.ts';

/** Takes what a browser posts from a form, and stops what no browser would: the page behind it can then read it without care. */
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
    return !texts.some((text) => text.includes(replacement)) || sentReplacement(body);
  } catch {
    return false;
  }
}

/** What bytes that are not UTF-8 are read as. Whoever really typed it sent it as such. */
const replacement = '\ufffd';

function sentReplacement(body: Uint8Array): boolean {
  const bytes = Buffer.from(body).toString('latin1');
  return /%EF%BF%BD|\xef\xbf\xbd/i.test(bytes);
}
