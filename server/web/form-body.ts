import { isUtf8 } from 'node:buffer';
import type { MiddlewareHandler } from 'hono';
import { wireErrors } from '#forms/errors.ts';
import { fieldsOf } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { problem } from '#server/core/http/problem.ts';

/** The most fields of a post to a public page: four times as many as the longest form has. */
export const maxFormFields = 4 * Math.max(...forms.map((form) => fieldsOf(form).length));

/** The most fields of a post to the desk. To erase somebody's data every submission's id is posted, and a broker has hundreds. */
export const maxDeskFields = 2_500;

/**
 * Refuses form posts that no browser sends, so that `request.formData()` of the page behind it cannot fail, and is cheap: each field
 * takes microseconds, and 100 KB can hold fifty thousand. The fields are counted before anything is parsed.
 */
export function formBody(maxFields: number): MiddlewareHandler {
  return async function readForm(c, next) {
    const given = c.req.header('content-type') ?? '';
    const type = given.toLowerCase();
    const isMultipart = /^\s*multipart\/form-data\s*(;|$)/.test(type);
    if (!isMultipart && !/^\s*application\/x-www-form-urlencoded\s*(;|$)/.test(type))
      return problem(c, 415, wireErrors.notFormType);
    if (/;\s*charset=(?!\s*"?utf-8"?\s*(;|$))/.test(type)) return problem(c, 415, wireErrors.notUtf8);
    if ((c.req.header('content-encoding') ?? 'identity') !== 'identity') return problem(c, 415, wireErrors.compressed);
    const bytes = Buffer.from(await c.req.raw.arrayBuffer());
    // No page of ours posts its texts as multipart; a program that does gets the smaller limit.
    if (isMultipart ? hasMore(bytes, boundaryOf(given), maxFormFields + 1) : hasMore(bytes, '&', maxFields - 1))
      return problem(c, 413, (said) => said.tooLong);
    const body = isMultipart ? await asUrlencoded(bytes, given) : isUtf8(decodePercent(bytes)) ? bytes : null;
    if (body === null) return problem(c, 400, (said) => said.unreadablePost);
    const headers = new Headers(c.req.raw.headers);
    headers.set('content-type', 'application/x-www-form-urlencoded');
    headers.delete('content-length');
    c.req.raw = new Request(c.req.raw, { body, headers });
    return next();
  };
}

function hasMore(bytes: Buffer, separator: string, limit: number): boolean {
  let found = 0;
  for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, at + separator.length)) {
    found += 1;
    if (found > limit) return true;
  }
  return false;
}

function boundaryOf(type: string): string {
  const [, quoted, plain = ''] = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(type) ?? [];
  return `--${quoted ?? plain}`;
}

/**
 * The text fields of a multipart body in the encoding that pages post, so that a body is parsed as multipart once: that takes ten
 * times as long. Files are left out, because no page behind this takes any. Null where it cannot be read.
 */
async function asUrlencoded(bytes: Buffer<ArrayBuffer>, type: string): Promise<string | null> {
  if (!isUtf8(bytes)) return null;
  try {
    const posted = await new Response(bytes, { headers: { 'Content-Type': type } }).formData();
    return new URLSearchParams([...posted].filter((field): field is [string, string] => typeof field[1] === 'string')).toString();
  } catch {
    return null;
  }
}

const percent = '%'.charCodeAt(0);

/** The bytes that a urlencoded body stands for. A percent sign that begins no byte stays, as the parser leaves it. */
function decodePercent(encoded: Buffer): Uint8Array {
  if (!encoded.includes(percent)) return encoded;
  const decoded = new Uint8Array(encoded.length);
  let length = 0;
  for (let index = 0; index < encoded.length; index += 1) {
    const byte = encoded[index] as number;
    const [high, low] = byte === percent ? [hexDigit(encoded[index + 1]), hexDigit(encoded[index + 2])] : [-1, -1];
    const isEncoded = high !== -1 && low !== -1;
    decoded[length] = isEncoded ? high * 16 + low : byte;
    if (isEncoded) index += 2;
    length += 1;
  }
  return decoded.subarray(0, length);
}

function hexDigit(byte = 0): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
