import type { Context } from 'hono';
import type { App } from '#server/core/app.ts';
import type { WithBody } from '#server/core/http/request-body.ts';
import { runClaimantAction } from './claimant.ts';

/**
 * POST /your-claim/messages `{ reference, key, text }`: sends a message that waited on the device, even after its page was closed.
 * `key` is that of the form it was typed in, and recognises a message that arrived before.
 */
export function messageEndpoint(app: App) {
  return async function sendMessage(c: Context<WithBody>): Promise<Response> {
    const posted = Object(c.get('body')) as Record<string, unknown>;
    const text = (name: string) => (typeof posted[name] === 'string' ? posted[name] : '');
    const field = (name: string) => (name === 'act' ? 'message' : text(name));
    const outcome = await runClaimantAction(app, c.req.header('cookie') ?? null, field);
    if (outcome.kind === 'refused') return c.json({ message: outcome.message }, outcome.status);
    return c.json({ reference: text('reference'), createdAt: new Date(app.now()).toISOString() });
  };
}
