/** Rejects where no answer begins within this time: a connection that hangs is none. */
export async function fetchInTime(url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const response = await fetch(url, { ...init, signal: timeout.signal });
    // With all of its body, which can hang as well.
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
  } finally {
    clearTimeout(timer);
  }
}
