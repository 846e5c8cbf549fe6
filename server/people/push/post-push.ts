import { request } from 'node:https';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { App } from '#server/core/app.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { isPushAddress, publicAddresses } from './push-hosts.ts';
import { pushKeys } from './push-keys.ts';

const timeoutMs = 10_000;

/** What a browser is told: a kind of message and a number, and nothing about anybody. */
export type PushMessage = { kind: PushKind; count: number };

/** Somebody waits for a call; somebody waits too long; something of this site does not work; and what staff send themselves. */
export type PushKind = 'waits' | 'late' | 'trouble' | 'test';

export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** How a push service answered; `retryAfterMs` where it says when to come again. The text names its host alone. */
type PushAnswer = { kind: 'taken' | 'gone' | 'refused'; text: string } | { kind: 'later'; text: string; retryAfterMs: number };

/**
 * Sends one message: encrypted for the browser (RFC 8291), signed with our key (RFC 8292). It is for seconds: after `ttlSeconds` the push service
 * drops it. It takes the place of one of the same kind that was not delivered, because the newer number counts. No redirect is
 * followed, and no answer is read but its status.
 */
export async function postPush(
  app: App,
  { endpoint, ...browserKeys }: PushTarget,
  message: PushMessage,
  ttlSeconds: number,
  signal: AbortSignal,
): Promise<PushAnswer> {
  if (!isPushAddress(endpoint, app.env.pushHosts))
    return { kind: 'refused', text: 'Its address is at no push service that we know.' };
  const { host } = new URL(endpoint);
  const { publicKey, privateKey } = await pushKeys(app);
  const { headers, body } = await buildPushPayload(
    { data: message, options: { ttl: ttlSeconds, topic: message.kind, urgency: 'high' } },
    { endpoint, expirationTime: null, keys: browserKeys },
    { subject: app.env.siteUrl, publicKey, privateKey },
  );
  const lookup = app.env.pushHosts.includes(host) ? {} : { lookup: publicAddresses(app.resolve) };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  return new Promise((resolve) => {
    const later = (text: string, retryAfterMs = 0) => resolve({ kind: 'later', text: `${host} ${text}`, retryAfterMs });
    const sent = request(endpoint, { method: 'POST', headers, agent: false, signal: limited, ...lookup });
    sent.on('error', (error) => later(`does not answer: ${(error as { code?: string }).code ?? errorMessage(error)}.`));
    sent.on('response', (response) => {
      response.destroy();
      const status = response.statusCode ?? 0;
      const text = `${host} answers ${status}.`;
      if (status >= 200 && status < 300) resolve({ kind: 'taken', text });
      else if (status === 404 || status === 410) resolve({ kind: 'gone', text });
      else if (status === 429 || status >= 500) later(`answers ${status}.`, retryAfterOf(response.headers['retry-after']));
      else resolve({ kind: 'refused', text });
    });
    sent.end(body);
  });
}

/** Of a header in seconds; a date, which push services do not send, counts as nothing. */
function retryAfterOf(header: string | undefined): number {
  return /^\d{1,6}$/.test(header ?? '') ? Number(header) * 1_000 : 0;
}
