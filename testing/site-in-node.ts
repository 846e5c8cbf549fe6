import { createProduct } from '../server/web/app-with-pages.ts';
import { createTestApp } from './create-test-app.ts';
import { createTestBrowser } from './test-accounts.ts';

const siteUrl = 'https://kerbside.example';

export type Page = { path: string; status: number; headers: Headers; html: string };

/** The product with its real pages in this process, and visitors who have cookies and no scripts. */
export async function openSiteInNode(settings: Record<string, string> = {}, now: () => number = Date.now) {
  const env = { RATE_LIMIT: 'off', ...settings };
  const test = await createTestApp(env, {}, { now });
  const { app } = await createProduct(test.opened);

  /** A visitor, or a member of staff by the browser with their session. */
  const visitor = (browser = createTestBrowser(), from: Record<string, string> = {}) => {
    async function ask(path: string, init: RequestInit = {}): Promise<Page> {
      const headers = { cookie: browser.context().cookie ?? '', origin: siteUrl, ...from };
      const response = await app.request(path, { ...init, headers });
      browser.saveCookies({ cookies: response.headers.getSetCookie() });
      const location = response.headers.get('location');
      if (!location) return { path, status: response.status, headers: response.headers, html: await response.text() };
      const { pathname, search } = new URL(location, siteUrl);
      return ask(pathname + search);
    }
    return {
      /** The page at this address, or where it leads. */
      get: (path: string) => ask(path),
      /** The page that answers a form. */
      post: (path: string, fields: Record<string, string>) => ask(path, { method: 'POST', body: new URLSearchParams(fields) }),
    };
  };
  return { ...test, site: app, visitor };
}
