import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A refusal: JSON with a message fit to show to a visitor. */
export function problem(c: Context, status: ContentfulStatusCode, message: string, more: Record<string, unknown> = {}): Response {
  return c.json({ message, ...more }, status);
}
