import { Hono } from 'hono';
import type { Auth } from '#server/people/staff/auth.ts';
import { authEndpoints } from '#server/people/staff/session-endpoints.ts';
import { createSoftwareAuthenticator } from './software-authenticator.ts';
import { createTestBrowser, goodPassword, type TestStaff } from './test-accounts.ts';

type Browser = ReturnType<typeof createTestBrowser>;

/** A browser that posts to the endpoints for signing in, without the rest of the product. */
export function createAuthClient(auth: Auth, browser: Browser = createTestBrowser()) {
  const app = new Hono<{ Variables: { body: unknown; address: string | null } }>();
  app.use(async (c, next) => {
    c.set('body', await c.req.json());
    c.set('address', browser.context().address);
    await next();
  });
  for (const [name, endpoint] of Object.entries(authEndpoints)) app.post(`/${name}`, endpoint(auth));

  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', Cookie: browser.context().cookie ?? '', 'User-Agent': 'Test browser' };
    const response = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
    browser.saveCookies({ cookies: response.headers.getSetCookie() });
    return { status: response.status, ...(response.status === 204 ? {} : await response.json()) };
  };

  return {
    browser,
    post,
    state: async () => (await auth.read(browser.context(), { active: true })).kind,
    /** What the browser is asked for to sign in, and its answer by this authenticator. */
    signIn: async (
      authenticator: ReturnType<typeof createSoftwareAuthenticator>,
      lies: Parameters<typeof authenticator.get>[1] = {},
      more: { email?: string } = {},
    ) => {
      const options = await post('/passkey-options', {});
      return post('/passkey', { credential: authenticator.get(options, lies), ...more });
    },
  };
}

/** A member of staff who has joined adds a passkey in their browser, with a code that is still good. */
export async function addPasskey(auth: Auth, member: TestStaff, authenticator = createSoftwareAuthenticator(), name = 'Laptop') {
  const { post } = createAuthClient(auth, member.browser);
  const options = await post('/new-passkey-options', { password: goodPassword, code: member.code() });
  const added = await post('/new-passkey', { name, credential: authenticator.create(options) });
  if (added.status !== 204) throw new Error(JSON.stringify([options, added]));
  return authenticator;
}
