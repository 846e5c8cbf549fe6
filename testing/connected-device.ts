import { answerHeader } from '#forms/answer-header.ts';
import { formAgeHeader } from '#forms/signals.ts';
import type { TestApp } from './create-test-app.ts';
import { createTestDevice, deviceOrigin, type Network } from './device.ts';

/** What may happen to a request. */
export type Trouble = 'none' | 'no signal' | 'a portal' | 'an answer that is lost' | 'a server that is busy';

const lost = new TypeError('Failed to fetch');

/** A browser with the product behind it: its cookies are those that the product has set. */
export function createConnectedDevice({ app }: Pick<TestApp, 'app'>) {
  const cookies = new Map<string, string>();
  /** The bodies that have reached the server, in their order. */
  const posted: string[] = [];

  const server: Network = async (request) => {
    const body = new Uint8Array(await request.arrayBuffer());
    const headers = {
      ...Object.fromEntries(request.headers),
      Origin: deviceOrigin,
      Cookie: [...cookies].map((one) => one.join('=')).join('; '),
      // People take longer to fill in a form than a test does.
      [formAgeHeader]: '60000',
    };
    posted.push(new TextDecoder().decode(body));
    const { pathname, search } = new URL(request.url);
    const response = await app.request(pathname + search, {
      method: request.method,
      headers,
      body: body.length > 0 ? body : null,
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };

  const networks: Record<Trouble, Network> = {
    none: server,
    'no signal': () => Promise.reject(lost),
    'a portal': async () => new Response('<h1>Sign in</h1>', { status: 403 }),
    'an answer that is lost': (request) => server(request).then(() => Promise.reject(lost)),
    'a server that is busy': async () =>
      Response.json({ message: 'Try again in a minute.' }, { status: 503, headers: { [answerHeader]: '1' } }),
  };
  const device = createTestDevice(server);
  return {
    ...device,
    posted,
    server,
    /** What happens to requests from now on. */
    setTrouble: (trouble: Trouble | Network) => {
      device.network = typeof trouble === 'function' ? trouble : networks[trouble];
    },
  };
}
