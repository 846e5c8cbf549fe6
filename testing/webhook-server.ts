import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';

type Hook = { method: string; path: string; type: string | undefined; body: Record<string, string> | null };

/**
 * A real server that receives webhooks. `status` can be changed; with 0 it receives requests and never responds. What is about one of
 * the alarms in `refused` gets a 400. This process, which
 * calls it, has no limit of time meanwhile: where it stood still for ten seconds a call that was taken would be made again.
 */
export async function startWebhookServer() {
  const hooks: Hook[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = await text(request);
    hooks.push({
      method: request.method ?? '',
      path: request.url ?? '',
      type: request.headers['content-type'],
      body: body === '' ? null : JSON.parse(body),
    });
    const status = made.refused.has(hooks.at(-1)?.body?.alarm ?? '') ? 400 : made.status;
    if (status !== 0) response.writeHead(status, { Location: '/elsewhere' }).end('taken');
  });
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    limits.mockRestore();
    server.close();
    server.closeAllConnections();
  });
  const made = {
    hooks,
    status: 200,
    refused: new Set<string>(),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  return made;
}
