import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { aoife } from './fixtures/people.ts';
import { jsonPost, request as send } from './http.ts';
import { waitLimitMs } from './until.ts';

export type Sending = { perSecond: number; p50: number; p99: number; failed: number };

/**
 * Sends claims, all different, by a number of senders at once, for a time or until `claims` were answered. Each sender sends the next
 * when the last is answered. `onSent` gets the number stored so far; `addressOf` says from which address each comes, to a product behind
 * a proxy.
 */
export async function sendClaims(
  url: string,
  options: {
    senders: number;
    forMs?: number;
    claims?: number;
    pauseMs?: number;
    onSent?: (count: number) => void;
    addressOf?: (number: number) => string;
  },
): Promise<Sending> {
  const {
    senders,
    forMs = Number.POSITIVE_INFINITY,
    claims = Number.POSITIVE_INFINITY,
    pauseMs = 0,
    onSent,
    addressOf,
  } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  const isOver = () => performance.now() - start >= forMs || times.length + failed >= claims;
  const send = async (number: number) => {
    for (let count = 0; !isOver(); count += 1) {
      const began = performance.now();
      const status = await post(agent, url, `${number}-${count}-${began}`, addressOf?.(times.length + failed));
      if (status === 200) times.push(performance.now() - began);
      else failed += 1;
      onSent?.(times.length);
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: senders }, (_, number) => send(number)));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  return { perSecond: Math.round((times.length / (performance.now() - start)) * 1_000), p50: at(0.5), p99: at(0.99), failed };
}

function post(agent: Agent, url: string, mark: string, address?: string): Promise<number> {
  const body = JSON.stringify({ formName: 'Make a Claim', formData: { ...aoife, additionalInfo: mark } });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': mark,
    ...(address !== undefined && { 'x-forwarded-for': address }),
  };
  return new Promise((resolve) => {
    const options = { method: 'POST', agent, headers, timeout: waitLimitMs };
    const call = request(`${url}/functions/v1/send-form-email`, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('timeout', () => call.destroy());
    // The server closes connections that were idle for long, as all are while this process stands still. The key makes it safe.
    call.on('error', () => resolve(call.reusedSocket ? post(agent, url, mark, address) : 0)).end(body);
  });
}

/** The response to a claim: the reference, the status and message of a refusal, or status 0 without a response. */
type SendResult = { status: number; reference?: string; message?: string };

/** Sends a form as the page does. */
export async function sendForm(
  url: string,
  formData: Record<string, string>,
  key?: string,
  formName = 'Make a Claim',
): Promise<SendResult> {
  try {
    const call = jsonPost({ formName, formData }, key ? { 'Idempotency-Key': key } : {});
    const { status, json } = await send(`${url}/functions/v1/send-form-email`, {
      ...call,
      signal: AbortSignal.timeout(waitLimitMs),
    });
    return { status, ...json() };
  } catch {
    return { status: 0 };
  }
}
