import { request } from 'node:https';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import { errorMessage } from '#server/observability/log.ts';
import { isPushAddress, publicAddresses, type Resolve } from './push-hosts.ts';
import type { PushKeys } from './push-keys.ts';

const timeoutMs = 10_000;

/** What a browser is told: a kind of message and a number, and nothing about anybody. */
export type PushMessage = { kind: PushKind; count: number };

/** Somebody waits for a call; somebody waits too long; something of this site does not work; and what staff send themselves. */
export type PushKind = 'waits' | 'late' | 'trouble' | 'test';

export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** How a push service answered; `retryAfterMs` where it says when to come again. The text names its host alone. */
type PushAnswer = { kind: 'taken' | 'gone' | 'refused'; text: string } | { kind: 'later'; text: string; retryAfterMs: number };

export type PostPush = ReturnType<typeof createPostPush>;

/**
 * Sends one message: encrypted for the browser (RFC 8291), signed with our key (RFC 8292). It is for seconds: after `ttlSeconds` the push service
 * drops it. It takes the place of one of the same kind that was not delivered, because the newer number counts. No redirect is
 * followed, and no answer is read but its status.
 */
export function createPostPush(options: {
  keys: () => Promise<PushKeys>;
  /** The address of the site, by which a push service reaches who sends. */
  contact: string;
  ownHosts: readonly string[];
  resolve?: Resolve | undefined;
  /** A further certificate to trust. */
  ca?: string | undefined;
}) {
  const { keys, contact, ownHosts, resolve, ca } = options;

  return async function postPush(
    { endpoint, ...browserKeys }: PushTarget,
    message: PushMessage,
    ttlSeconds: number,
    signal: AbortSignal,
  ): Promise<PushAnswer> {
    if (!isPushAddress(endpoint, ownHosts)) return { kind: 'refused', text: 'Its address is at no push service that we know.' };
    const { host } = new URL(endpoint);
    const { publicKey, privateKey } = await keys();
    const { headers, body } = await buildPushPayload(
      { data: message, options: { ttl: ttlSeconds, topic: message.kind, urgency: 'high' } },
      { endpoint, expirationTime: null, keys: browserKeys },
      { subject: contact, publicKey, privateKey },
    );
    const lookup = ownHosts.includes(host) ? {} : { lookup: publicAddresses(resolve) };
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    return new Promise((resolve) => {
      const later = (text: string, retryAfterMs = 0) => resolve({ kind: 'later', text: `${host} ${text}`, retryAfterMs });
      const sent = request(endpoint, { method: 'POST', headers, agent: false, signal: limited, ...lookup, ...(ca && { ca }) });
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
  };
}

/** Of a header in seconds; a date, which push services do not send, counts as nothing. */
function retryAfterOf(header: string | undefined): number {
  return /^\d{1,6}$/.test(header ?? '') ? Number(header) * 1_000 : 0;
}
