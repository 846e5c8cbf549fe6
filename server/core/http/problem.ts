import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Messages, messagesIn } from '#forms/messages.ts';
import { roadside } from '#forms/roadside.ts';
import { currentRequestId } from '#server/core/observability/log.ts';

/**
 * A refusal: JSON with a message fit to show to a visitor, or a plain page with it where a browser posted a page's form. One for people is
 * taken from `said`, in the language of the page on which they are.
 */
export function problem(
  c: Context,
  status: ContentfulStatusCode,
  said: string | ((refusals: Messages['refusals']) => string),
  more: Record<string, unknown> = {},
): Response {
  const messages = messagesIn(languageOf(c));
  const message = typeof said === 'string' ? said : said(messages.refusals);
  return acceptsHtml(c)
    ? c.html(pageOf(messages, message, status >= 500 ? currentRequestId() : null).toString(), status)
    : c.json({ ...storageShape(c, status), message, ...more }, status);
}

/** That of the roadside page which this is, or which a script of it names as where the request comes from. */
function languageOf(c: Context): string | null {
  const page = c.req.path === roadside.path ? c.req.url : (c.req.header('referer') ?? '');
  const { pathname, searchParams } = URL.canParse(page) ? new URL(page) : new URL('about:blank');
  return pathname === roadside.path ? searchParams.get('lang') : null;
}

/** Whether the client wants a page. The endpoints for programs always respond in JSON. */
function acceptsHtml(c: Context): boolean {
  return (c.req.header('accept') ?? '').includes('text/html') && !/^\/(functions|rest|storage)\//.test(c.req.path);
}

/** The members of an error that clients of Supabase Storage read, with that service's names. */
function storageShape(c: Context, status: number): { statusCode?: string; error?: string } {
  if (!c.req.path.startsWith('/storage/')) return {};
  return { statusCode: String(status), error: storageNames[status] ?? (status < 500 ? 'InvalidRequest' : 'InternalError') };
}

const storageNames: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Unauthorized',
  404: 'not_found',
  409: 'Duplicate',
  413: 'Payload too large',
  415: 'invalid_mime_type',
  423: 'ResourceLocked',
};

/** A page for a refusal. It needs no script, style or other file, which might fail as well. */
function pageOf({ lang, dir, problemPage }: Messages, message: string, requestId: string | null) {
  return html`<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${problemPage.title}</title></head><body><h1>${problemPage.title}</h1><p>${message}</p><p>${problemPage.back}</p>${requestId && html`<p>${problemPage.number} <code>${requestId}</code></p>`}</body></html>`;
}
