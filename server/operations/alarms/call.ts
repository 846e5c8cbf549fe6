import { errorMessage } from '#server/core/observability/log.ts';

const timeoutMs = 10_000;

/**
 * Sends a GET to an address that a setting names, or a POST with JSON. Throws unless the answer is a success. Follows no redirect, so
 * that only addresses in settings are called. No error repeats the address, which is usually a secret.
 */
export async function call(setting: string, url: string, signal: AbortSignal, body?: object): Promise<void> {
  const headers = { 'User-Agent': 'Kerbside', ...(body && { 'Content-Type': 'application/json' }) };
  const post = body && { method: 'POST', body: JSON.stringify(body) };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let response: Response;
  try {
    response = await fetch(url, { ...post, headers, redirect: 'manual', signal: limited });
    await response.body?.cancel();
  } catch (error) {
    throw new Error(`${setting} does not answer: ${reasonOf(error)}.`, { cause: error });
  }
  if (response.status >= 300 && response.status < 400)
    throw new Error(`${setting} answers with a redirect (${response.status}): set it to the address that it leads to.`);
  if (!response.ok) throw new Error(`${setting} answers ${response.status}.`);
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return `nothing came within ${timeoutMs / 1_000} seconds`;
  return cause?.code ?? errorMessage(cause ?? error);
}
