import { timeLimit } from '#forms/time-limit.ts';

/** Fetches, and rejects where no response begins within this time, because a connection that hangs is none. */
export async function fetchInTime(url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeLimit('answer', timeoutMs));
  try {
    const response = await fetch(url, { ...init, signal: timeout.signal });
    // The whole body must arrive within the time too, because that can hang as well.
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
  } finally {
    clearTimeout(timer);
  }
}
