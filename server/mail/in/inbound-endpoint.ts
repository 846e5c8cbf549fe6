import { createHmac, type Hmac } from 'node:crypto';
import type { Context } from 'hono';
import { minute } from '#forms/durations.ts';
import { type App, perApp } from '#server/core/app.ts';
import type { WithAddress } from '#server/core/http/client-address.ts';
import { isSame } from '#server/core/is-same.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { clientNetwork } from '#server/core/observability/network-limit.ts';
import { maxEmailBytes, receiveEmail } from './receive-inbound.ts';

export const inboundPath = '/inbound/email';

/** One that is longer than can be kept is read to its end all the same, because it is signed as a whole; what is longer than this is refused. */
const maxPostedBytes = 4 * maxEmailBytes;

/** How far the clock of the sender may be off. */
const clockMs = 5 * minute;

/**
 * How many are read at once, in all and from one network: each may be as long as an e-mail can be, and is in memory until its signature is
 * checked and it is kept. A stranger who sends slowly leaves room for the mail server.
 */
const atOnce = { inAll: 6, perNetwork: 3 };

/** The networks whose e-mails are being read. */
const runningIn = perApp((): string[] => []);

/**
 * POST /inbound/email: an e-mail as it came (message/rfc822), from a mail server or a provider. `Kerbside-Timestamp` has the time in seconds,
 * `Kerbside-Signature` the HMAC-SHA-256 of that, a dot and the body, in hexadecimal. It is acknowledged once it is kept; until then the
 * sender keeps it, and sends it again after any other response than 202, 401 and 413.
 */
export async function takeEmail(app: App, c: Context<WithAddress>): Promise<Response> {
  const { inboundSecret: secret } = app.env;
  const running = runningIn(app);
  if (secret === null) return c.json({ message: 'INBOUND_SECRET is not set.' }, 404);
  const timestamp = c.req.header('kerbside-timestamp') ?? '';
  const isRecent = /^\d{9,11}$/.test(timestamp) && Math.abs(Number(timestamp) * 1_000 - app.now()) <= clockMs;
  if (!isRecent) return c.json({ message: 'The time is missing, or more than five minutes off.' }, 401);
  if (Number(c.req.header('content-length') ?? 0) > maxPostedBytes) return tooLarge(c);
  const network = clientNetwork(c.get('address') ?? '');
  if (running.length >= atOnce.inAll || running.filter((one) => one === network).length >= atOnce.perNetwork) {
    c.header('Retry-After', '5');
    return c.json({ message: 'Others are being read. Send it again.' }, 503);
  }
  running.push(network);
  try {
    const signature = createHmac('sha256', secret).update(`${timestamp}.`);
    const raw = await readBody(c.req.raw, signature);
    if (raw === null) return tooLarge(c);
    if (!isSame(Buffer.from(c.req.header('kerbside-signature') ?? '', 'hex'), signature.digest()))
      return c.json({ message: 'The signature is not right.' }, 401);
    if (raw.length === 0) return c.json({ message: 'There is no email.' }, 400);
    await receiveEmail(app, raw, 'post');
    return c.json({ message: 'Kept.' }, 202);
  } catch (error) {
    app.refusalLog.error('email not kept', { error: errorMessage(error) });
    c.header('Retry-After', '60');
    return c.json({ message: 'It could not be kept. Send it again.' }, 503);
  } finally {
    running.splice(running.indexOf(network), 1);
  }
}

/** What of the body is kept; null where the whole is longer than any e-mail, of which no more is read then. */
async function readBody({ body }: Request, signature: Hmac): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    const room = maxEmailBytes + 1 - size;
    size += chunk.length;
    if (size > maxPostedBytes) return null;
    signature.update(chunk);
    if (room > 0) chunks.push(chunk.subarray(0, room));
  }
  return Buffer.concat(chunks);
}

function tooLarge(c: Context): Response {
  return c.json({ message: `An email may have ${maxPostedBytes} bytes.` }, 413);
}
